import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { placeIn } from '../../platform/place.ts';
import { realClock } from '../../platform/real-ports.ts';
import { bulkFolder } from '../../test-support/temporary-folder.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';
import { makeFingerprinter } from '../fingerprint/fingerprinter.ts';
import { NOTHING_LEFT_OUT } from './ignore-rules.ts';
import { walk } from './walk.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';
import { blake3Of } from '../../test-support/digests.ts';

const RUNS = 500;
const FILES = 20;

/** Exchanges a directory and a link without a pause in which neither is there; Node has no such call. */
const EXCHANGE = `
import ctypes, sys
call = ctypes.CDLL(None, use_errno=True).renameat2
one, other = (path.encode() for path in sys.argv[1:])
turns = 0
print('ready', flush=True)
while True:
    if call(-100, one, -100, other, 2) != 0: sys.exit(ctypes.get_errno())
    turns += 1
    if turns % 1000 == 0: print(turns, flush=True)
`;

test(`${RUNS} walks beside a directory that becomes a link and back read nothing outside`, async () => {
  const [folder, outside] = [bulkFolder(), bulkFolder()];
  const names = Array.from({ length: FILES }, (_, index) => `f${index}`);
  for (const name of names) {
    folder.write(`a/b/${name}`, `own ${name}`);
    outside.write(`b/${name}`, `secret ${name}`); // as long as its like is another one
  }
  outside.write('b/only-here', 'secret');
  const secrets = new Set(['secret', ...names.map((name) => `secret ${name}`)].map(blake3Of));
  symlinkSync(outside.path, outside.at('link'));
  const swapper = spawn('python3', ['-c', EXCHANGE, folder.at('a'), outside.at('link')]);
  const tree = makeWorkerFileTree({ workers: 1 });
  const fingerprinter = makeFingerprinter({ workers: 1 });
  onTestFinished(async () => {
    swapper.kill();
    await Promise.all([tree.close(), fingerprinter.close()]);
  });
  let swaps = 0;
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  swapper.stdout.on('data', (chunk: Buffer) => {
    swaps = Number(chunk.toString().trim().split('\n').at(-1));
  });
  const { signal } = new AbortController();
  const found = { listed: 0, own: 0, outside: 0, refused: 0 };
  const take = (print: Fingerprint): void => {
    if (print.kind !== 'done') found.refused += 1;
    else if (secrets.has(print.blake3)) found.outside += 1;
    else found.own += 1;
  };
  for (let run = 0; run < RUNS; run += 1) {
    const starts = [{ relativePath: '', rules: NOTHING_LEFT_OUT }];
    const options = { tree, starts, clock: realClock };
    for await (const { relativePath, reading } of walk(folder.path, options, signal)) {
      const together: ExpectedFile[] = [];
      for (const entry of reading.kind === 'read' ? reading.entries : []) {
        if (entry.name === 'only-here') found.outside += 1; // a name is a reading too
        if (entry.kind !== 'file') continue;
        found.listed += 1;
        const path = placeIn(folder.path, `${relativePath}/${entry.name}`);
        together.push({ path, expected: null });
        // As after a scan that was led astray: whatever is there would do.
        for (const expected of [entry.identity, null]) {
          const print = await fingerprinter.fingerprint(path, expected, {}, signal);
          take(print);
        }
      }
      for (const print of await fingerprinter.fingerprintAll(together, {}, signal)) take(print);
    }
  }
  console.log(`${RUNS} walks, ${swaps} swaps: ${JSON.stringify(found)}`);
  expect(swapper.exitCode).toBeNull();
  expect(found).toMatchObject({ outside: 0 });
  for (const count of [found.own, found.refused, swaps]) expect(count).toBeGreaterThan(0);
}, 600_000);
