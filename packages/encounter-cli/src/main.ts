#!/usr/bin/env node
/** The command `encounter`. */
import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import { CliError, oneLine } from './cli-error.ts';
import * as clash from './commands/clash.ts';
import * as distance from './commands/distance.ts';
import * as info from './commands/info.ts';
import * as worker from './commands/worker.ts';
import { ownVersion } from './versions.ts';
import { print } from './write-output.ts';

// biome-ignore lint/suspicious/noExplicitAny: commands differ in their arguments, and citty has one type for each
const COMMANDS: Readonly<Record<string, readonly [CommandDef<any>, string]>> = {
  clash: [clash.clash, clash.EXAMPLES],
  distance: [distance.distance, distance.EXAMPLES],
  info: [info.info, info.EXAMPLES],
  worker: [worker.worker, worker.EXAMPLES],
};

const root = defineCommand({
  meta: {
    name: 'encounter',
    description: 'Finds clashes and distances in GLB, glTF, OBJ, STL, PLY, VRML and IFC files',
  },
  subCommands: Object.fromEntries(Object.entries(COMMANDS).map(([name, [command]]) => [name, command])),
});

const ROOT_EXAMPLES = Object.values(COMMANDS)
  .map(([, examples]) => examples.split('\n', 1)[0])
  .join('\n');

const EXIT_CODES =
  'Exit codes: 0; 1 with --fail if there are clashes; 2 if something is wrong with files or arguments.';

async function help(command: CommandDef<never>, examples: string, parent?: CommandDef<never>): Promise<string> {
  const usage = (await renderUsage(command, parent)).trimEnd();
  const text = `${usage}\n\nEXAMPLES\n\n${examples.replace(/^/gm, '  ')}\n\n${EXIT_CODES}\n`;
  return process.stdout.isTTY ? text : stripVTControlCharacters(text);
}

async function main(given: readonly string[]): Promise<number> {
  const [name, ...rest] = given;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await print(await help(root as CommandDef<never>, ROOT_EXAMPLES));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    await print(`${ownVersion()}\n`);
    return 0;
  }
  const found = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (found === undefined)
    throw new CliError(`There is no command ${JSON.stringify(name)}; there are ${Object.keys(COMMANDS).join(', ')}.`);
  const [command, examples] = found;
  if (rest.some((argument) => argument === '--help' || argument === '-h')) {
    await print(await help(command as CommandDef<never>, examples, root as CommandDef<never>));
    return 0;
  }
  const { result } = await runCommand(command, { rawArgs: rest });
  return Number(result ?? 0);
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    // One sentence; whoever looks for the cause of something unexpected gets the stack.
    process.stderr.write(`encounter: ${oneLine(error)}\n`);
    if (process.env['ENCOUNTER_DEBUG']) console.error(error);
    process.exitCode = 2;
  },
);
