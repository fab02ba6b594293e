/** Handlers for queued changes: priced first, stored when approved, sent at most once, and decided by a person. */
import type { CheckedInput } from '../../src-shared/bridge/calls.ts';
import type { OutboxView } from '../../src-shared/bridge/outbox-calls.ts';
import {
  changeCredits,
  isOnlineOnly,
  type Change,
  type PaidIntent,
  type PaidKind,
} from '../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { waitsFor } from '../../src-shared/model/changes/pending-view.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Account } from '../app/account.ts';
import type { PaidChanges } from '../features/outbox/paid-changes.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function outboxHandlers(parts: HandlerParts): HandlersOf<'outbox'> {
  function changed(): void {
    const { feed } = parts.engine;
    feed.tell({ kind: 'outbox-changed' });
    feed.tell({ kind: 'credits-changed' });
    feed.tell({ kind: 'projects-changed' });
  }

  /** Works with one change, and tells user interfaces the result. */
  function about(
    id: string,
    work: (
      account: Account,
      change: Change,
    ) => Result<Change, CoreFault> | Promise<Result<Change, CoreFault>>,
  ) {
    return withAccount(parts, async (account) => {
      const found = account.paidChanges.find(id);
      if (!found.ok) return found;
      try {
        return await work(account, found.value);
      } finally {
        changed();
      }
    });
  }

  return {
    'outbox.list': () => withAccount(parts, (account) => ok(outboxView(account))),
    'outbox.price': (requested, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const intent = await intentOf(requested, paidChanges, signal);
        if (!intent.ok) return intent;
        const prospect = await paidChanges.preview(intent.value, signal);
        if (!prospect.ok) return prospect;
        const isFree = prospect.value.kind === 'would-cancel';
        const credits = isFree ? 0 : changeCredits(intent.value);
        const breach = paidChanges.breachOf(credits);
        return ok({ intent: intent.value, credits, prospect: prospect.value, breach });
      }),
    'outbox.keep': ({ intent, credits: agreedCredits, belowFloor, whenOnline = false }, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const credits = paidChanges.priceOf(intent);
        if (credits > agreedCredits) {
          return fail({ kind: 'dearer-than-agreed', credits, agreedCredits });
        }
        const breach = paidChanges.breachOf(credits);
        if (breach !== null && !belowFloor) return fail({ kind: 'below-floor', ...breach });
        const isNow = isOnlineOnly(intent);
        const kept = paidChanges.keep(intent, { whenOnline: whenOnline && !isNow, belowFloor });
        if (!kept.ok) return kept;
        try {
          const change = await paidChanges.deliver(kept.value.id, signal);
          return isNow ? neverWaiting(change, paidChanges) : ok(change);
        } finally {
          changed();
        }
      }),
    'outbox.send': ({ id, belowFloor }, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const meant = paidChanges
          .list()
          .filter((change) =>
            id === null ? change.state.state === 'waiting' : id === String(change.id),
          );
        if (id !== null && meant.length === 0) return fail({ kind: 'unknown-change', asked: id });
        const credits = meant.reduce((sum, { intent }) => sum + changeCredits(intent), 0);
        const breach = paidChanges.breachOf(credits);
        if (breach !== null && !belowFloor) return fail({ kind: 'below-floor', ...breach });
        try {
          const ids = meant.map((change) => change.id);
          return ok(await paidChanges.deliverAll(ids, signal));
        } finally {
          changed();
        }
      }),
    'outbox.resolve': ({ id, decision }, signal) =>
      about(id, (account, change) => resolve(account, change, decision, signal)),
    'outbox.choose': ({ id, choices }) =>
      about(id, ({ paidChanges }, change) => paidChanges.choose(change, choices, null)),
    'outbox.fixEmail': ({ id, email }) =>
      about(id, ({ paidChanges }, change) => paidChanges.fixEmail(change, email)),
    'outbox.workOffline': ({ isOffline }) =>
      withAccount(parts, (account) => {
        account.workOffline(isOffline);
        changed();
        if (!isOffline) parts.engine.lookAgain();
        return ok(null);
      }),
  };
}

function outboxView({ paidChanges, offline, outboxRunner, credits }: Account): OutboxView {
  const changes = paidChanges.list();
  const waitingCredits = paidChanges.waitingCredits();
  const known = credits.lastBalance();
  const waiting = changes.filter(({ state }) => state.state === 'waiting');
  const before = waiting.flatMap((change) => {
    const first = waitsFor(change, changes);
    return first === null ? [] : [[String(change.id), first] as const];
  });
  return {
    changes,
    waitingCredits,
    breach: paidChanges.breachOf(waitingCredits),
    balance: known === null ? null : { ...known, after: known.credits - waitingCredits },
    waitsFor: Object.fromEntries(before),
    isOffline: offline.isOffline(),
    lastSent: outboxRunner.summary(),
  };
}

/** For a change that is decided by the current state: what did not leave is abandoned and reported. */
function neverWaiting(change: Change, paidChanges: PaidChanges): Result<Change, CoreFault> {
  const { state } = change;
  if (state.state !== 'waiting') return ok(change);
  const undone = paidChanges.undo(change);
  return state.lastTry === null ? undone : fail(state.lastTry.fault);
}

async function resolve(
  { paidChanges, people }: Account,
  change: Change,
  decision: CheckedInput<'outbox.resolve'>['decision'],
  signal: AbortSignal,
): Promise<Result<Change, CoreFault>> {
  switch (decision) {
    case 'look':
      return paidChanges.check(change, signal);
    case 'leave':
    case 'send-again':
      return paidChanges.decide(change, decision);
    case 'undo':
      return paidChanges.undo(change);
    case 'retry':
      return paidChanges.retry(change);
    case 'keep-mine':
      return paidChanges.choose(change, {}, 'mine');
    case 'keep-theirs':
      return paidChanges.choose(change, {}, 'theirs');
    case 'use-existing':
      return paidChanges.useExisting(change);
    case 'raise-limit': {
      const anew = await paidChanges.raiseLimit(change, people.freeChanges, signal);
      return anew.ok ? ok(await paidChanges.deliver(anew.value.id, signal)) : anew;
    }
    default:
      return assertNever(decision);
  }
}

type Request = CheckedInput<'outbox.price'>;

/** How a person's request becomes a change: missing facts are looked up. */
const REQUESTS: {
  readonly [Kind in PaidKind]: (
    request: Extract<Request, { kind: Kind }>,
    paidChanges: PaidChanges,
    signal: AbortSignal,
  ) => Result<PaidIntent, CoreFault> | Promise<Result<PaidIntent, CoreFault>>;
} = {
  'create-project': ({ project, isAnother }, paidChanges, signal) =>
    paidChanges.newProject(project, isAnother, signal),
  'invite-member': ({ projectId, email }, paidChanges, signal) =>
    paidChanges.invitation(projectId, { email }, signal),
  'delete-file': ({ asked: fileId, projectId, reason }, paidChanges, signal) =>
    projectId === undefined
      ? paidChanges.deletion(fileId, reason)
      : paidChanges.deletionThere({ projectId, fileId, reason }, signal),
};

function intentOf<Kind extends PaidKind>(
  request: Extract<Request, { kind: Kind }>,
  paidChanges: PaidChanges,
  signal: AbortSignal,
) {
  return REQUESTS[request.kind](request, paidChanges, signal);
}
