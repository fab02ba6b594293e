/** `labseal serve --print-unit`: the file on stdout, so that it can be written somewhere, and what to do with it on stderr. */
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { keptVariables, makeStartUnit, unitKindOf, type UnitKind } from './autostart-unit.ts';
import { readSettings } from '../process-environment.ts';

const PATHS: ReadonlySet<string> = new Set(['LABSEAL_HOME', 'NODE_EXTRA_CA_CERTS']);

export function printUnit(wish: UnitKind | true, port: number, context: CommandContext): void {
  const { env, stdout, stderr } = context;
  readSettings(env); // refuses what serve would refuse
  const { variables, leftOut } = keptVariables(env);
  const unit = makeStartUnit(wish === true ? unitKindOf(process.platform) : wish, {
    node: process.execPath,
    program: programFile(),
    port,
    variables: withWholePaths(variables),
    user: userName(env),
  });
  if (unit === null) {
    throw new UsageError(
      'A path or a variable has a line break in it, which no such file can hold. Change it first.',
    );
  }
  stdout.write(unit.text);
  for (const name of leftOut) {
    stderr.write(`${name} has a password in it and was left out; give it in a safer way.\n`);
  }
  for (const line of unit.instructions) stderr.write(`${line}\n`);
  context.exitWith(EXIT.done);
}

/** What starts by itself starts in another folder. */
function withWholePaths(variables: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, PATHS.has(name) ? path.resolve(value) : value]),
  );
}

/** Beside the built program's parts, or the source of the same. */
function programFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './main.ts' : './cli.js';
  return fileURLToPath(new URL(name, import.meta.url));
}

function userName(env: CommandContext['env']): string {
  const { username } = os.userInfo();
  const domain = env['USERDOMAIN'];
  return domain === undefined ? username : `${domain}\\${username}`;
}
