/** `labseal serve`: the window of Labseal in a browser of this computer, and the engine behind it, until it is stopped. */
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnsweringCommand } from '../answering-command.ts';
import { realClock } from '../../../platform/real-ports.ts';
import type { Served } from '../../web/serve-core.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { CommandFault, EXIT, UsageError } from '../exit-code.ts';
import { readOneOf, readPort } from '../option-values.ts';
import { readSettings } from '../process-environment.ts';
import { whenPortIsFree } from './when-port-is-free.ts';
import {
  keptVariables,
  makeStartUnit,
  UNIT_KINDS,
  type UnitKind,
  unitKindOf,
} from './autostart-unit.ts';
import { sentence } from '../terminal.ts';

const NO_BROWSER = 'No browser could be opened. Open the address above in one on this computer.';

interface ServeOptions {
  readonly port: number;
  readonly open?: boolean;
  readonly demo?: boolean;
  /** True: what belongs to this system. */
  readonly printUnit?: UnitKind | true;
}

export function addServeCommand(program: AnsweringCommand, context: CommandContext): void {
  program
    .command('serve')
    .description(
      'keep working, and show Labseal in a browser of this computer, until it is stopped',
    )
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', readPort, 0)
    .option('--open', 'open the page in your browser')
    .option(
      '--demo',
      'a made-up lab with a service of its own; all of it is thrown away at the end',
    )
    .option(
      '--print-unit [kind]',
      'start nothing, but print what starts it whenever you sign in: systemd, launchd (macOS) or task (Windows)',
      readOneOf('--print-unit', UNIT_KINDS),
    )
    .action(async (options: ServeOptions) => {
      if (options.printUnit !== undefined) {
        if (options.open === true || options.demo === true) {
          throw new UsageError('--print-unit starts nothing: leave out --open and --demo.');
        }
        printUnit(options.printUnit, options.port, context);
        return;
      }
      await (options.demo === true ? serveDemo(options, context) : serveOwn(options, context));
    });
}

/** Loaded here only, like the bundled service: other commands have no use for the host and start sooner. */
async function serveOwn(options: ServeOptions, context: CommandContext): Promise<void> {
  const { serveCore } = await import('../../web/serve-core.ts');
  const settings = readSettings(context.env);
  const { port } = options;
  try {
    await context.withCore({}, async (core) => {
      const served = await whenPortIsFree(port, serveCore({ core, settings, port, startDemo }));
      await show(served, options, context);
      return EXIT.done;
    });
  } catch (error) {
    if (error instanceof CommandFault && error.fault.kind === 'engine-running') {
      const isShown = await offerRunning(error.fault.dataFolder, options, context);
      if (isShown) {
        context.exitWith(EXIT.done);
        return;
      }
    }
    throw error;
  }
}

/** For a person who wants to look at the demo first: beside their own Labseal. */
async function startDemo(homePort: number) {
  const { serveDemo: start } = await import('../../web/demo/serve-demo.ts');
  return start(0, homePort);
}

async function serveDemo(options: ServeOptions, context: CommandContext): Promise<void> {
  const { serveDemo: start } = await import('../../web/demo/serve-demo.ts');
  const { port } = options;
  const served = valueOf(await whenPortIsFree(port, start(port)));
  context.stderr.write(sentence('This is the demo: nothing leaves this computer.', context.stderr));
  await show(served, options, context);
}

/** Says where it is and waits for the end. */
async function show(
  served: Served,
  { open = false }: ServeOptions,
  context: CommandContext,
): Promise<void> {
  const { stdout, signal, exitWith } = context;
  try {
    sayPlace('Labseal is running at', served.address(), served.runtimeFile, stdout);
    served.followAddress((address) => {
      const used = `That address was used. The next page opens at ${address}`;
      if (stdout.isTTY) stdout.write(sentence(used, stdout));
    });
    if (open) await openOrSay(served.address(), () => served.openPage(), context);
    const interrupted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([served.ended, interrupted]);
    exitWith(EXIT.done); // however long a drive holds up the closing
  } finally {
    await served.close();
  }
}

