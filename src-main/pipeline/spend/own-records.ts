/**
 * Before a batch is paid for: finds what this account has paid for and this database does not know, because another
 * computer of the account sent it, or because the database went back in time. The list of each destination is read once
 * for a batch, and the content of each unknown file of the account is asked for once for ever. What no list can tell is
 * left to the duplicate check where something is missing for certain.
 */
import { createHash } from 'node:crypto';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import { CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import type { DigestAlgorithm, Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { DAY_MS, SECOND_MS, MINUTE_MS, msFromIso } from '../../../src-shared/model/text/time.ts';
import {
  keptDigests,
  readFileHash,
  equalReading,
} from '../../../src-shared/model/proofs/file-hash.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { UnaccountedFile, HashedFile } from '../../db/uploads/compared-place-repository.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import {
  type ChargeHistory,
  type ContentDigests,
  type Destination,
  destinationKey,
} from '../common/ports.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { ListPorts } from '../common/list-project-files.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { makeOwnLists } from './own-lists.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { Stage, Step } from '../common/stage.ts';
import type { ApprovedFiles } from '../upload/waiting-line.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { applyServiceStatus, keepRecord } from '../decide/keep-record.ts';
import type { ServiceQuirks, UploadedQuirk } from '../common/service-quirks.ts';

/** Requests for FileHash, and files that are read again, at once. */
const AT_ONCE = 4;
/** So long after an upload a second record of its content is looked for: two computers pay twice at the same moment. */
const NAMESAKES_MS = DAY_MS;
/** Then the service does not give it: another status may change that. */
const MOST_REFUSALS = 3;
/** So long a batch waits for the contents of files with other names. The next batch goes on with them. */
const HASHES_MS = 30 * SECOND_MS;

/**
 * `same`: the files may be paid for as they are. `news`: something was decided anew. `not-now`: no request can be made, and
 * nothing may be paid for.
 */
export type CaughtUp = 'same' | 'news' | 'not-now';

export type OwnRecords = ReturnType<typeof makeOwnRecords>;

type Files = () => Iterable<FileRow>;

interface Compared {
  readonly place: Destination;
  /** Of the batch, there. */
  readonly files: Files;
  /** The list was read to its end. */
  readonly isComplete: boolean;
  /** Whose digests could not be made. */
  readonly unmade: readonly FileRow[];
}

export function makeOwnRecords(
  ports: ListPorts & {
    readonly transitions: FileTransitions;
    readonly digests: ContentDigests;
    readonly charges: ChargeHistory;
    readonly gate: ServiceGate;
  },
) {
  const { state, remote, quirks, clock, transitions, digests, charges, gate } = ports;
  const { unaccountedFiles, comparedContents, comparedPlaces } = state;
  const lists = makeOwnLists(ports);
  const takeIn = makeTakeIn({ ...ports, isGone: lists.isGone });
  /** How often the service did not give the FileHash of a file in this status. */
  const refusals = new Map<string, number>();
  /** Contents that the duplicate check was asked about because of a doubt. */
  const doubted = new Set<number>();
  /** Names of files whose content the platform has, by destination: their records may be the account's own. */
  const wanted = new Map<string, { readonly place: Destination; readonly names: Set<string> }>();
  let news = 0;
  let isDue = false;

  /**
   * `files`: what is about to be paid for; may be read several times. `isApproved`: what nobody can tell is left to the
   * duplicate check, which uploads the content. Rejects with the signal's reason on abort.
   */
  async function catchUp(
    files: Files,
    isApproved: boolean,
    signal: AbortSignal,
  ): Promise<CaughtUp> {
    const before = news;
    isDue = false;
    wantNamesakes();
    if (!(await readHistory(signal))) return 'not-now';
    const places = new Map<string, Destination>();
    for (const place of placesOf(files)) places.set(destinationKey(place), place);
    const compared: Compared[] = [];
    for (const [key, place] of places) {
      if (creatorOf(place.projectId) !== null) continue; // it does not exist yet
      const one = await compare(place, () => ofPlace(key, files()), signal);
      if (one === null) return 'not-now';
      compared.push(one);
    }
    // What is missing may have been for a record in any of them.
    state.transaction(() => {
      const isMissing = comparedPlaces.isMissing(state.bookNowMs());
      for (const one of compared) {
        const untold = judge(one, isMissing);
        if (isApproved) untold.forEach(doubt);
      }
    });
    for (const { place } of compared) lists.noteCompared(place);
    isDue = false; // whoever asked meanwhile is answered by this
    return news === before ? 'same' : 'news';
  }

  function* placesOf(files: Files): Generator<Destination> {
    for (const file of files()) yield placeOf(file);
    yield* comparedPlaces.uncompared();
    for (const { place } of wanted.values()) yield place;
  }

  /** A file of the account with the name of an upload of late may be a second record of it, wherever that came from. */
  function wantNamesakes(): void {
    const uploaded = state.uploads.recordedSince(state.bookNowMs() - NAMESAKES_MS);
    const keys = new Set(uploaded.map(nameKey));
    const names = uploaded.map((job) => job.name);
    for (const { name, ...place } of unaccountedFiles.unreadNamed(names)) {
      if (keys.has(nameKey({ ...place, name }))) want(place, name);
    }
    // Its FileHash may have been read while the upload was on its way, and could have been that of the upload itself.
    for (const { fileHash, ...file } of unaccountedFiles.hashedNamed(names)) {
      const { projectId, visibility } = file;
      if (keys.has(nameKey(file)) && takeIn.ofHash(fileHash, { projectId, visibility })) news += 1;
    }
  }

  function want(place: Destination, name: string): void {
    const key = destinationKey(place);
    const others = wanted.get(key)?.names ?? [];
    wanted.set(key, { place, names: new Set([...others, name.normalize()]) });
  }

  function* ofPlace(key: string, files: Iterable<FileRow>): Generator<FileRow> {
    for (const file of files) if (destinationKey(placeOf(file)) === key) yield file;
  }

  function placeOf(file: FileRow): Destination {
    const { projectId, visibility } = transitions.assignmentOf(file);
    return { projectId, visibility };
  }

  /** What the balance may hide, the history tells. False: no request can be made. */
  async function readHistory(signal: AbortSignal): Promise<boolean> {
    const sinceMs = comparedPlaces.untoldSinceMs();
    if (sinceMs === null) return true;
    const fault = await charges.refresh(sinceMs, signal);
    if (fault !== null && concernsEverything(fault)) return failed(fault);
    const spent =
      fault === null ? charges.evidence(sinceMs - CLOCK_SLACK_MS, state.bookNowMs()) : null;
    state.transaction(() => {
      comparedPlaces.noteHistoryRead();
      // With an own upload in doubt the charge may be for that one.
      if (spent === 'unexplained' && state.charges.isQuiet(0)) {
        const atMs = state.bookNowMs();
        comparedPlaces.suspectCharge({ credits: 1, sinceMs, atMs }); // or more
      } else if (spent !== 'none') comparedPlaces.suspect();
    });
    return true;
  }

  /** Null: no request can be made. */
  async function compare(
    place: Destination,
    files: Files,
    signal: AbortSignal,
  ): Promise<Compared | null> {
    const isComplete = await lists.read(place, signal);
    if (isComplete === null || !(await readHashes(place, files, signal))) return null;
    const unmade = unaccountedFiles.hasHashed(place) ? await identify(place, files(), signal) : [];
    wanted.delete(destinationKey(place));
    return { place, files, isComplete, unmade };
  }

  /** Returns the files about which nobody could tell. */
  function judge(
    { place, files, isComplete, unmade }: Compared,
    isMissing: boolean,
  ): readonly FileRow[] {
    const unread = unexplained(place);
    comparedPlaces.noteCompared(place, isComplete && unread.length === 0 && !isMissing);
    const isHidden = !isComplete && comparedPlaces.hasFromElsewhere(place);
    if (isHidden || comparedPlaces.isDoubtful(place)) return [...files()];
    if (unread.length === 0) return unmade;
    const names = new Set(unread.map(({ name }) => name));
    return [...unmade, ...[...files()].filter(({ name }) => names.has(name.normalize()))];
  }

  /** Those with the names of the batch first, and all of these. False: no request can be made. */
  async function readHashes(
    place: Destination,
    files: Files,
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = destinationKey(place);
    const askedAs = ({ fileId, status }: UnaccountedFile) => `${key} ${fileId} ${status}`;
    const unread = unexplained(place).filter(
      (file) => (refusals.get(askedAs(file)) ?? 0) < MOST_REFUSALS,
    );
    if (unread.length === 0) return true;
    const names = new Set(wanted.get(key)?.names);
    const others = names.size;
    for (const { name } of files()) names.add(name.normalize());
    const isWanted = ({ name }: UnaccountedFile) => names.has(name);
    const untilMs = clock.monotonicMs() + (names.size > others ? HASHES_MS : 0);
    let fault: ServiceFault | null = null;
    const inOrder = [...unread.filter(isWanted), ...unread.filter((file) => !isWanted(file))];
    await inLanes(inOrder, async (file) => {
      fault ??= gate.waitsFor();
      if (fault !== null || (!isWanted(file) && clock.monotonicMs() >= untilMs)) return;
      const asked = await remote.fileHash(place, file.fileId, signal);
      if (!asked.ok && concernsEverything(asked.fault)) fault = asked.fault;
      else refusals.set(askedAs(file), (refusals.get(askedAs(file)) ?? 0) + 1);
      if (asked.ok && asked.value !== null && takeIn.ofHash(asked.value, place)) news += 1;
    });
    return fault === null || failed(fault);
  }

  /** Files whose content nobody could tell, without as many as are on their way from here under the same name. */
  function unexplained(place: Destination): readonly UnaccountedFile[] {
    const unread = unaccountedFiles.unread(place);
    if (unread.length === 0) return unread;
    const onTheWay = new Map<string, number>();
    for (const job of [
      ...state.uploads.withOutcome('open'),
      ...state.uploads.withOutcome('unknown'),
    ]) {
      if (destinationKey(job) !== destinationKey(place) || !isOnItsWay(job, state)) continue;
      const name = job.name.normalize();
      onTheWay.set(name, (onTheWay.get(name) ?? 0) + 1);
    }
    return unread.filter(({ name }) => {
      const left = onTheWay.get(name) ?? 0;
      onTheWay.set(name, left - 1);
      return left <= 0;
    });
  }

  /** Compares the contents of the batch with all FileHashes that are known of the place. Returns those that could not be. */
  async function identify(
    place: Destination,
    files: Iterable<FileRow>,
    signal: AbortSignal,
  ): Promise<readonly FileRow[]> {
    const unmade: FileRow[] = [];
    const learned = quirks.hashMethod();
    const known = unaccountedFiles.hashes(place);
    const algorithms = learned === null ? algorithmsOf(known) : [learned.algorithm];
    const hashes = digestOf([...algorithms.toSorted(), ...known.toSorted()]);
    const before = comparedContents.get(place);
    const others = new NumberSet(before?.hashes === hashes ? before.contents : undefined);
    let hasMore = false;
    const compareOne = async (file: FileRow): Promise<void> => {
      if (file.contentId === null || others.has(file.contentId)) return;
      const content = state.contents.get(file.contentId);
      const kept = keptDigests(content);
      const missing = algorithms.filter((algorithm) => kept[algorithm] === undefined);
      const { blake3 } = content;
      const identity = identityFromKey(file.identity);
      const source = { path: transitions.placeOf(file), name: file.name, identity, blake3 };
      const made = missing.length === 0 ? null : await digests.of(source, missing, signal);
      const all = { ...kept, ...made };
      if (takeIn.ofContent(content.id, place, all)) news += 1;
      else if (missing.length > 0 && made === null) unmade.push(file);
      else if (!takeIn.isAmong(place, all)) {
        others.add(content.id);
        hasMore = true;
      }
    };
    try {
      await inLanes(files, compareOne);
    } finally {
      // Also when the rest is left for later.
      if (hasMore) {
        state.repeatable(() => comparedContents.keep(place, { hashes, contents: others.bytes() }));
      }
    }
    return unmade;
  }

  /** Nobody can tell whether this account has paid for it: the platform says whether it has the content, once in a run. */
  function doubt({ contentId }: FileRow): void {
    if (contentId === null || doubted.has(contentId)) return;
    doubted.add(contentId);
    state.contents.doubt(contentId);
  }

  function failed(fault: ServiceFault): false {
    gate.failed(fault);
    return false;
  }

  return {
    catchUp,
    doubt,
    /** The platform has the content of this file: if it is a record of this account, it is taken in, now or with the next batch. */
    takeIn: (file: FileRow, made: Digests = {}) => {
      const { contentId, name } = file;
      if (contentId === null) return;
      const place = placeOf(file);
      const known = { ...keptDigests(state.contents.get(contentId)), ...made };
      if (takeIn.ofContent(contentId, place, known)) return;
      want(place, name);
    },
    /** Whether an upload to this destination may begin: not if its list was read too long ago. Then, or soon, it is due. */
    mayBegin: (place: Destination) => {
      const age = lists.ageOf(place);
      if (age !== 'current') isDue = true;
      return age !== 'outdated';
    },
    /** It is time to catch up again. */
    isDue: () => isDue,
    /** Whether something may have been paid for elsewhere that no batch asks about. */
    hasToCompare(): boolean {
      wantNamesakes();
      return wanted.size > 0 || comparedPlaces.uncompared().length > 0;
    },
    /** Records that were taken in since the run began. */
    takenIn: () => takeIn.records(),
  };
}

function nameKey({ name, ...place }: Destination & { readonly name: string }): string {
  return `${destinationKey(place)} ${name.normalize()}`;
}

function algorithmsOf(hashes: readonly string[]): readonly DigestAlgorithm[] {
  return [...new Set(hashes.flatMap(readFileHash).map(({ algorithm }) => algorithm))];
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\n`);
  return hash.digest('hex');
}

async function inLanes<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      await work(next.value);
    }
  });
  await Promise.all(lanes);
}

/** A set of whole numbers from 0 on, of which most up to the highest are in it: a bit for each. */
export class NumberSet {
  #bytes: Uint8Array;

  /** `bytes`: of another one. */
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#bytes = Uint8Array.from(bytes);
  }

  has(number: number): boolean {
    return ((this.#bytes[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    const at = number >>> 3;
    if (at >= this.#bytes.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (number & 7));
  }

  /** To keep them. */
  bytes(): Uint8Array {
    return this.#bytes;
  }
}

/** How often something to compare is looked for in the database. */
const COMPARING_PERIOD_MS = MINUTE_MS;

/**
 * Catches up again beside a batch that takes long, or that waited: no upload begins on an outdated list. And where
 * nothing is to be paid for, so that what another computer paid for besides is named.
 */
export function makeOwnRecordsStage(ports: {
  readonly state: State;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ownRecords: Pick<OwnRecords, 'catchUp' | 'isDue' | 'hasToCompare'>;
  readonly approved: Pick<ApprovedFiles, 'pendingIds'>;
  readonly gate: Pick<ServiceGate, 'isPassing'>;
}): Stage {
  const { state, ownRecords, approved, gate, clock } = ports;
  let comparesAtMs = 0;

  const waiting = () =>
    state.files.getAll(approved.pendingIds()).filter(({ state: row }) => row === 'ready');

  async function catchUp(signal: AbortSignal): Promise<Step> {
    await ownRecords.catchUp(waiting, true, signal);
    return 'waiting';
  }

  return {
    concurrency: 1,
    take() {
      if (!gate.isPassing()) return [];
      if (ownRecords.isDue()) return [catchUp];
      if (clock.monotonicMs() < comparesAtMs) return [];
      comparesAtMs = clock.monotonicMs() + COMPARING_PERIOD_MS;
      return ownRecords.hasToCompare() ? [catchUp] : [];
    },
    nextDueMs: () => null, // the upload stage says when it is due
  };
}

// Takes records of this account into the ledger that another computer of the account made, or that this database has
// forgotten: a FileHash of the service is that of one of our contents. It asks nobody.

/** States of rows that may still be sent, or only know of a record elsewhere. */
const UNSENT = ['ready', 'checking', 'duplicate', 'changed', 'failed', 'held'] as const;

function makeTakeIn(ports: {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly clock: Clock;
  readonly quirks: ServiceQuirks;
  /** A list showed this record once, and shows it no more. */
  readonly isGone: (place: Destination, fileId: string) => boolean;
}) {
  const { state, transitions, clock, quirks, isGone } = ports;
  let records = 0;

  /** True when the content is known now. */
  function ofContent(contentId: number, place: Destination, digests: Digests): boolean {
    const found = state.unaccountedFiles.withHash(place, Object.values(digests)).flatMap((file) => {
      const method = equalReading(readFileHash(file.fileHash), digests);
      return method === null ? [] : [{ file, method }];
    });
    const [first] = found;
    if (first === undefined) return false;
    const { algorithm, encoding } = first.method;
    quirks.learnHashMethod({ algorithm, encoding });
    return state.transaction(() => {
      const kept = found.filter(({ file }) => keep(contentId, place, file));
      if (kept.length === 0) return false;
      for (const file of state.files.withContent(contentId, [...UNSENT])) transitions.decide(file);
      return true;
    });
  }

  /** False when it is, or may be, the result of an upload from here whose answer is still to come. */
  function keep(contentId: number, place: Destination, file: HashedFile): boolean {
    const { projectId, visibility } = place;
    const { fileId, name, status, uploadedIso, isOwn } = file;
    const live = state.uploads.live(contentId, projectId, visibility);
    if (live !== null && isOnItsWay(live, state)) return false;
    state.unaccountedFiles.forget(place, file);
    if (!isOwn) {
      const project = state.projects.get(projectId)?.project.name ?? projectId;
      const answer = { exists: true, fileName: name, project, askedAtMs: clock.nowMs() };
      state.contents.keepPlatformAnswer(contentId, answer);
      return true;
    }
    const facts = { contentId, projectId, visibility, fileId, name, status, uploadedIso };
    const record =
      live === null
        ? state.records.keep({ ...facts, receivedAtMs: clock.nowMs() })
        : keepRecord(ports, live, { fileId, status }, 'file-hash');
    if (record === null) return false;
    if (live === null) noteSecond(record);
    records += 1;
    applyServiceStatus(ports, record.id, file);
    return true;
  }

  /**
   * A second record of what was paid for from here: of a form of ours that the service denied and recorded later, besides the
   * one that was sent in its place, or of another computer of the account. Each form has a time of its own, which tells them
   * apart; without it, it could be the same. Where the first is shown no more, the service has given the record another id, and
   * has charged once.
   */
  function noteSecond({ id, contentId, projectId, visibility, uploadedIso }: LedgerRecord): void {
    const quirk = quirks.uploaded();
    const isThere = (recordId: number) =>
      !isGone({ projectId, visibility }, state.records.get(recordId).fileId);
    const jobs = state.uploads.ofContent(contentId, projectId, visibility);
    const paid = jobs.find(
      ({ recordId }) => recordId !== null && recordId !== id && isThere(recordId),
    );
    const isOurs = jobs.some((job) => isSameTime(job.uploadedIso, uploadedIso, quirk));
    if (paid === undefined || msFromIso(uploadedIso) === null || quirk === 'replaced') return;
    const second = { recordId: id, isElsewhere: !isOurs, foundAtMs: state.bookNowMs() };
    state.charges.noteSecond(paid.id, second);
  }

  return {
    ofContent,
    /** One of the FileHashes of the place is one of these digests. */
    isAmong: (place: Destination, digests: Digests): boolean =>
      state.unaccountedFiles.withHash(place, Object.values(digests)).length > 0,
    /** A content of which the digest was made already. True when there is one. */
    ofHash(fileHash: string, place: Destination): boolean {
      const contents = readFileHash(fileHash).flatMap(({ algorithm, digestHex }) => {
        if (algorithm === 'sha256') return state.contents.withSha256(digestHex) ?? [];
        return algorithm === 'blake3' ? (state.contents.withBlake3(digestHex) ?? []) : [];
      });
      return contents.some((content) => ofContent(content.id, place, keptDigests(content)));
    },
    /** How many were taken in. */
    records: () => records,
  };
}

/** Its bytes leave now, or may have arrived: what becomes of it is found out from its answer, or by its own search. */
function isOnItsWay({ fileId, outcome }: UploadJobRow, { files }: Pick<State, 'files'>): boolean {
  return outcome === 'unknown' || files.get(fileId)?.state === 'uploading';
}

/** Each upload has a time of its own, which a service may cut to seconds. */
function isSameTime(sent: string, shown: string, quirk: UploadedQuirk | null): boolean {
  const sentMs = msFromIso(sent);
  const shownMs = msFromIso(shown);
  if (sentMs === null || shownMs === null) return false;
  if (quirk === 'exact') return sentMs === shownMs;
  return Math.floor(sentMs / SECOND_MS) === Math.floor(shownMs / SECOND_MS);
}
