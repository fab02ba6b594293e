/**
 * One large file on a line that breaks again and again, in some breaks together with the program, which is then started
 * anew. Tells what was sent, what was booked and how much memory it took. Linux only where it looks into `/proc`.
 */
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startCuttingRelay } from '../../src-main/pipeline/upload/test-support/cutting-relay.ts';
import { writeLargeFile } from './contents.ts';
import type { Lab, SyncDocument } from './lab.ts';
import type { TakenIn } from './mock-control.ts';
import type { Running } from './program.ts';

export interface CutPlan {
  readonly sizeBytes: number;
  /** Evenly over the file. */
  readonly cuts: number;
  /** Of them, those at which the program is killed too. */
  readonly kills: number;
}

export interface CutReport {
  readonly cuts: number;
  readonly kills: number;
  /** What passed the relay towards the service, questions and headers included. */
  readonly passedBytes: number;
  /** What the program wrote anywhere, in all its lives, as last seen: above all the bytes given to the kernel. */
  readonly writtenBytes: number;
  /** Resident memory of the lives that sent, in the order it was seen. */
  readonly residentBytes: readonly number[];
  /** SHA-256 of the file. */
  readonly sha256: string;
  readonly takenIn: readonly TakenIn[];
  readonly last: SyncDocument & { code: number | null };
}

const LOOK_EVERY_MS = 10;

/** The lab's person must not be signed in yet. */
export async function runCutUpload(
  lab: Lab,
  { sizeBytes, cuts, kills }: CutPlan,
): Promise<CutReport> {
  const every = Math.floor(sizeBytes / (cuts + 1));
  const limits = Array.from({ length: cuts }, () => every);
  await using relay = await startCuttingRelay(Number(new URL(lab.mock.url).port), limits);
  await lab.signIn(undefined, { server: relay.origin });
  const sha256 = writeLargeFile(await lab.write('data/large.raw'), sizeBytes);
  await lab.watch('data', '--check', 'never');
  const passedBefore = total(relay.passedBytes());
  const cutsSoFar = () => relay.passedBytes().filter((bytes) => bytes >= every).length;

  const residentBytes: number[] = [];
  let [writtenBytes, killed] = [0, 0];
  for (let killAt = 2; killed < kills; killAt += 2) {
    const run = lab.start(['sync', '--yes']);
    const over = run.ended.then(() => true);
    const watched = watch(run, () => cutsSoFar() >= killAt);
    if (await Promise.race([over, watched.then(() => false)])) throw new Error(run.spoken());
    run.send('SIGKILL');
    await run.ended;
    killed += 1;
  }
  const run = lab.start(['sync', '--yes', '--json']);
  let hasEnded = false;
  void run.ended.then(() => (hasEnded = true));
  await watch(run, () => hasEnded);
  const { code, stdout } = await run.ended;
  return {
    cuts: Math.min(cuts, cutsSoFar()),
    kills: killed,
    passedBytes: total(relay.passedBytes()) - passedBefore,
    writtenBytes,
    residentBytes,
    sha256,
    takenIn: await lab.mock.takenIn(),
    last: { ...(JSON.parse(stdout) as SyncDocument), code },
  };

  /** Resolves when `isTime`; meanwhile, while bytes flow, keeps an eye on the program. */
  async function watch({ pid }: Running, isTime: () => boolean): Promise<void> {
    let written = 0;
    let passed = total(relay.passedBytes());
    while (!isTime()) {
      const seen = lookAt(pid);
      const now = total(relay.passedBytes());
      if (seen !== null) written = seen.writtenBytes;
      if (seen !== null && now > passed + 100_000) residentBytes.push(seen.residentBytes);
      passed = now;
      await wait(LOOK_EVERY_MS);
    }
    writtenBytes += written;
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Null where the system does not tell, or when the program is gone. */
function lookAt(
  pid: number | undefined,
): { readonly residentBytes: number; readonly writtenBytes: number } | null {
  const resident = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1];
  const written = /wchar: (\d+)/.exec(textOf(`/proc/${pid}/io`))?.[1];
  if (resident === undefined || written === undefined) return null;
  return { residentBytes: Number(resident) * 1_024, writtenBytes: Number(written) };
}

function textOf(path: string): string {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return ''; // the program may end between two looks
    throw error;
  }
}