/** A second start means that the user wants to see the page. True when it was opened in a browser. */
async function offerRunning(
  dataFolder: string,
  { open = false }: ServeOptions,
  context: CommandContext,
): Promise<boolean> {
  const { stderr, signal } = context;
  const { readRuntimeFile, runtimeFileOf } = await import('../../web/runtime-file.ts');
  const running = await readRuntimeFile(dataFolder);
  if (running === null) return false;
  const runtimeFile = runtimeFileOf(dataFolder);
  sayPlace('Labseal is running already, at', running.address, runtimeFile, stderr);
  if (!open) return false;
  const { openRunningPage } = await import('../../web/open-running-page.ts');
  const openPage = () => openRunningPage(running, { dataFolder, clock: realClock, signal });
  return openOrSay(running.address, openPage, context);
}

/** True when a browser was opened; otherwise it is said how to see the page, whose address was said before. */
async function openOrSay(
  address: string,
  openPage: () => Promise<boolean>,
  { env, stderr }: CommandContext,
): Promise<boolean> {
  const { hasScreen } = await import('../../web/open-browser.ts');
  const isSeen = hasScreen(process.platform, env);
  const isOpened = isSeen && (await openPage());
  if (!isOpened) stderr.write(sentence(isSeen ? NO_BROWSER : withoutScreen(address), stderr));
  return isOpened;
}

function withoutScreen(address: string): string {
  const { port } = new URL(address);
  const tunnel = `ssh -N -L ${port}:127.0.0.1:${port} ${os.hostname()}`;
  return `There is no screen here. On your computer run "${tunnel}", and open the address above there.`;
}

/** The address, with its key for a terminal only: other output is kept in logs, which others may read. */
function sayPlace(
  said: string,
  address: string,
  runtimeFile: string,
  stream: NodeJS.WriteStream,
): void {
  stream.write(
    sentence(`${said} ${stream.isTTY ? address : `${new URL(address).origin}/`}`, stream),
  );
  if (stream.isTTY) return;
  stream.write(
    `The key of the page is shown in a terminal only. The address with its key is in ${runtimeFile}, which only you can read.\n`,
  );
}

/** `labseal serve --print-unit`: the file on stdout, so that it can be written somewhere, and what to do with it on stderr. */
const PATHS: ReadonlySet<string> = new Set(['LABSEAL_HOME', 'NODE_EXTRA_CA_CERTS']);

function printUnit(requested: UnitKind | true, port: number, context: CommandContext): void {
  const { env, stdout, stderr } = context;
  readSettings(env); // refuses what serve would refuse
  if (process.versions['electron'] !== undefined) {
    throw new UsageError(
      'The installed Labseal starts when you sign in to this computer: switch that on in its settings.',
    );
  }
  const { variables, leftOut } = keptVariables(env);
  const unit = makeStartUnit(requested === true ? unitKindOf(process.platform) : requested, {
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
    const advice = `${name} has a password in it and was left out; give it in a safer way.`;
    stderr.write(sentence(advice, stderr));
  }
  for (const line of unit.instructions) stderr.write(sentence(line, stderr));
  context.exitWith(EXIT.done);
}

/** An automatically started program starts in another folder. */
function withWholePaths(variables: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, PATHS.has(name) ? path.resolve(value) : value]),
  );
}

/** Beside the built program's files, or the sources of the same. */
function programFile(): string {
  const name = import.meta.url.endsWith('.ts') ? '../main.ts' : './cli.js';
  return fileURLToPath(new URL(name, import.meta.url));
}

function userName(env: CommandContext['env']): string {
  const { username } = os.userInfo();
  const domain = env['USERDOMAIN'];
  return domain === undefined ? username : `${domain}\\${username}`;
}
