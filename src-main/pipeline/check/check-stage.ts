/**
 * Asks the platform about contents it was not asked about yet: once per content, whatever its names. The request uploads
 * the whole content, so it is made only when nothing else can tell, and not while a person has paused sending.
 */
import type { CheckUploads } from '../../../src-shared/model/money/upload-offer.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { makeClaims, takeFreeFrom } from '../common/claims.ts';
import type { PauseControl } from '../decide/pause-control.ts';
import { makeFailedAttempts, NO_PROGRESS } from '../common/failed-attempts.ts';
import { refusedState } from '../common/refusal.ts';
import type { CheckOutcome, ContentChecker, ListedContents } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { isSmall } from '../common/place-limit.ts';
import type { AccountPorts } from '../common/account-ports.ts';

/** Of contents that are not small, until all their bytes have left: each of them can fill the line by itself. */
const MOST_LARGE_ON_LINE = 4;

export interface CheckStage extends Stage {
  /** A person has changed the rules. Stops what a new pause stops. */
  rulesChanged(): void;
  /** What was uploaded since the run began because only the service could tell; completed requests. */
  uploaded(): CheckUploads;
}

export function makeCheckStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'gate' | 'clock' | 'announce'> & {
    readonly scope?: FileScope;
    readonly checker: ContentChecker;
    readonly listed: ListedContents;
    readonly pauses: PauseControl;
    readonly concurrency: number;
    /** Makes the run ask again what may begin. */
    readonly wake: () => void;
    /** The platform has this content: it may be a record of this account that is not in the ledger. */
    readonly takeIn: (file: FileRow) => void;
  },
): CheckStage {
  const { state, transitions, checker, listed, gate, pauses, clock, announce } = ports;
  let stop = new AbortController();
  let uploaded: CheckUploads = { files: 0, bytes: 0 };
  const claims = makeClaims<number>();
  /** Rows whose content is not small and has not left completely. */
  const largeOnLine = new Set<number>();
  /** By content. */
  const fruitless = makeFailedAttempts();
  const due = (limit: number) => state.files.due('checking', limit, ports.scope);

  async function check(file: FileRow, signal: AbortSignal, onComplete = () => {}): Promise<Step> {
    const contentId = contentOf(file);
    const content = state.contents.get(contentId);
    const { blake3 } = content;
    const { projectId } = transitions.assignmentOf(file);
    const path = transitions.pathOf(file);
    const progress = { kind: 'progressed', fileId: file.id, path, state: 'checking' } as const;
    const source = {
      path: transitions.placeOf(file),
      name: file.name,
      identity: identityFromKey(file.identity),
      blake3,
    };
    const paused = stop.signal;
    const { sizeBytes: totalBytes } = file;
    // The count includes the form around the file, so it may exceed the size of a small file.
    const onProgress = (sentBytes: number) =>
      announce({ ...progress, doneBytes: Math.min(sentBytes, totalBytes), totalBytes });
    const either = AbortSignal.any([signal, paused]);
    const outcome = await unlessPaused(paused, async () => {
      const found = await listed.find(content, source, projectId, either);
      if (found !== null) return found;
      const answer = await checker.check(source, { onProgress, onComplete }, either);
      if (answer.kind === 'answered') {
        uploaded = { files: uploaded.files + 1, bytes: uploaded.bytes + totalBytes };
      }
      return answer;
    });
    signal.throwIfAborted();
    if (outcome === null) return 'waiting';
    // If a power cut loses an answer, it is requested again, for free; a record that it reveals must not be lost.
    const { repeatable, transaction } = state.grouped;
    const write = outcome.kind === 'answered' && !outcome.exists ? repeatable : transaction;
    return write(() => keep(file, content, outcome));
  }

  function keep(file: FileRow, content: Content, outcome: CheckOutcome): Step {
    const { id: contentId, blake3 } = content;
    switch (outcome.kind) {
      case 'answered':
        gate.succeeded();
        if (outcome.sha256 !== undefined) {
          state.contents.keepSha256({ blake3, sha256: outcome.sha256 });
        }
        state.contents.keepPlatformAnswer(contentId, { ...outcome, askedAtMs: clock.nowMs() });
        if (outcome.exists) ports.takeIn(file);
        transitions.decideDuplicates(contentId, ['checking']);
        return 'advanced';
      case 'source-changed': {
        const row = state.files.get(file.id);
        if (row?.state === 'checking') transitions.settleAgain(row);
        return 'advanced';
      }
      case 'source-unreadable': {
        const row = state.files.get(file.id);
        if (row?.state === 'checking')
          transitions.move(row, 'unreadable', { message: outcome.errno });
        return 'advanced';
      }
      case 'fault': {
        gate.failed(outcome.fault);
        const isForAll = concernsEverything(outcome.fault);
        if (isForAll && !fruitless.failed(contentId, outcome.fault, 0)) return 'waiting';
        const end = isForAll ? (['held', NO_PROGRESS] as const) : refusedState(outcome.fault);
        // The same content would end so under every other name: it is not sent again for each of them.
        for (const duplicate of state.files.withContent(contentId, ['checking'])) {
          transitions.move(duplicate, ...end);
        }
        return 'advanced';
      }
      default:
        return assertNever(outcome);
    }
  }

  async function checkLarge(file: FileRow, signal: AbortSignal): Promise<Step> {
    largeOnLine.add(file.id);
    const left = () => largeOnLine.delete(file.id);
    const onComplete = () => {
      left();
      ports.wake();
    };
    return check(file, signal, onComplete).finally(left);
  }

  /** Marks files that are due as waiting for the end of the pause; files whose request is running are left alone. */
  function holdDue(): void {
    pauses.hold(due(-1).filter((file) => !claims.has(contentOf(file))));
  }

  return {
    concurrency: ports.concurrency,
    rulesChanged() {
      if (!pauses.stopsRunning()) return;
      stop.abort(new Error('paused'));
      stop = new AbortController();
    },
    take(limit) {
      if (!pauses.admits()) {
        holdDue();
        return [];
      }
      if (!gate.isPassing()) return [];
      let large = largeOnLine.size;
      return takeFreeFrom(due, claims, contentOf, limit)
        .filter(({ sizeBytes }) => isSmall(sizeBytes) || ++large <= MOST_LARGE_ON_LINE)
        .map((file) => {
          const work = isSmall(file.sizeBytes) ? check : checkLarge;
          return (signal) => claims.during(contentOf(file), () => work(file, signal));
        });
    },
    nextDueMs: () => (due(1).length > 0 ? gate.passesAtMs() : null),
    nextRecheckMs: () => pauses.endsAtMs(),
    renew: (by) => fruitless.renew(by),
    uploaded: () => uploaded,
  };
}

/** What a check of these files would upload at most. */
export function sumOfContents(files: Iterable<FileRow>): CheckUploads {
  const sizes = new Map<number | null, number>();
  for (const { contentId, sizeBytes } of files) sizes.set(contentId, sizeBytes);
  return { files: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

/** Null when the pause ended it: a request may be repeated for free. */
async function unlessPaused<Value>(
  paused: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (!paused.aborted) throw error;
    return null;
  }
}

function contentOf(file: FileRow): number {
  if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
  return file.contentId;
}
