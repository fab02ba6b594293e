/**
 * Follows what became of uploads: Pending until it is Available or failed, and evidence for those whose answer was
 * lost. One list per place is read, however many files wait in it.
 */
import type { Clock } from '../ports/clock.ts';
import type { LedgerRecord } from '../state/record-repository.ts';
import type { State } from '../state/state.ts';
import type { UploadJobRow } from '../state/upload-repository.ts';
import { identityFromKey } from '../ports/file-identity.ts';
import { makeClaims } from './claims.ts';
import type { FileDesk } from './file-desk.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { stateOfStatus } from './plan-content.ts';
import type { LostAnswers, Place, RemoteFile, RemoteRecords, SourceVersion } from './ports.ts';
import { refusedState } from './refusal.ts';
import type { Lane, Step } from './run-lanes.ts';
import { concernsEverything } from './service-gate.ts';

const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = 30_000; // a chain takes seconds to minutes: more often only costs the service
const POLL_GROWTH = 1.5;
const REFRESH_MS = 250; // thousands of uploads come in one by one: their places are counted now and then
const CONCURRENCY = 2;
const MAX_FRUITLESS = 6; // readings in one run, about half a minute: what is not there by then, the next run looks for

interface Wait {
  readonly place: Place;
  readonly delayMs: number;
  readonly nextAtMs: number;
  /** Records and lost answers looked for when this wait was set. */
  readonly count: number;
  /** Readings in a row that found none of what was looked for. */
  readonly fruitless: number;
}

