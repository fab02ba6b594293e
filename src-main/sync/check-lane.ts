/** Asks the platform about contents it was not asked about yet: once for each content, whatever its names. */
import { assertNever } from '../../src-shared/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import { identityFromKey } from '../ports/file-identity.ts';
import type { FileRow, FileScope } from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { makeClaims, takeFreeFrom } from './claims.ts';
import type { FileDesk } from './file-desk.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { refusedState } from './refusal.ts';
import type { Announce, CheckOutcome, ContentChecker } from './ports.ts';
import type { Lane, Step } from './run-lanes.ts';
import { concernsEverything } from './service-gate.ts';

export function makeCheckLane(ports: {
  readonly state: State;
  readonly scope?: FileScope;
  readonly desk: FileDesk;
  readonly checker: ContentChecker;
  readonly gatekeeper: Gatekeeper;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly concurrency: number;
}): Lane {
  const { state, desk, checker, gatekeeper, clock, announce } = ports;
  const claims = makeClaims<number>();
  const due = (limit: number) => state.files.due('checking', limit, ports.scope);

  async function check(file: FileRow, signal: AbortSignal): Promise<Step> {
    const contentId = contentOf(file);
    const { sha256 } = state.contents.get(contentId);
    const path = desk.pathOf(file);
    const progress = { kind: 'progressed', fileId: file.id, path, state: 'checking' } as const;
    const source = { path, name: file.name, identity: identityFromKey(file.identity), sha256 };
    const outcome = await checker.check(
      source,
      (doneBytes) => announce({ ...progress, doneBytes, totalBytes: file.sizeBytes }),
      signal,
    );
    signal.throwIfAborted();
    return state.transaction(() => keep(file, contentId, outcome));
  }

  function keep(file: FileRow, contentId: number, outcome: CheckOutcome): Step {
    switch (outcome.kind) {
      case 'answered':
        gatekeeper.succeeded();
        state.contents.keepPlatformAnswer(contentId, { ...outcome, askedAtMs: clock.nowMs() });
        desk.decideTwins(contentId, ['checking']);
        return 'advanced';
      case 'source-changed': {
        const row = state.files.get(file.id);
        if (row?.state === 'checking') desk.settleAgain(row);
        return 'advanced';
      }
      case 'source-unreadable': {
        const row = state.files.get(file.id);
        if (row?.state === 'checking') desk.move(row, 'unreadable', { message: outcome.errno });
        return 'advanced';
      }
      case 'fault': {
        gatekeeper.failed(outcome.fault);
        if (concernsEverything(outcome.fault)) return 'waiting';
        // The same content would be refused under every other name: it is not sent again for each of them.
        for (const twin of state.files.withContent(contentId, ['checking'])) {
          desk.move(twin, ...refusedState(outcome.fault));
        }
        return 'advanced';
      }
      default:
        return assertNever(outcome);
    }
  }

  return {
    concurrency: ports.concurrency,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      return takeFreeFrom(due, claims, contentOf, limit).map(
        (file) => (signal) => claims.during(contentOf(file), () => check(file, signal)),
      );
    },
    nextDueMs: () => (due(1).length > 0 ? gatekeeper.opensAtMs() : null),
  };
}

function contentOf(file: FileRow): number {
  if (file.contentId === null) throw new Error(`file ${file.id} has no fingerprint`);
  return file.contentId;
}
