/** Handlers for queued changes: priced first, stored when approved, sent at most once, and decided by a person. */
import type { CheckedInput } from '../../src-shared/bridge/calls.ts';
import type { OutboxView } from '../../src-shared/bridge/outbox-calls.ts';
import {
  changeCredits,
  isWaiting,
  type Change,
  type PaidIntent,
  type PaidKind,
} from '../../src-shared/model/changes/change.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { waitsFor } from '../../src-shared/model/changes/pending-view.ts';
import { assertNever, fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Account } from '../app/account.ts';
import type { PaidChanges } from '../features/outbox/paid-changes.ts';
import { withAccount, type HandlerParts, type HandlersOf, accountHandlers } from './handlers.ts';

export function outboxHandlers(parts: HandlerParts): HandlersOf<'outbox'> {
  function changed(): void {
    const { feed } = parts.engine;
    feed.tell({ kind: 'outbox-changed' });
    feed.tell({ kind: 'credits-changed' });
    feed.tell({ kind: 'projects-changed' });
  }

  /** Tells user interfaces how work ended, whichever way. */
  async function told<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    try {
      return await work();
    } finally {
      changed();
    }
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
      return found.ok ? told(() => work(account, found.value)) : found;
    });
  }

  return {
    ...accountHandlers(parts, {
      'outbox.list': (account) => ok(outboxView(account)),
      'outbox.price': async ({ paidChanges }, requested, signal) => {
        const intent = await intentOf(requested, paidChanges, signal);
        if (!intent.ok) return intent;
        const prospect = await paidChanges.preview(intent.value, signal);
        if (!prospect.ok) return prospect;
        const isFree = prospect.value.kind === 'would-cancel';
        const credits = isFree ? 0 : changeCredits(intent.value);
        const breach = paidChanges.breachOf(credits);
        return ok({ intent: intent.value, credits, prospect: prospect.value, breach });
      },
      'outbox.keep': async ({ paidChanges }, { intent, whenOnline = false, ...agreed }, signal) => {
        const beyond = beyondOf(paidChanges.priceOf(intent), agreed, paidChanges);
        if (beyond !== null) return fail(beyond);
        const { passedReserve } = agreed;
        const kept = paidChanges.keep(intent, { whenOnline, passedReserve });
        return told(async () => ok(await paidChanges.deliver(kept.id, signal)));
      },
      'outbox.offer': async ({ paidChanges, credits: money }, { ids }, signal) => {
        const meant = findAll(ids, paidChanges);
        if (!meant.ok) return meant;
        await money.balance(signal); // without it the last one counts
        const credits = creditsOfAll(meant.value);
        return ok({ credits, breach: paidChanges.breachOf(credits) });
      },
      'outbox.send': async ({ paidChanges }, { ids, ...agreed }, signal) => {
        const meant = findAll(ids, paidChanges);
        if (!meant.ok) return meant;
        const waiting = meant.value.filter(isWaiting);
        const beyond = beyondOf(creditsOfAll(waiting), agreed, paidChanges);
        if (beyond !== null) return fail(beyond);
        const waitingIds = waiting.map(({ id }) => id);
        return told(async () => {
          await paidChanges.deliverAll(waitingIds, signal);
          return findAll(ids, paidChanges);
        });
      },
      'outbox.check': ({ paidChanges }, _input, signal) =>
        told(async () => ok(await paidChanges.checkAll(signal))),
      'outbox.denialWait': ({ paidChanges }, { id }) => {
        const found = paidChanges.find(id);
        return found.ok ? ok({ waitMs: paidChanges.denialWaitMs(found.value) }) : found;
      },
      'outbox.workOffline': (account, { isOffline }) => {
        account.workOffline(isOffline);
        changed();
        if (!isOffline) parts.engine.lookAgain();
        return ok(null);
      },
    }),
    'outbox.settle': ({ id }, signal) =>
      about(id, async ({ paidChanges }, change) => {
        if (paidChanges.denialWaitMs(change) === null) return ok(change);
        await paidChanges.awaitDenial(change.id, signal);
        return paidChanges.check(change, signal);
      }),
    'outbox.resolve': ({ id, decision, agreed }, signal) =>
      about(id, async (account, change) => {
        const { paidChanges } = account;
        const decided = await resolve(account, change, decision, signal);
        if (!decided.ok || agreed === undefined || !isWaiting(decided.value)) return decided;
        const { id: anew, intent } = decided.value;
        const beyond = beyondOf(changeCredits(intent), agreed, paidChanges);
        return beyond === null ? ok(await paidChanges.deliver(anew, signal)) : decided;
      }),
    'outbox.choose': ({ id, choices, otherwise }) =>
      about(id, ({ paidChanges }, change) => paidChanges.choose(change, choices, otherwise)),
    'outbox.fixEmail': ({ id, email }) =>
      about(id, ({ paidChanges }, change) => paidChanges.fixEmail(change, email)),
  };
}

function outboxView({ paidChanges, offline, outboxRunner, credits }: Account): OutboxView {
  const changes = paidChanges.list();
  const waitingCredits = paidChanges.waitingCredits();
  const known = credits.lastBalance();
  const waiting = changes.filter(isWaiting);
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

/** Why a price is more than a person agreed to; null: it is not. */
function beyondOf(
  credits: number,
  {
    credits: agreedCredits,
    passedReserve,
  }: { readonly credits: number; readonly passedReserve: number | null },
  paidChanges: PaidChanges,
): CoreFault | null {
  if (credits > agreedCredits) return { kind: 'dearer-than-agreed', credits, agreedCredits };
  const breach = paidChanges.breachOf(credits);
  return breach === null || breach.reserve === passedReserve
    ? null
    : { kind: 'below-reserve', ...breach };
}

function findAll(
  ids: readonly string[],
  paidChanges: PaidChanges,
): Result<readonly Change[], CoreFault> {
  const found: Change[] = [];
  for (const id of ids) {
    const change = paidChanges.find(id);
    if (!change.ok) return change;
    found.push(change.value);
  }
  return ok(found);
}

function creditsOfAll(changes: readonly Change[]): number {
  return changes.reduce((sum, { intent }) => sum + changeCredits(intent), 0);
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
    case 'raise-limit':
      return paidChanges.raiseLimit(change, people.freeChanges, signal);
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
  'invite-member': ({ projectId, person }, paidChanges, signal) =>
    paidChanges.invitation(projectId, person, signal),
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
