// Compiles the kernel to WebAssembly, and writes it as text into src/simd/code.ts. To be run after a change of the files here:
//   node packages/encounter/kernel/compile.mjs
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = join(here, '../src/simd/code.ts');

/** A fingerprint of the sources, of the tolerances that they use, and of the code that was made of them. */
export function fingerprint(code) {
  const sources = readdirSync(here).filter((name) => name.endsWith('.ts'));
  const text = sources.map((name) => readFileSync(join(here, name), 'utf8')).join('');
  const tolerances = readFileSync(join(here, '../src/tolerances.ts'), 'utf8');
  const names = [...text.matchAll(/^import \{ (.*) \} from '\.\.\/src\/tolerances';$/gm)].flatMap(([, list]) =>
    list.split(', '),
  );
  const values = names.map((name) => tolerances.match(new RegExp(`^export const ${name} = .*`, 'm'))[0]);
  return createHash('sha256')
    .update([text, ...values, code].join('\n'))
    .digest('hex');
}

async function compile() {
  const { default: asc } = await import('assemblyscript/asc');
  const options = '--runtime stub --enable simd --importMemory --initialMemory 1 --noAssert -O3'.split(' ');
  const files = new Map();
  const { error, stderr } = await asc.main(['index.ts', '--baseDir', here, '--outFile', 'kernel.wasm', ...options], {
    writeFile: (name, contents) => files.set(name, contents),
  });
  if (error !== null) throw new Error(`${error.message}\n${stderr.toString()}`);
  return Buffer.from(files.get('kernel.wasm')).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const code = await compile();
  const head = '/** The kernel as WebAssembly, in base64. Written by kernel/compile.mjs: do not edit. */';
  writeFileSync(target, `${head}\n// ${fingerprint(code)}\nexport const CODE =\n  '${code}';\n`);
}
