/**
 * Asks the platform about contents it was not asked about yet: once per content, whatever its names. The request uploads
 * the whole content, so it is made only when nothing else can tell, not while a person has paused sending, and not before
 * the price is approved, unless a folder asks before.
 */
import type { CheckUploads } from '../../../src-shared/model/money/upload-offer.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import { UploadCancelled } from '../../platform/waiting.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { PauseControl } from '../decide/recheck-holds.ts';
import { makeFailedAttempts, NO_PROGRESS, refusedState } from '../common/refusal.ts';
import type {
  CheckOutcome,
  ContentChecker,
  ListedContents,
  AccountPorts,
} from '../common/ports.ts';
import { makeClaims, type Stage, type Step, takeFreeFrom } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { isSmall } from '../common/place-limit.ts';
import type { Approved, ApprovedFiles, WaitingContent } from '../upload/waiting-line.ts';

/** Of contents that are not small, until all their bytes have left: each of them can fill the line by itself. */
const MOST_LARGE_ON_LINE = 4;

export type Checks = ReturnType<typeof makeChecks>;

export function makeChecks(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'gate' | 'clock' | 'announce'> & {
    readonly scope?: FileScope;
    readonly checker: ContentChecker;
    readonly listed: ListedContents;
    readonly pauses: PauseControl;
    readonly approved: ApprovedFiles;
    readonly concurrency: number;
    /** Makes the run ask again what may begin. */
    readonly wake: () => void;
    /** The platform has this content: it may be a record of this account that is not in the ledger. */
    readonly takeIn: (file: FileRow) => void;
  },
) {
  const { state, transitions, checker, listed, gate, pauses, approved, clock, announce } = ports;
  let uploaded: CheckUploads = { files: 0, bytes: 0 };
  const claims = makeClaims<number>();
  /** By row. */
  const running = new Map<number, AbortController>();
  /** Rows whose content is not small and has not left completely. */
  const largeOnLine = new Set<number>();
  /** By content. */
  const fruitless = makeFailedAttempts();
  const due = (limit: number) => state.files.due('checking', limit, ports.scope);

  /** Of a row that rests in `checking`; one of which nothing came rests there afterwards too. */
  async function check(file: FileRow, signal: AbortSignal): Promise<Step> {
    const content = state.contents.get(contentOf(file));
    const stop = new AbortController();
    running.set(file.id, stop);
    if (!isSmall(file.sizeBytes)) largeOnLine.add(file.id);
    try {
      const either = AbortSignal.any([signal, stop.signal]);
      const outcome = await unlessStopped(stop.signal, () => ask(file, content, either));
      signal.throwIfAborted();
      if (outcome === null) {
        rest(file.id); // a person may have stopped this very file
        return 'waiting';
      }
      // If a power cut loses an answer, it is requested again, for free; a record that it reveals must not be lost.
      const { repeatable, transaction } = state.grouped;
      const write = outcome.kind === 'answered' && !outcome.exists ? repeatable : transaction;
      return await write(() => keep(file, content, outcome));
    } finally {
      running.delete(file.id);
      largeOnLine.delete(file.id);
    }
  }

  async function ask(file: FileRow, content: Content, signal: AbortSignal): Promise<CheckOutcome> {
    const { projectId } = transitions.assignmentOf(file);
    const path = transitions.pathOf(file);
    const { sizeBytes: totalBytes } = file;
    const progress = { kind: 'progressed', fileId: file.id, path, state: 'checking' } as const;
    const source = {
      path: transitions.placeOf(file),
      name: file.name,
      identity: identityFromKey(file.identity),
      blake3: content.blake3,
    };
    const found = await listed.find(content, source, projectId, signal);
    if (found !== null) return found;
    const hooks = {
      // The count includes the form around the file, so it may exceed the size of a small file.
      onProgress: (sentBytes: number) => {
        gate.moved();
        announce({ ...progress, doneBytes: Math.min(sentBytes, totalBytes), totalBytes });
      },
      onComplete: () => {
        if (largeOnLine.delete(file.id)) ports.wake();
      },
    };
    const outcome = await checker.check(source, hooks, signal);
    if (outcome.kind === 'answered') {
      uploaded = { files: uploaded.files + 1, bytes: uploaded.bytes + totalBytes };
    }
    return outcome;
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
        transitions.decideDuplicates(
          contentId,
          outcome.exists ? ['checking', 'ready'] : ['checking'],
        );
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
      case 'fault':
        gate.failed(outcome.fault);
        return keepFault(file, content, outcome.fault);
      default:
        return assertNever(outcome);
    }
  }

  function keepFault(
    file: FileRow,
    { id: contentId, isDoubted }: Content,
    fault: ServiceFault,
  ): Step {
    const isNeeded = isDoubted || state.isHistoryIncomplete(transitions.assignmentOf(file));
    const isPartial = fault.kind === 'unavailable' && fault.isPartial === true;
    const isForAll = concernsEverything(fault) || (isPartial && isNeeded);
    if (isForAll && !fruitless.failed(contentId, fault, 0)) return 'waiting';
    if (!isForAll && !isNeeded) {
      const says = 'serviceSays' in fault ? fault.serviceSays : null;
      const answer = { exists: null, says, askedAtMs: clock.nowMs() };
      state.contents.keepPlatformAnswer(contentId, answer);
      transitions.decideDuplicates(contentId, ['checking']);
      return 'advanced';
    }
    const end = isForAll ? (['held', NO_PROGRESS] as const) : refusedState(fault);
    // The same content would end so under every other name: it is not sent again for each of them.
    for (const duplicate of state.files.withContent(contentId, ['checking'])) {
      transitions.move(duplicate, ...end);
    }
    return 'advanced';
  }

  /** Of an approved file; whatever comes of it, it goes on from there while it is approved. */
  async function checkApproved(waiting: Approved, signal: AbortSignal): Promise<Step> {
    try {
      const file = await state.grouped.repeatable(() => beginApproved(waiting));
      return file === null ? 'advanced' : await check(file, signal);
    } finally {
      goOn(waiting);
    }
  }

  /** Null when it need not be asked about, or may not be sent (any more). */
  function beginApproved(waiting: Approved): FileRow | null {
    const row = approved.rowOf(waiting);
    if (row === null || !isWaiting(row)) return null;
    const decided = transitions.decideAgain(row); // rules, duplicates or the ledger may have changed while it waited
    if (!isWaiting(decided) || !transitions.asksFirst(decided)) return null;
    return decided.state === 'checking' ? decided : transitions.move(decided, 'checking');
  }

  function goOn(waiting: Approved): void {
    rest(waiting.fileId);
    const row = approved.rowOf(waiting);
    if (row !== null && isWaiting(row)) approved.lineUp([row]);
  }

  /** Nothing came of its check: it is ready again, or waits to be asked about before its price. */
  function rest(fileId: number): void {
    const row = state.files.get(fileId);
    if (row?.state === 'checking') state.repeatable(() => transitions.decide(row));
  }

  function takeApproved(limit: number): readonly WaitingContent[] {
    const chosen = new Set<number | null>();
    let large = largeOnLine.size;
    return approved.toAsk.take(limit, (waiting) => {
      const { contentId, sizeBytes } = waiting;
      const row = approved.rowOf(waiting);
      if (row === null || !isWaiting(row)) return 'drop'; // decided otherwise meanwhile
      if (state.folders.get(row.folderId)?.trouble !== null) return 'drop'; // removed or missing
      if (chosen.has(contentId) || claims.has(contentOf(row))) return 'skip';
      if (!isSmall(sizeBytes) && large >= MOST_LARGE_ON_LINE) return 'skip';
      if (!isSmall(sizeBytes)) large += 1;
      chosen.add(contentId);
      return 'take';
    });
  }

  /** Marks files that are due as waiting for the end of the pause; files whose request is running are left alone. */
  function holdDue(): void {
    pauses.hold(due(-1).filter((file) => !claims.has(contentOf(file))));
  }

  /** Of folders that ask before the price. */
  const beforePrice: Stage = {
    concurrency: ports.concurrency,
    take(limit) {
      if (!pauses.admits()) {
        holdDue();
        return [];
      }
      if (!gate.isPassing()) return [];
      let large = largeOnLine.size;
      return takeFreeFrom(due, claims, contentOf, limit)
        .filter(({ sizeBytes }) => isSmall(sizeBytes) || ++large <= MOST_LARGE_ON_LINE)
        .map((file) => (signal) => claims.during(contentOf(file), () => check(file, signal)));
    },
    nextDueMs: () => (due(1).length > 0 ? gate.passesAtMs() : null),
    nextRecheckMs: () => pauses.endsAtMs(),
    renew: (by) => fruitless.renew(by),
  };

  const afterApproval: Stage = {
    concurrency: ports.concurrency,
    take(limit) {
      if (!approved.mayBegin() || !gate.isPassing()) return [];
      return takeApproved(limit).map((waiting) => (signal) => {
        const work = () => checkApproved(waiting, signal);
        return claims.during(contentOf(waiting), () => approved.during(waiting.fileId, work));
      });
    },
    nextDueMs: () => (approved.toAsk.length > 0 ? gate.passesAtMs() : null),
    nextRecheckMs: () => (approved.toAsk.length > 0 ? pauses.endsAtMs() : null),
  };

  return {
    beforePrice,
    afterApproval,
    /** A person has changed the rules. Stops what a new pause stops. */
    rulesChanged: (): void => {
      if (!pauses.stopsRunning()) return;
      for (const stop of running.values()) stop.abort(new Error('paused'));
    },
    /** Stops asking about one file; false: nobody asks. */
    cancel: (fileId: number): boolean => {
      const stop = running.get(fileId);
      stop?.abort(new UploadCancelled());
      return stop !== undefined;
    },
    /** Approved files that are being asked about. */
    askedNow: (): readonly number[] =>
      [...running.keys()].filter((id) => approved.underWay.has(id)),
    /** What was uploaded since the run began because only the service could tell; completed requests. */
    uploaded: () => uploaded,
  };
}

/** It can still be asked about, or sent. */
function isWaiting(file: FileRow): boolean {
  return file.contentId !== null && (file.state === 'ready' || file.state === 'checking');
}

/** What a check of these files would upload at most. */
export function sumOfContents(files: Iterable<FileRow>): CheckUploads {
  const sizes = new Map<number | null, number>();
  for (const { contentId, sizeBytes } of files) sizes.set(contentId, sizeBytes);
  return { files: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

/** Null when a pause or a person ended it: a request may be repeated for free. */
async function unlessStopped<Value>(
  stopped: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (!stopped.aborted) throw error;
    return null;
  }
}

function contentOf({ contentId }: Pick<FileRow, 'contentId'>): number {
  if (contentId === null) throw new Error('a file without a fingerprint');
  return contentId;
}
