/** `labseal serve`: the window of Labseal in a browser of this computer, and the engine behind it, until it is stopped. */
import type { Command } from 'commander';
import type { Core } from '../core/create-core.ts';
import { CommandFault, EXIT, UsageError, type ExitCode } from './exit-code.ts';
import type { CommandContext } from './command-context.ts';
import { readCount } from './option-values.ts';
import type { Output } from './output.ts';
import { readSettings } from './surroundings.ts';

const LAST_PORT = 65_535;

interface ServeOptions {
  readonly port: number;
  readonly open?: boolean;
}

export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description(
      'keep working, and show Labseal in a browser of this computer, until it is stopped',
    )
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', readCount('--port'), 0)
    .option('--open', 'open the page in your browser')
    .action(async (options: ServeOptions) => {
      if (options.port > LAST_PORT) throw new UsageError(`--port goes up to ${LAST_PORT}.`);
      try {
        await context.withCore({}, (core, output) => serve(core, options, output, context));
      } catch (error) {
        if (error instanceof CommandFault && error.fault.kind === 'engine-running') {
          await tellWhere(error.fault.dataFolder, context);
        }
        throw error;
      }
    });
}

async function serve(
  core: Core,
  { port, open = false }: ServeOptions,
  output: Output,
  { env, signal }: CommandContext,
): Promise<ExitCode> {
  // Loaded here only, like the bundled service: other commands have no use for it and start sooner.
  const { serveCore } = await import('../host-web/serve-core.ts');
  const settings = readSettings(env);
  const served = await serveCore({ core, settings, port }).catch((error: unknown) => {
    throw startProblem(error, port);
  });
  try {
    output.line(`Labseal is running at ${served.address}`);
    if (open && !(await served.openPage())) {
      output.note('No browser could be opened. Open the address above in one on this computer.');
    }
    const interrupted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([served.ended, interrupted]);
  } finally {
    await served.close();
  }
  return EXIT.done;
}

/** Who starts it twice wants to see it. */
async function tellWhere(dataFolder: string, { stderr }: CommandContext): Promise<void> {
  const { readRuntimeFile } = await import('../host-web/runtime-file.ts');
  const running = await readRuntimeFile(dataFolder);
  if (running !== null) stderr.write(`Labseal is running already, at ${running.address}\n`);
}

function startProblem(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `Port ${port} is taken. Choose another with --port, or 0 for a free one.`,
    );
  }
  if (code === 'EACCES') {
    return new UsageError(`Port ${port} is kept for the system. Choose one above 1023.`);
  }
  return error;
}
