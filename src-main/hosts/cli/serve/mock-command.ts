/** `labseal mock`: the bundled service, for demo, rehearsal and developers of other clients. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readCount, readOneOf } from '../option-values.ts';

const SEEDS = ['demo', 'empty'] as const;
const LAST_PORT = 65_535;

interface MockOptions {
  readonly port: number;
  readonly data?: string;
  readonly seed: (typeof SEEDS)[number];
  readonly faults?: string;
}

export function addMockCommand(program: Command, context: CommandContext): void {
  program
    .command('mock')
    .description('run the bundled service on this computer until it is stopped')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', readCount('--port'), 0)
    .option('--data <dir>', 'where it keeps its data (else a temporary folder, removed at the end)')
    .option(
      '--seed <kind>',
      'what a new data folder starts with: demo or empty',
      readOneOf('--seed', SEEDS),
      'demo',
    )
    .option('--faults <file>', 'JSON file with readings and faults; read again when it changes')
    .action(async (options: MockOptions) => {
      if (options.port > LAST_PORT) throw new UsageError(`--port goes up to ${LAST_PORT}.`);
      const temporary =
        options.data === undefined
          ? await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-mock-'))
          : null;
      try {
        await serve(options, temporary ?? path.resolve(options.data ?? ''), context);
      } finally {
        if (temporary !== null) await fs.rm(temporary, { recursive: true, force: true });
      }
      context.exitWith(EXIT.done);
    });
}

async function serve(
  { port, seed, faults }: MockOptions,
  dataFolder: string,
  { stdout, signal }: CommandContext,
): Promise<void> {
  // Loaded here only: with its PDF library it would double the time that every other command takes to start.
  const { startMockService } = await import('../../../../src-mock/mock-service.ts');
  const faultFile = faults === undefined ? {} : { faultFile: path.resolve(faults) };
  const service = await startMockService({ port, dataFolder, seed, ...faultFile }).catch(
    (error: unknown) => {
      throw startProblem(error, port);
    },
  );
  stdout.write(`Mock service at ${service.url}\n`);
  for (const { role, email, password } of service.demoAccounts) {
    stdout.write(`  ${role}: ${email}  password ${password}\n`);
  }
  stdout.write(`Mails: ${service.url}/mailbox  Reference: ${service.url}/docs\n`);
  await new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', resolve, { once: true });
  });
  await service.close();
}

function startProblem(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') {
    return new UsageError(
      `Port ${port} is taken. Choose another with --port, or 0 for a free one.`,
    );
  }
  return error;
}
