/**
 * Right before the last bytes of an upload leave: whether another computer of the account has paid for its content meanwhile.
 * What a batch pays for was compared with the list when it began; this looks at the list's newest files again, once for all
 * uploads of a second, and only where another computer of the account is known. It begins while the bytes are sent.
 *
 * A list that cannot be read now, or does not come in time, holds nothing up: no upload begins on a list older than a minute
 * as it is, and one that waited for a list which the service does not show would wait for ever.
 */
import type { DigestAlgorithm, Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import {
  equalReading,
  keptDigests,
  readFileHash,
} from '../../../src-shared/model/proofs/file-hash.ts';
import type { UnaccountedFile } from '../../db/uploads/compared-place-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import {
  type ContentDigests,
  type Destination,
  type RemoteFile,
  type SourceVersion,
  destinationKey,
} from '../common/ports.ts';
import { listProjectFiles, type ListPorts } from '../common/list-project-files.ts';
import type { ServiceGate } from '../common/service-gate.ts';

/** No second look begins within. */
const YOUNG_MS = SECOND_MS;
/** One that began earlier says too little: what two computers send two seconds apart is charged once. */
const OLDEST_MS = 1.5 * SECOND_MS;
/** So long the last bytes wait for it. */
const LONGEST_MS = 3 * SECOND_MS;
/** Files from the end that are read again where a list begins with its oldest. */
const OVERLAP = 25;
/** Requests for FileHash in one look; the next batch asks for the others. */
const MOST_HASHES = 16;

/** `untold`: a file of this name came from another computer, and nobody can tell whether it has this content. */
export type LastSight =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'recorded'; readonly digests: Digests }
  | { readonly kind: 'untold' };

interface Look {
  /** On both clocks: the steady one may stand still while the computer sleeps, the other may be set. */
  readonly begunMs: number;
  readonly begunAtMs: number;
  /** Rejects for bugs alone. */
  readonly done: Promise<void>;
}

export type LastLook = ReturnType<typeof makeLastLook>;

