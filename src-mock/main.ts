/** `node src-mock/main.ts`: the bundled service by itself, until it is stopped. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { startMockService } from './mock-service.ts';

const USAGE = `usage: node src-mock/main.ts [--port N] [--data DIR] [--seed demo|empty] [--faults FILE]
  --port    port on the loopback address; 0 takes any free one (default 0)
  --data    folder to keep everything in; without it a temporary one is used and removed at the end
  --seed    what a new folder starts with (default demo)
  --faults  JSON file {"readings": {…}, "faults": […]}; taken up again whenever it changes`;

const Arguments = z.strictObject({
  port: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 0),
  data: z.optional(z.string().check(z.minLength(1))),
  seed: z._default(z.enum(['demo', 'empty']), 'demo'),
  faults: z.optional(z.string().check(z.minLength(1))),
});

async function main(): Promise<void> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const { port, data, seed, faults: faultFile } = readArguments();
  const dataFolder = data ?? (await mkdtemp(join(tmpdir(), 'mock-service-')));
  const service = await startMockService({
    port,
    dataFolder,
    seed,
    ...(faultFile === undefined ? {} : { faultFile }),
  });

  process.stdout.write(`Mock service at ${service.url}\n`);
  for (const { role, email, password } of service.demoAccounts) {
    process.stdout.write(`  ${role}: ${email}  password ${password}\n`);
  }

  const stop = async (): Promise<void> => {
    await service.close();
    if (data === undefined) await rm(dataFolder, { recursive: true, force: true });
  };
  // Once each: a second signal while closing takes its usual way and ends the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().catch(fail);
    });
  }
}

function readArguments(): z.output<typeof Arguments> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { port: text, data: text, seed: text, faults: text } });
  return Arguments.parse(values);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}

await main().catch(fail);
