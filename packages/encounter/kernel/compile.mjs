// Compiles the kernel to WebAssembly, and writes it as text into src/simd/code.ts. To be run after a change of the files here:
//   node packages/encounter/kernel/compile.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The text of src/simd/code.ts. */
export async function compile() {
  const options = [
    '--runtime',
    'stub',
    '--enable',
    'simd',
    '--importMemory',
    '--initialMemory',
    '1',
    '--noAssert',
    '-O3',
  ];
  const files = new Map();
  const { error, stderr } = await asc.main(['index.ts', '--baseDir', here, '--outFile', 'kernel.wasm', ...options], {
    writeFile: (name, contents) => files.set(name, contents),
  });
  if (error !== null) throw new Error(`${error.message}\n${stderr.toString()}`);
  const text = Buffer.from(files.get('kernel.wasm')).toString('base64');
  return `/** The kernel as WebAssembly, in base64. Written by kernel/compile.mjs: do not edit. */\nexport const CODE =\n  '${text}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('../src/simd/code.ts', import.meta.url), await compile());
