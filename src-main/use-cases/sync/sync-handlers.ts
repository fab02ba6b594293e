/** A complete pass: what waits to be sent is sent, the files are prepared, priced, and completed once they are agreed to. */
import { join } from 'node:path';
import type { CheckedInput } from '../../../src-shared/bridge/calls.ts';
import type { PassOffer, PassReport } from '../../../src-shared/bridge/sync-calls.ts';
import { chargedCredits, type Change } from '../../../src-shared/model/changes/change.ts';
import { bytesToSend } from '../../../src-shared/model/money/upload-offer.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Account, RunScope } from '../../app/account.ts';
import { isSilence } from '../../pipeline/common/circuit-breaker.ts';
import { OFFLINE } from '../../pipeline/common/service-gate.ts';
import type { Clock } from '../../platform/clock.ts';
import { realClock } from '../../platform/real-ports.ts';
import { type HandlerParts, type HandlersOf, withAccount } from '../handlers.ts';
import {
  awaitDenials,
  followedPass,
  openChanges,
  ownPass,
  type Pass,
  sendChanges,
} from './pass.ts';
import { gatherProgress, type GatheredProgress } from './pass-progress.ts';

/** A pass between its two steps. */
interface Prepared {
  readonly account: Account;
  readonly scope: RunScope;
  readonly pass: Pass;
  readonly offer: PassOffer;
  readonly beganAtMs: () => number;
  /** The caller may not come back. */
  readonly stopWaiting: () => void;
}

/** A person may leave the question open; the oldest of many is forgotten. */
const MOST_PREPARED = 8;
const MOST_UNREAD = 1_000;

export function syncHandlers(parts: HandlerParts): HandlersOf<'sync'> {
  const { engine } = parts;
  const clock = realClock;
  const prepared = new Map<string, Prepared>();

  /** Tells how far the pass has come while `work` goes on. */
  async function telling<Value>(
    run: string,
    work: (progress: GatheredProgress) => Promise<Value>,
  ): Promise<Value> {
    const over = new AbortController();
    const progress = gatherProgress(
      {
        clock,
        tell: (gathered) => engine.feed.tell({ kind: 'pass-progress', run, progress: gathered }),
      },
      over.signal,
    );
    const stop = engine.onRunEvent((event) => progress.announce(event));
    try {
      return await work(progress);
    } finally {
      stop();
      over.abort();
      progress.flush();
    }
  }

  async function forget(run: string): Promise<void> {
    const found = prepared.get(run);
    if (found === undefined) return;
    prepared.delete(run);
    found.stopWaiting();
    await found.pass.close();
  }

  async function keep(run: string, each: Omit<Prepared, 'stopWaiting'>): Promise<void> {
    prepared.set(run, { ...each, stopWaiting: engine.beforeClosing(() => forget(run)) });
    const [oldest] = prepared.keys();
    if (prepared.size > MOST_PREPARED && oldest !== undefined) await forget(oldest);
  }

  return {
    'sync.prepare': ({ run, only }, signal) =>
      withAccount(parts, (account) =>
        telling(run, async (progress) => {
          const scope = scopeOf(account, only);
          if (!scope.ok) return scope;
          // First: files may wait for a project among them.
          const sent = only === null ? await sendChanges(account, signal) : null;
          const beganAtMs = beginning(account, clock);
          const pass = engine.follows
            ? followedPass({ account, engine, clock }, scope.value)
            : ownPass({ account, engine }, scope.value, (uploads) => progress.checksWait(uploads));
          if (sent?.fault != null) pass.heard(sent.fault);
          const priced = await pass.prepare(signal);
          if (!priced.ok) return priced;
          const offer = {
            ...priced.value,
            sent,
            takenIn: pass.takenIn(),
            checked: pass.checked(),
            confirming: confirmingFiles(account),
            clockAheadMs: account.clockAheadMs(),
          };
          await keep(run, { account, scope: scope.value, pass, offer, beganAtMs });
          return ok(offer);
        }),
      ),
    'sync.complete': async ({ run, agreement }, signal) => {
      const found = prepared.get(run);
      if (found === undefined) return fail({ kind: 'no-offer' });
      try {
        return await telling(run, async (progress) => {
          const isSeen = agreement?.onlyShown === true || found.scope.fileIds !== undefined;
          const agreedBytes = agreement === null ? 0 : bytesToSend(found.offer, isSeen);
          const bytes = agreedBytes + found.offer.approved.bytes;
          if (bytes > 0 || agreement !== null) progress.sends(bytes);
          const completed = await found.pass.complete(agreement, signal);
          await found.pass.close();
          if (!completed.ok) return completed;
          const cameMeanwhile = agreement === null ? 0 : found.pass.cameMeanwhile();
          return ok({ ...(await reportOf(found, progress, signal)), cameMeanwhile });
        });
      } finally {
        await forget(run);
      }
    },
  };
}

