/**
 * Asks the platform about contents it was not asked about yet: once per content, whatever its names. The request sends
 * the whole content, so nothing is asked while a person has paused sending.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import { identityFromKey } from '../../platform/file-identity.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { makeClaims, takeFreeFrom } from '../common/claims.ts';
import type { FileTransitions } from './file-transitions.ts';
import type { ServiceBreaker } from '../common/service-breaker.ts';
import type { PauseControl } from './pause-control.ts';
import { refusedState } from '../common/refusal.ts';
import type { Announce, CheckOutcome, ContentChecker } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';

export interface CheckStage extends Stage {
  /** A person has changed the rules. Stops what a new pause stops. */
  rulesChanged(): void;
}

export function makeCheckStage(ports: {
  readonly state: State;
  readonly scope?: FileScope;
  readonly transitions: FileTransitions;
  readonly checker: ContentChecker;
  readonly breaker: ServiceBreaker;
  readonly pauses: PauseControl;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly concurrency: number;
}): CheckStage {
  const { state, transitions, checker, breaker, pauses, clock, announce } = ports;
  let stop = new AbortController();
  const claims = makeClaims<number>();
  const due = (limit: number) => state.files.due('checking', limit, ports.scope);

  async function check(file: FileRow, signal: AbortSignal): Promise<Step> {
    const contentId = contentOf(file);
    const { sha256 } = state.contents.get(contentId);
    const path = transitions.pathOf(file);
    const progress = { kind: 'progressed', fileId: file.id, path, state: 'checking' } as const;
    const source = {
      path: transitions.placeOf(file),
      name: file.name,
      identity: identityFromKey(file.identity),
      sha256,
    };
    const paused = stop.signal;
    const { sizeBytes: totalBytes } = file;
    // The count includes the form around the file, so it may exceed the size of a small file.
    const onProgress = (sentBytes: number) =>
      announce({ ...progress, doneBytes: Math.min(sentBytes, totalBytes), totalBytes });
    const outcome = await unlessPaused(paused, () =>
      checker.check(source, onProgress, AbortSignal.any([signal, paused])),
    );
    signal.throwIfAborted();
    if (outcome === null) return 'waiting';
    // If a power cut loses an answer, it is requested again, for free.
    const write = outcome.kind === 'answered' ? state.repeatable : state.transaction;
    return write(() => keep(file, contentId, outcome));
  }

  function keep(file: FileRow, contentId: number, outcome: CheckOutcome): Step {
    switch (outcome.kind) {
      case 'answered':
        breaker.succeeded();
        state.contents.keepPlatformAnswer(contentId, { ...outcome, askedAtMs: clock.nowMs() });
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
        breaker.failed(outcome.fault);
        if (concernsEverything(outcome.fault)) return 'waiting';
        // The same content would be refused under every other name: it is not sent again for each of them.
        for (const duplicate of state.files.withContent(contentId, ['checking'])) {
          transitions.move(duplicate, ...refusedState(outcome.fault));
        }
        return 'advanced';
      }
      default:
        return assertNever(outcome);
    }
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
      if (!breaker.isPassing()) return [];
      return takeFreeFrom(due, claims, contentOf, limit).map(
        (file) => (signal) => claims.during(contentOf(file), () => check(file, signal)),
      );
    },
    nextDueMs: () => (due(1).length > 0 ? breaker.passesAtMs() : null),
    nextRecheckMs: () => pauses.endsAtMs(),
  };
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
