/** Checks what somebody chose on this computer, with what this account read from the service. Asks nobody, writes nothing. */
import { checkChoice } from '../../../../src-shared/evidence/gather.ts';
import {
  type Evaluation,
  judgeAlone,
  judgeCertificate,
  type JudgedFile,
} from '../../../../src-shared/model/proofs/judge.ts';
import type { Judgement, Refusal } from '../../../../src-shared/model/proofs/judgement.ts';
import type { Confirmation } from '../../../../src-shared/model/proofs/proof.ts';
import type { CertificateReading } from '../../../../src-shared/model/proofs/read-certificate.ts';
import { judgeWith, type VerifierAccount } from '../../verify/decide-verdict.ts';
import { certificateTarget } from '../../verify/verify-target.ts';
import type { Workers } from '../../workers.ts';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type ChosenEntry,
  type DigestAll,
  type DigestOrder,
  MOST_ENTRIES,
  UnreadablePart,
} from '../../../../src-shared/evidence/chosen.ts';
import type { Digests } from '../../../../src-shared/model/proofs/hash-method.ts';
import type { StreamedDigests } from '../../../digests/streamed-digests.ts';
import { codeOf } from '../../../platform/errno.ts';
import type { Reader } from './reader.ts';

/** `paths`: absolute. `account` null: nobody has signed in here. Rejects with `signal.reason` on abort. */
export async function checkChosen(
  paths: readonly string[],
  account: VerifierAccount | null,
  workers: Pick<Workers, 'reader' | 'streamedDigests' | 'pdfReader'>,
  onRead: (doneBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<Judgement> {
  const chosen = await chosenOnDisk(paths, signal);
  return checkChoice(chosen, {
    digestAll: digestAllWith(workers.reader(), workers.streamedDigests(), signal),
    pdfText: (bytes) => workers.pdfReader().text(bytes),
    judge: ({ reading }, file) => judgeHere(reading, file, account),
    method: account?.method() ?? null,
    onRead,
  });
}

/** Both lights of a file and a certificate. */
export async function judgeHere(
  reading: CertificateReading | null,
  file: JudgedFile,
  account: VerifierAccount | null,
): Promise<{ readonly evaluation: Evaluation; readonly confirmation: Confirmation }> {
  if (reading === null) {
    const confirmation = { kind: 'unconfirmed', why: 'no-record' } as const;
    return { evaluation: judgeCertificate(file, null, null), confirmation };
  }
  if (account === null) return judgeAlone(reading, file);
  const target = certificateTarget(reading, account);
  const { evaluation, confirmation } = await judgeWith(file, { ...target, reading }, account);
  return { evaluation, confirmation };
}

/**
 * Files of this computer that somebody chose to be checked. Read-only; links and devices are never followed or opened.
 */
const PIECE_BYTES = 262_144;
const READ_AT_ONCE = 50;
const SMALL_BYTES = 16_384;
const PER_ORDER = 200;
const BYTES_PER_ORDER = 64_000_000;

interface DiskEntry extends ChosenEntry {
  readonly place: string;
}

/** `places`: absolute. A folder gives everything below it, without its own name; of several each has its name. */
async function chosenOnDisk(
  places: readonly string[],
  signal: AbortSignal,
): Promise<readonly ChosenEntry[]> {
  const found: ChosenEntry[] = [];
  for (const place of places) {
    const stats = await fs.lstat(place).catch(() => null);
    const name = path.basename(place);
    if (stats?.isDirectory() === true) {
      await walk(place, places.length === 1 ? '' : `${name}/`, found, signal);
    } else found.push(entryOf(place, name, stats?.size ?? 0, refusalOf(stats)));
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function refusalOf(stats: { isFile(): boolean; isSymbolicLink(): boolean } | null): Refusal | null {
  if (stats === null) return 'unreadable';
  if (stats.isFile()) return null;
  return stats.isSymbolicLink() ? 'link' : 'special';
}

async function walk(
  folder: string,
  prefix: string,
  found: ChosenEntry[],
  signal: AbortSignal,
): Promise<void> {
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    signal.throwIfAborted();
    try {
      for (const entry of await fs.readdir(path.join(folder, at), { withFileTypes: true })) {
        if (found.length >= MOST_ENTRIES) {
          found.push(entryOf(folder, `${prefix}…`, 0, 'too-many'));
          return;
        }
        const inside = at === '' ? entry.name : `${at}/${entry.name}`;
        if (entry.isDirectory()) open.push(inside);
        else found.push(await listed(path.join(folder, inside), prefix + inside, refusalOf(entry)));
      }
    } catch (error) {
      if (codeOf(error) === null) throw error;
      found.push(entryOf(folder, prefix + at, 0, 'unlisted-folder'));
    }
  }
}

async function listed(place: string, name: string, refusal: Refusal | null): Promise<ChosenEntry> {
  const stats = refusal === null ? await fs.lstat(place).catch(() => null) : null;
  return entryOf(place, name, stats?.size ?? 0, refusal ?? refusalOf(stats));
}

function entryOf(
  place: string,
  name: string,
  sizeBytes: number,
  refusal: Refusal | null,
): DiskEntry {
  let read = 0;
  return {
    place,
    path: name,
    sizeBytes,
    refusal,
    async slice(from, to) {
      read += 1;
      if (read % READ_AT_ONCE === 0) await setImmediate();
      return sliceOf(place, from, to);
    },
    async *pieces() {
      try {
        for await (const piece of createReadStream(place, { highWaterMark: PIECE_BYTES })) {
          yield piece as Buffer;
        }
      } catch (error) {
        throw codeOf(error) === null ? error : new UnreadablePart();
      }
    },
  };
}

function sliceOf(place: string, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  try {
    const handle = openSync(place, 'r');
    try {
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(handle, bytes, filled, bytes.length - filled, from + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw codeOf(error) === null ? error : new UnreadablePart();
  }
}

/** Files of the disk in threads, many in one order; what lies in a ZIP as it comes out of it. */
function digestAllWith(reader: Reader, streamed: StreamedDigests, signal: AbortSignal): DigestAll {
  return async (orders, onRead) => {
    const found: (Digests | null)[] = orders.map(() => null);
    const onDisk = orders.flatMap((order, at) => (isOnDisk(order.entry) ? [at] : []));
    const batches = batchesOf(orders, onDisk);
    await Promise.all(
      batches.map(async (batch) => {
        const order = batch.flatMap((at) => {
          const { entry, algorithms } = orders[at] ?? {};
          return entry !== undefined && isOnDisk(entry)
            ? [{ source: entry.place, algorithms: algorithms ?? [] }]
            : [];
        });
        const digests = await reader.read(order, onRead, signal);
        for (const [index, at] of batch.entries()) found[at] = digests[index] ?? null;
      }),
    );
    for (const [at, { entry, algorithms }] of orders.entries()) {
      if (isOnDisk(entry)) continue;
      signal.throwIfAborted();
      const isSmall = entry.sizeBytes <= SMALL_BYTES;
      const digests = isSmall
        ? digestsHere(entry, algorithms)
        : streamed.of(entry.pieces(), algorithms, signal);
      found[at] = await digests.catch((error: unknown) => {
        if (error instanceof UnreadablePart) return null;
        throw error;
      });
      onRead(entry.sizeBytes);
    }
    return found;
  };
}

/** To send it to a thread would take longer. */
async function digestsHere(
  { pieces }: ChosenEntry,
  algorithms: DigestOrder['algorithms'],
): Promise<Digests> {
  const { startDigests } = await import('../../../digests/digest-algorithms.ts');
  const running = startDigests(algorithms);
  for await (const piece of pieces()) running.update(Buffer.from(piece));
  return running.finish();
}

function isOnDisk(entry: ChosenEntry): entry is DiskEntry {
  return 'place' in entry;
}

function batchesOf(orders: readonly DigestOrder[], onDisk: readonly number[]): readonly number[][] {
  const batches: number[][] = [];
  let bytes = 0;
  for (const at of onDisk) {
    const last = batches.at(-1);
    if (last === undefined || last.length === PER_ORDER || bytes > BYTES_PER_ORDER) {
      batches.push([at]);
      bytes = 0;
    } else last.push(at);
    bytes += orders[at]?.entry.sizeBytes ?? 0;
  }
  return batches;
}
