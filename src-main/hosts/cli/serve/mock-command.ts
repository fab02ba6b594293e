/** `labseal mock`: the bundled service, for demo, rehearsal and developers of other clients. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AnsweringCommand } from '../answering-command.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { readOneOf, readPort } from '../option-values.ts';
import { whenPortIsFree } from './when-port-is-free.ts';

const SEEDS = ['demo', 'empty'] as const;

interface MockOptions {
  readonly port: number;
  readonly data?: string;
  readonly seed: (typeof SEEDS)[number];
  readonly faults?: string;
}

export function addMockCommand(program: AnsweringCommand, context: CommandContext): void {
  program
    .command('mock')
    .description('run the bundled service on this computer until it is stopped')
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', readPort, 0)
    .option('--data <dir>', 'where it keeps its data (else a temporary folder, removed at the end)')
    .option(
      '--seed <kind>',
      'what a new data folder starts with: demo or empty',
      readOneOf('--seed', SEEDS),
      'demo',
    )
    .option('--faults <file>', 'JSON file with readings and faults; read again when it changes')
    .action(async (options: MockOptions) => {
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
  const faultFile: { faultFile?: string } =
    faults === undefined ? {} : { faultFile: path.resolve(faults) };
  const starting = startMockService({ port, dataFolder, seed, ...faultFile });
  const service = await whenPortIsFree(port, starting).catch((error: unknown) => {
    throw startProblem(error, dataFolder, faultFile.faultFile);
  });
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

function startProblem(error: unknown, dataFolder: string, faultFile: string | undefined): unknown {
  if (!(error instanceof Error) || error instanceof UsageError) return error;
  if (faultFile !== undefined && error.message.startsWith(faultFile)) {
    return new UsageError(`--faults: ${error.message}`, { cause: error });
  }
  const { code, path: place } = error as NodeJS.ErrnoException;
  return place?.startsWith(dataFolder) === true
    ? new UsageError(`--data: ${dataFolder} cannot be used (code ${code}).`, { cause: error })
    : error;
}