/**
 * This moment by the service's clock, as charges are dated: only a later answer may show that clock, and to the second. The
 * steady clock may stand still during sleep, and the other may be set back.
 */
function beginning({ clockAheadMs }: Pick<Account, 'clockAheadMs'>, clock: Clock): () => number {
  const [ownMs, steadyMs] = [clock.nowMs(), clock.monotonicMs()];
  return () => {
    const nowMs = clock.nowMs();
    const ageMs = Math.max(nowMs - ownMs, clock.monotonicMs() - steadyMs);
    return nowMs - (clockAheadMs() ?? 0) - ageMs - SECOND_MS;
  };
}

function scopeOf(
  { folders }: Account,
  only: CheckedInput<'sync.prepare'>['only'],
): Result<RunScope, CoreFault> {
  if (only === null) return ok({});
  if ('fileIds' in only) return ok({ fileIds: only.fileIds.map(Number) });
  const folder = folders.find(only.folder);
  if (folder === null) return fail({ kind: 'unknown-folder', folderId: only.folder });
  return ok({ folderId: folder.id });
}

function confirmingFiles({ passFiles }: Account): number {
  return passFiles
    .counts({})
    .filter(({ state, hold }) => state === 'confirming' && hold === null)
    .reduce((sum, { files }) => sum + files, 0);
}

/** Of changes that were sent just now, and not found to be charged before. */
function answeredCredits(changes: readonly Change[]): number {
  return changes
    .filter(({ state }) => state.state === 'delivered' && state.by === 'answer')
    .reduce((sum, change) => sum + chargedCredits(change), 0);
}

async function reportOf(
  { account, scope, pass, offer, beganAtMs }: Prepared,
  progress: Pick<GatheredProgress, 'denialWaits'>,
  signal: AbortSignal,
): Promise<Omit<PassReport, 'cameMeanwhile'>> {
  // A pass sends nothing offline, also where its files asked the service for nothing.
  const fault = account.offline.isOffline() ? OFFLINE : pass.serviceFault();
  // A free change whose answer was lost a moment ago may be sent again by now.
  const isHeard = offer.sent !== null && fault === null;
  if (isHeard) await awaitDenials(account, progress, signal);
  const later = isHeard ? await sendChanges(account, signal) : null;
  // Of a service that was given up in silence nothing more is asked.
  const isSilent = fault !== null && isSilence(fault);
  const after = isSilent ? fail(fault) : await account.credits.balance(signal);
  const estimated = pass.spentCredits();
  const isQuiet = isSilent || (estimated === 0 && pass.takenIn() === 0);
  const charged = isQuiet ? [] : await account.credits.history.settle(beganAtMs(), signal);
  const folders = account
    .status()
    .folders.filter(({ id }) => scope.folderId === undefined || id === String(scope.folderId));
  return {
    folders: folders.map(({ id, path, projectId, trouble }) => ({ id, path, projectId, trouble })),
    counts: account.passFiles.standing(scope),
    agreed: account.passFiles.resultsOf(pass.agreedIds()),
    spent: {
      estimated,
      observed:
        after.ok && offer.balance !== null
          ? offer.balance - after.value - answeredCredits(later?.ended ?? [])
          : null,
    },
    fault,
    balanceFault: pass.balanceFault(),
    unread: pass
      .unread()
      .slice(0, MOST_UNREAD)
      .map(({ folderId, path, errno }) => {
        const folder = folders.find(({ id }) => id === String(folderId));
        return { path: join(folder?.path ?? '', path), errno };
      }),
    deviations: charged,
    missingCertificates: account.certificates
      .missing()
      .map(({ record: { fileId, projectId, name }, fault: why }) => {
        return { fileId, projectId, name, fault: why };
      }),
    takenIn: pass.takenIn() - offer.takenIn,
    kept: pass.kept(),
    approvedElsewhere: pass.approvedElsewhere(),
    changes: offer.sent && {
      ended: [...offer.sent.ended, ...(later?.ended ?? [])],
      fault: (later ?? offer.sent).fault,
      open: openChanges(account),
    },
  };
}