export function makeLastLook(
  ports: ListPorts & { readonly digests: ContentDigests; readonly gate: ServiceGate },
) {
  const { state, remote, quirks, clock, digests, gate } = ports;
  const looks = new Map<string, Look>();
  /** Where the newest files begin in lists that begin with their oldest. */
  const newestFrom = new Map<string, number>();
  /** Destinations whose lists are certain to begin with their newest. */
  const newestFirst = new Set<string>();
  /** Files whose FileHash was asked for in this status. */
  const asked = new Set<string>();
  /** By destination: what the FileHashes that came may be made with. */
  const algorithms = new Map<string, Set<DigestAlgorithm>>();

  function begin(place: Destination): Look {
    const done = withinTime(async (signal) => {
      await readNewest(place, signal);
      await readHashes(place, signal);
    });
    done.catch(() => undefined); // whoever waits for it gets the error
    const look = { begunMs: clock.monotonicMs(), begunAtMs: clock.nowMs(), done };
    looks.set(destinationKey(place), look);
    return look;
  }

  function youngerThan(ms: number, place: Destination): Look | null {
    const look = looks.get(destinationKey(place));
    if (look === undefined) return null;
    const ageMs = Math.max(clock.monotonicMs() - look.begunMs, clock.nowMs() - look.begunAtMs);
    return ageMs <= ms ? look : null;
  }

  /** Ends `work` when it takes too long: then nothing more was seen. */
  async function withinTime(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const [limit, over] = [new AbortController(), new AbortController()];
    const expiry = clock.sleep(LONGEST_MS, over.signal).then(
      () => limit.abort(new Error('the last look takes too long')),
      () => undefined, // it was over before
    );
    try {
      await work(limit.signal);
    } catch (error) {
      if (!limit.signal.aborted) throw error;
    } finally {
      over.abort();
      await expiry;
    }
  }

  /** From the newest on until one that was there before; both ends of a list that does not tell which is the newer one. */
  async function readNewest(place: Destination, signal: AbortSignal): Promise<void> {
    const key = destinationKey(place);
    const known = newestFrom.get(key);
    const first = await readFrom(known ?? null, place, signal);
    if (first === null || known !== undefined || first.files.length >= first.length) return;
    if (orderOf(first.files) === 'newest-first') newestFirst.add(key);
    if (newestFirst.has(key)) return;
    const from = Math.max(0, first.length - OVERLAP);
    const last = await readFrom(from, place, signal);
    if (last === null) return;
    if (orderOf([...first.files, ...last.files]) === 'oldest-first') newestFrom.set(key, from);
  }

  /**
   * `oldestFrom`: where to begin in a list that may begin with its oldest, which is read to its end, however few files one page
   * has; null: at its beginning, until one that was there before. Null: it cannot be read now.
   */
  async function readFrom(oldestFrom: number | null, place: Destination, signal: AbortSignal) {
    if (gate.waitsFor() !== null) return null;
    const from = oldestFrom ?? 0;
    const known = new Set<string>();
    const isEnough = ({ fileId }: RemoteFile) => {
      if (state.listedFiles.wasListed(place, fileId)) known.add(fileId);
      return oldestFrom === null && known.has(fileId);
    };
    const listing = { ...ports, waitsFor: gate.waitsFor };
    const listed = await listProjectFiles(listing, place, isEnough, signal, from);
    if (!listed.ok) {
      if (concernsEverything(listed.fault)) gate.failed(listed.fault);
      return null;
    }
    const { totalRecords } = listed.value;
    const files = listed.value.files.map(({ fileId, uploadedIso }) => ({
      isNew: !known.has(fileId),
      uploadedMs: msFromIso(uploadedIso),
    }));
    const length = oldestFrom === null ? (totalRecords ?? files.length) : from + files.length;
    if (newestFrom.has(destinationKey(place)))
      newestFrom.set(destinationKey(place), Math.max(from, length - OVERLAP));
    return { files, length };
  }

  /** What they are tells their FileHash, which is asked for once in each status. */
  async function readHashes(place: Destination, signal: AbortSignal): Promise<void> {
    const key = destinationKey(place);
    const isAwaited = awaitedFromHere(place);
    const unread = state.unaccountedFiles
      .unread(place)
      .filter((file) => !asked.has(`${key} ${file.fileId} ${file.status}`) && !isAwaited(file))
      .slice(-MOST_HASHES);
    const faults = await Promise.all(
      unread.map(async ({ fileId, status }) => {
        if (gate.waitsFor() !== null) return null;
        const hash = await remote.fileHash(place, fileId, signal);
        asked.add(`${key} ${fileId} ${status}`);
        if (!hash.ok) return hash.fault;
        const known = algorithms.get(key) ?? new Set();
        for (const { algorithm } of readFileHash(hash.value ?? '')) known.add(algorithm);
        algorithms.set(key, known);
        return null;
      }),
    );
    const fault = faults.find((one) => one !== null && concernsEverything(one)) ?? null;
    if (fault !== null) gate.failed(fault);
  }

  async function sightOf(
    job: UploadJobRow,
    source: SourceVersion,
    signal: AbortSignal,
  ): Promise<LastSight> {
    const known = await digestsOf(job, source, signal);
    const isPaid = state.unaccountedFiles
      .withHash(job, Object.values(known))
      .some(({ fileHash }) => equalReading(readFileHash(fileHash), known) !== null);
    if (isPaid) return { kind: 'recorded', digests: known };
    const isAwaited = awaitedFromHere(job);
    const isUntold = state.unaccountedFiles
      .named(job, job.name)
      .some((file) => file.fileHash === null && !isAwaited(file));
    return { kind: isUntold ? 'untold' : 'nothing' };
  }

  /** Tells the records of forms that left completely, and whose answers have not come yet. */
  function awaitedFromHere(place: Destination): (file: UnaccountedFile) => boolean {
    const { uploads } = state;
    const left = [...uploads.withOutcome('open'), ...uploads.withOutcome('unknown')].filter(
      (job) =>
        destinationKey(job) === destinationKey(place) && !mayBeStopped(uploads.stateOf(job.id)),
    );
    const names = new Set(
      left.map((job) => `${secondOf(job.uploadedIso)} ${job.name.normalize()}`),
    );
    return ({ name, uploadedIso }) => names.has(`${secondOf(uploadedIso)} ${name}`);
  }

  /** With those of which the FileHash of files may be made that came since the batch was compared. */
  async function digestsOf(
    job: UploadJobRow,
    source: SourceVersion,
    signal: AbortSignal,
  ): Promise<Digests> {
    const kept = keptDigests(state.contents.get(job.contentId));
    const seen = [...(algorithms.get(destinationKey(job)) ?? [])];
    const learned = quirks.hashMethod()?.algorithm;
    const likely = learned === undefined || seen.length === 0 ? seen : [learned];
    const missing = likely.filter((algorithm) => kept[algorithm] === undefined);
    const made = missing.length === 0 ? null : await digests.of(source, missing, signal);
    return { ...kept, ...made };
  }

  return {
    /** An upload to this destination will be complete within about a second. */
    prepare(place: Destination): void {
      if (youngerThan(YOUNG_MS, place) === null && state.comparedPlaces.isShared()) begin(place);
    },
    /** Resolves within seconds, and rejects for bugs alone. Call it when only the last bytes are left. */
    async about(job: UploadJobRow, source: SourceVersion): Promise<LastSight> {
      if (!state.comparedPlaces.isShared()) return { kind: 'nothing' };
      await (youngerThan(OLDEST_MS, job) ?? begin(job)).done;
      let sight: LastSight = { kind: 'nothing' };
      await withinTime(async (signal) => void (sight = await sightOf(job, source, signal)));
      return sight;
    },
  };
}

interface SeenFile {
  /** No list has shown it before. */
  readonly isNew: boolean;
  readonly uploadedMs: number | null;
}

/**
 * Told only where what is new stands at one end and the times agree: times come from the clocks of those who sent the files, a
 * service may give all files one, and an old file may never have been listed.
 */
function orderOf(files: readonly SeenFile[]): 'newest-first' | 'oldest-first' | 'not-told' {
  const [firstMs, lastMs] = [files[0]?.uploadedMs ?? null, files.at(-1)?.uploadedMs ?? null];
  const isNewAt = (index: number) => files.at(index)?.isNew === true;
  if (firstMs === null || lastMs === null || isNewAt(0) === isNewAt(-1)) return 'not-told';
  if (isNewAt(0)) return firstMs > lastMs ? 'newest-first' : 'not-told';
  return firstMs < lastMs ? 'oldest-first' : 'not-told';
}

/** A service may cut times to seconds. */
function secondOf(iso: string): number {
  return Math.floor((msFromIso(iso) ?? 0) / SECOND_MS);
}