export function makeRecordLane(ports: {
  readonly state: State;
  readonly desk: FileDesk;
  readonly remote: RemoteRecords;
  readonly lostAnswers: LostAnswers;
  readonly gatekeeper: Gatekeeper;
  readonly clock: Clock;
}): Lane {
  const { state, desk, remote, lostAnswers, gatekeeper, clock } = ports;
  const claims = makeClaims<string>();
  const waits = new Map<string, Wait>();
  let seen = { newestId: null as number | null, unknown: 0, nextRefreshMs: 0 };

  /** Whether uploads have come in that no wait knows of. Cheap enough for every turn of the pump. */
  function isStale(): boolean {
    const unknown = state.uploads.withOutcome('unknown').length;
    return state.records.newestUnsettledId() !== seen.newestId || unknown !== seen.unknown;
  }

  /** Places where something is open, with the time of their next reading. New uploads bring it forward. */
  function refreshWaits(): void {
    const unknown = state.uploads.withOutcome('unknown');
    seen = {
      newestId: state.records.newestUnsettledId(),
      unknown: unknown.length,
      nextRefreshMs: clock.nowMs() + REFRESH_MS,
    };
    const open = new Map<string, { place: Place; count: number }>();
    const unknownJobs = unknown.map(({ projectId, visibility }) => ({
      projectId,
      visibility,
      count: 1,
    }));
    for (const { projectId, visibility, count } of [
      ...state.records.unsettledPlaces(),
      ...unknownJobs,
    ]) {
      const place = { projectId, visibility };
      const before = open.get(keyOf(place))?.count ?? 0;
      open.set(keyOf(place), { place, count: before + count });
    }
    for (const key of waits.keys()) if (!open.has(key)) waits.delete(key);
    for (const [key, { place, count }] of open) {
      const known = waits.get(key);
      const soonMs = clock.nowMs() + (known === undefined ? 0 : FIRST_POLL_MS);
      if (known === undefined || count > known.count) {
        const nextAtMs = Math.min(known?.nextAtMs ?? soonMs, soonMs);
        waits.set(key, { place, count, delayMs: FIRST_POLL_MS, nextAtMs, fruitless: 0 });
      }
    }
  }

  async function readPlace(wait: Wait, signal: AbortSignal): Promise<Step> {
    const { place, delayMs } = wait;
    const key = keyOf(place);
    const isHere = (other: Place) => keyOf(other) === key;
    const wanted = state.records.unsettledIn(place.projectId, place.visibility);
    const lost = state.uploads.withOutcome('unknown').filter(isHere);
    const answered = await askForAnswers(lost, signal);
    const unknown = lost.filter((job) => !answered.has(job.id));
    const missing = new Set(wanted.map((record) => record.fileId));
    const isEnough = (file: RemoteFile) => {
      missing.delete(file.fileId);
      // With an answer lost the whole list is read: a second match would make the first one doubtful.
      return unknown.length === 0 && missing.size === 0;
    };
    const files = await remote.list(place, isEnough, signal);
    if (!files.ok) {
      gatekeeper.failed(files.fault);
      later(wait, delayMs, wait.fruitless + (concernsEverything(files.fault) ? 0 : 1));
      return 'waiting';
    }
    gatekeeper.succeeded();
    const news =
      answered.size +
      state.transaction(() => follow(wanted, files.value) + recognise(unknown, files.value));
    const sawSome = news > 0 || missing.size < wanted.length;
    const nextDelayMs = news > 0 ? FIRST_POLL_MS : delayMs * POLL_GROWTH;
    later(wait, nextDelayMs, sawSome ? 0 : wait.fruitless + 1);
    return news > 0 ? 'advanced' : 'waiting';
  }

  function later({ place, count }: Wait, wishedMs: number, fruitless: number): void {
    const delayMs = Math.min(wishedMs, LONGEST_POLL_MS);
    const nextAtMs = fruitless < MAX_FRUITLESS ? clock.nowMs() + delayMs : Infinity;
    waits.set(keyOf(place), { place, count, delayMs, nextAtMs, fruitless });
  }

  /** Takes over the statuses of records; returns how many changed. */
  function follow(wanted: readonly LedgerRecord[], files: readonly RemoteFile[]): number {
    const statusById = new Map(files.map((file) => [file.fileId, file.status]));
    let news = 0;
    for (const record of wanted) {
      const status = statusById.get(record.fileId);
      if (status === undefined || status === record.status) continue;
      takeOver(record.id, status);
      news += 1;
    }
    return news;
  }

  function takeOver(recordId: number, status: string): void {
    const isSettled = ['notarized', 'record_error', 'deleted'].includes(stateOfStatus(status));
    state.records.setStatus(recordId, status, isSettled ? clock.nowMs() : null);
    desk.followRecord(recordId, status);
  }

  /** Finds uploads whose answer was lost, by the time we gave them: it is unique among this client's uploads. */
  function recognise(unknown: readonly UploadJobRow[], files: readonly RemoteFile[]): number {
    let found = 0;
    for (const job of unknown) {
      const matches = files.filter((file) => isThisUpload(file, job));
      const match = matches.length === 1 ? matches[0] : undefined;
      if (match === undefined) continue;
      keepFound(job, match.fileId, match.status);
      found += 1;
    }
    return found;
  }

  function keepFound(job: UploadJobRow, fileId: string, status: string): void {
    const { contentId, projectId, visibility, name, uploadedIso } = job;
    const place = { contentId, projectId, visibility };
    const facts = { fileId, name, uploadedIso, status };
    const record = state.records.keep({ ...place, ...facts, receivedAtMs: clock.nowMs() });
    state.uploads.end(job.id, 'recorded', record.id, clock.nowMs());
    const row = state.files.get(job.fileId);
    if (row?.state === 'confirming') desk.move(row, 'recording', { recordId: record.id });
    takeOver(record.id, status);
    desk.decideTwins(contentId, ['ready', 'checking']);
  }

  /** Asks the uploads' own addresses, which know better than any list. Returns the jobs that got their answer. */
  async function askForAnswers(
    lost: readonly UploadJobRow[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const answered = new Set<string>();
    for (const job of lost) {
      const outcome = await lostAnswers.settle(job, sourceOf(job), signal);
      if (outcome?.kind !== 'recorded' && outcome?.kind !== 'refused') continue;
      state.transaction(() => {
        if (outcome.kind === 'recorded') return keepFound(job, outcome.fileId, 'Pending');
        state.uploads.end(job.id, 'refused', null, clock.nowMs());
        const row = state.files.get(job.fileId);
        if (row?.state === 'confirming') {
          desk.move(desk.move(row, 'ready'), ...refusedState(outcome.fault));
        }
      });
      answered.add(job.id);
    }
    return answered;
  }

  /** Null when the row is gone: what is missing at the service cannot be sent any more. */
  function sourceOf(job: UploadJobRow): SourceVersion | null {
    const row = state.files.get(job.fileId);
    if (row === null) return null;
    const { sha256 } = state.contents.get(job.contentId);
    const identity = identityFromKey(row.identity);
    return { path: desk.pathOf(row), name: row.name, identity, sha256 };
  }

  function isThisUpload(file: RemoteFile, job: UploadJobRow): boolean {
    return (
      file.uploadedIso === job.uploadedIso &&
      file.name === job.name &&
      file.ownerId === remote.ownerId() &&
      state.records.withFileId(file.fileId) === null
    );
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      if (isStale() && clock.nowMs() >= seen.nextRefreshMs) refreshWaits();
      const due = [...waits.values()].filter(
        ({ place, nextAtMs }) => nextAtMs <= clock.nowMs() && !claims.has(keyOf(place)),
      );
      return due
        .slice(0, limit)
        .map((wait) => (signal) => claims.during(keyOf(wait.place), () => readPlace(wait, signal)));
    },
    nextDueMs() {
      const opensAtMs = gatekeeper.opensAtMs();
      if (opensAtMs !== null) return opensAtMs;
      if (gatekeeper.closed() !== null) return null;
      const times = [...waits.values()].map((wait) => wait.nextAtMs);
      if (isStale()) times.push(seen.nextRefreshMs);
      const ahead = times.filter((ms) => ms > clock.nowMs() && ms < Infinity);
      return ahead.length === 0 ? null : Math.min(...ahead);
    },
    renew() {
      for (const wait of waits.values()) if (wait.nextAtMs === Infinity) later(wait, 0, 0);
    },
  };
}

function keyOf({ projectId, visibility }: Place): string {
  return `${visibility} ${projectId}`;
}
