/** Handlers for money: balance, limits, history. */
import { ok } from '../../src-shared/model/result.ts';
import type { Account } from '../app/account.ts';
import { type HandlerParts, type HandlersOf, accountHandlers } from './handlers.ts';

export function creditHandlers(parts: HandlerParts): HandlersOf<'credits'> {
  const { engine } = parts;

  /** A balance request may find new credits: files that wait for them continue automatically. */
  async function lookForMore<Value>(
    account: Account,
    read: (account: Account) => Promise<Value>,
  ): Promise<Value> {
    const before = account.credits.known();
    const answer = await read(account);
    // Other screens show it too.
    if (before !== null && account.credits.known() !== before) {
      engine.feed.tell({ kind: 'credits-changed' });
    }
    const isMore = (account.credits.known() ?? 0) > (before ?? 0);
    const isWaitedFor = account
      .status()
      .counts.some(({ hold, files }) => hold === 'credits' && files > 0);
    if (isMore && isWaitedFor) engine.lookAgain();
    return answer;
  }

  return accountHandlers(parts, {
    'credits.balance': (account, _input, signal) =>
      lookForMore(account, async ({ credits }) => {
        const balance = await credits.balance(signal);
        return balance.ok
          ? ok({ credits: balance.value, reserve: credits.limits().reserve })
          : balance;
      }),
    'credits.limits': ({ credits }) => ok(credits.limits()),
    'credits.setLimit': ({ credits }, { name, value }) => {
      const limits = credits.changeLimits({ [name]: value });
      engine.feed.tell({ kind: 'credits-changed' });
      engine.agreementsChanged();
      return ok(limits);
    },
    'credits.history': ({ credits }, { from, to, lines }, signal) =>
      credits.history.read(from, to, signal, lines),
    'credits.summary': (account, _input, signal) =>
      lookForMore(account, async ({ credits }) => ok(await credits.summary(signal))),
  });
}
