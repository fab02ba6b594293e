/**
 * Takes records of this account into the ledger that another computer of the account made, or that this database has
 * forgotten: a FileHash of the service is that of one of our contents. It asks nobody.
 */
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  equalReading,
  keptDigests,
  readFileHash,
} from '../../../src-shared/model/proofs/file-hash.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { HashedFile } from '../../db/uploads/compared-place-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { Destination } from '../common/ports.ts';
import { applyServiceStatus, keepRecord } from '../decide/keep-record.ts';
import type { ServiceQuirks, UploadedQuirk } from '../common/service-quirks.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';

/** States of rows that may still be sent, or only know of a record elsewhere. */
const UNSENT = ['ready', 'checking', 'duplicate', 'changed', 'failed', 'held'] as const;

export function makeTakeIn(ports: {
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
export function isOnItsWay(
  { fileId, outcome }: UploadJobRow,
  { files }: Pick<State, 'files'>,
): boolean {
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
