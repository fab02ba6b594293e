/** Answers about changes that cost credits: priced first, kept when agreed to, and sent at most once. */
import type { CheckedInput } from '../../../src-shared/bridge/calls.ts';
import { changeCredits, type Change } from '../../../src-shared/model/change.ts';
import { assertNever, fail, ok } from '../../../src-shared/model/result.ts';
import type { PaidChanges } from '../paid-changes.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

export function outboxHandlers(parts: HandlerParts): HandlersOf<'outbox'> {
  function changed(): void {
    const { feed } = parts.engine;
    feed.tell({ kind: 'outbox-changed' });
    feed.tell({ kind: 'credits-changed' });
    feed.tell({ kind: 'projects-changed' });
  }

  return {
    'outbox.list': () =>
      withAccount(parts, ({ paidChanges }) => {
        const waitingCredits = paidChanges.waitingCredits();
        const breach = paidChanges.breachOf(waitingCredits);
        return ok({ changes: paidChanges.list(), waitingCredits, breach });
      }),
    'outbox.price': (wish, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const intent = await intentOf(wish, paidChanges, signal);
        if (!intent.ok) return intent;
        const prospect = await paidChanges.preview(intent.value, signal);
        if (!prospect.ok) return prospect;
        const credits = changeCredits(intent.value);
        const breach = paidChanges.breachOf(credits);
        return ok({ intent: intent.value, credits, prospect: prospect.value, breach });
      }),
    'outbox.keep': ({ intent, credits: agreedCredits, belowFloor }, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const credits = changeCredits(intent);
        if (credits > agreedCredits) {
          return fail({ kind: 'dearer-than-agreed', credits, agreedCredits });
        }
        const breach = paidChanges.breachOf(credits);
        if (breach !== null && !belowFloor) return fail({ kind: 'below-floor', ...breach });
        const kept = paidChanges.keep(intent);
        if (!kept.ok) return kept;
        try {
          return ok(await paidChanges.deliver(kept.value.id, signal));
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
        const sent: Change[] = [];
        try {
          for (const change of meant) sent.push(await paidChanges.deliver(change.id, signal));
        } finally {
          changed();
        }
        return ok(sent);
      }),
    'outbox.resolve': ({ id, decision }, signal) =>
      withAccount(parts, async ({ paidChanges }) => {
        const found = paidChanges.find(id);
        if (!found.ok) return found;
        try {
          switch (decision) {
            case 'look':
              return await paidChanges.check(found.value, signal);
            case 'leave':
            case 'send-again':
              return paidChanges.decide(found.value, decision);
            case 'undo':
              return paidChanges.undo(found.value);
            default:
              return assertNever(decision);
          }
        } finally {
          changed();
        }
      }),
  };
}

async function intentOf(
  wish: CheckedInput<'outbox.price'>,
  paidChanges: PaidChanges,
  signal: AbortSignal,
) {
  switch (wish.kind) {
    case 'create-project':
      return paidChanges.newProject(wish.project, wish.isAnother, signal);
    case 'invite-member':
      return paidChanges.invitation(wish.projectId, { email: wish.email }, signal);
    case 'delete-file':
      return paidChanges.deletion(wish.asked, wish.reason);
    default:
      return assertNever(wish);
  }
}
