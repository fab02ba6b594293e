/**
 * How fast a file is read for a verification: with the digests that are always made, with one method beside them, with
 * everything that a fingerprint of 32 bytes can mean, and with all there are. Read by the program's own threads from a
 * sparse file, so that hashing is what is measured and no disk.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeReadDigests } from '../src-main/core/read-digests.ts';
import { makeWorkers } from '../src-main/core/workers.ts';
import { DIGEST_ALGORITHMS, type DigestAlgorithm } from '../src-shared/model/hash-method.ts';

const FILE_BYTES = 500_000_000;
const ROUNDS = 3; // the fastest counts: other programs only make it slower

const SETS: Readonly<Record<string, readonly DigestAlgorithm[]>> = {
  'BLAKE3 and SHA-256': [],
  'the same and SHA3-256': ['sha3-256'],
  'the same and Keccak-256': ['keccak-256'],
  'what 64 digits can mean': ['sha3-256', 'keccak-256', 'blake2b-256'],
  'all nine': DIGEST_ALGORITHMS.filter((each) => each !== 'sha256' && each !== 'blake3'),
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-bench-'));
const file = path.join(folder, 'large.raw');
fs.writeFileSync(file, '');
fs.truncateSync(file, FILE_BYTES);
const workers = makeWorkers('native'); // nothing is watched
const read = makeReadDigests(workers);
const never = new AbortController().signal;

/** MB a second of the clock, and of one processor. */
async function measured(algorithms: readonly DigestAlgorithm[]) {
  const spent = process.cpuUsage();
  const beganMs = performance.now();
  await read(file, { algorithms }, never);
  const seconds = (performance.now() - beganMs) / 1_000;
  const { user, system } = process.cpuUsage(spent);
  const megabytes = FILE_BYTES / 1_000_000;
  return [megabytes / seconds, megabytes / ((user + system) / 1_000_000)] as const;
}

try {
  await read(file, {}, never); // the threads start
  for (const [name, algorithms] of Object.entries(SETS)) {
    const rounds: (readonly [number, number])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(algorithms));
    const [clock, processor] = [0, 1].map((which) =>
      Math.round(Math.max(...rounds.map((each) => each[which] ?? 0))),
    );
    process.stdout.write(
      `${name.padEnd(26)}${String(clock).padStart(6)} MB/s   ${String(processor).padStart(6)} MB per second of a processor\n`,
    );
  }
} finally {
  await workers.close();
  fs.rmSync(folder, { recursive: true });
}
