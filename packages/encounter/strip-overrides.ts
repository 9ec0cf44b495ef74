/**
 * Finishes what `stripInternal` begins. It leaves members marked `@internal` out of the declarations, but not what overrides or
 * implements them in subclasses, nor the promise to implement an interface that has them: with these left in, a program that
 * checks its libraries (`skipLibCheck: false`) does not compile. What overrides an internal member is internal, too, so that it
 * need not carry the mark; the reference (docs/.vitepress/typedoc-internal.js) follows the same rule.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** "Class incorrectly implements interface." */
const NOT_IMPLEMENTED = 2420;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  strict: true,
  types: [],
  noEmit: true,
};

/** Rewrites the declarations made of the sources, file by file; throws if they are wrong in any other way. */
export function stripOverrides(sources: string, declarations: string): void {
  const internal = internalMembers(sources);
  rewrite(declarations, (file, _program, cut) => {
    const path = relative(declarations, file.fileName).replace(/\.d\.ts$/, '.ts');
    for (const one of file.statements) {
      if (!ts.isClassDeclaration(one)) continue;
      for (const member of one.members)
        if (internal.has(key(path, one, member))) cut(member.getFullStart(), member.end);
    }
  });
  rewrite(declarations, (file, program, cut) => {
    for (const { code, start, messageText } of program.getSemanticDiagnostics(file)) {
      const one = file.statements.find((s) => s.pos <= (start ?? 0) && (start ?? 0) < s.end);
      const clause =
        code === NOT_IMPLEMENTED && one !== undefined && ts.isClassDeclaration(one)
          ? one.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ImplementsKeyword)
          : undefined;
      if (clause === undefined)
        throw new Error(`${file.fileName}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
      cut(clause.getFullStart(), clause.end);
    }
  });
}

/** The members of classes that are marked, or override or implement one that is. */
function internalMembers(sources: string): Set<string> {
  const program = ts.createProgram(filesOf(sources, '.ts'), OPTIONS);
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const isInternal = (one: ts.ClassDeclaration, name: string): boolean => {
    const own = one.members.filter((member) => member.name?.getText() === name);
    if (own.some((member) => ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal'))) return true;
    const type = checker.getTypeAtLocation(one) as ts.InterfaceType;
    const bases = (checker.getBaseTypes(type) ?? []).flatMap((base) => base.symbol?.declarations ?? []);
    return bases.some((base) => ts.isClassDeclaration(base) && isInternal(base, name));
  };
  for (const file of program.getSourceFiles()) {
    const path = relative(sources, file.fileName);
    if (file.isDeclarationFile || path.startsWith('..')) continue;
    for (const one of file.statements) {
      if (!ts.isClassDeclaration(one)) continue;
      for (const member of one.members)
        if (member.name !== undefined && isInternal(one, member.name.getText())) found.add(key(path, one, member));
    }
  }
  return found;
}

function key(path: string, one: ts.ClassDeclaration, member: ts.ClassElement): string {
  return `${path} ${one.name?.text} ${member.name?.getText()}`;
}

function filesOf(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));
}

type Cut = (from: number, to: number) => void;

/** Takes out of every declaration file what `look` cuts. */
function rewrite(folder: string, look: (file: ts.SourceFile, program: ts.Program, cut: Cut) => void): void {
  const files = filesOf(folder, '.d.ts');
  const program = ts.createProgram(files, OPTIONS);
  // Binds the files, without which nodes do not know their text.
  program.getTypeChecker();
  for (const name of files) {
    const file = program.getSourceFile(name)!;
    const cuts: [number, number][] = [];
    look(file, program, (from, to) => cuts.push([from, to]));
    let { text } = file;
    for (const [from, to] of cuts.sort((a, b) => b[0] - a[0])) text = text.slice(0, from) + text.slice(to);
    if (cuts.length > 0) writeFileSync(name, text);
  }
}
