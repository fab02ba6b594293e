/** Handlers for money: balance, limits, history. */
import { ok } from '../../src-shared/model/result.ts';
import type { AccountBase } from '../app/account-base.ts';
import { bindBalance } from '../app/bind-remote.ts';
import { type HandlerParts, type HandlersOf, accountHandlers, baseHandlers } from './handlers.ts';

export function creditHandlers(parts: HandlerParts): HandlersOf<'credits'> {
  const { engine } = parts;

  /** A balance request may find new credits: files that wait for them continue automatically. */
  async function lookForMore<Value>(
    { state }: Pick<AccountBase, 'state'>,
    read: () => Promise<Value>,
  ): Promise<Value> {
    const known = () => state.balances.get('latest')?.credits ?? null;
    const before = known();
    const answer = await read();
    // Other screens show it too.
    if (before !== null && known() !== before) engine.feed.tell({ kind: 'credits-changed' });
    const isMore = (known() ?? 0) > (before ?? 0);
    if (isMore && state.holds.counts().some(({ hold }) => hold === 'credits')) engine.lookAgain();
    return answer;
  }

  return {
    ...baseHandlers(parts, {
      'credits.balance': (account, _input, signal) =>
        lookForMore(account, async () => {
          const balance = await account.use(bindBalance).balance(signal);
          const { reserve } = account.state.spendLimits.get();
          return balance.ok ? ok({ credits: balance.value, reserve }) : balance;
        }),
      'credits.summary': (account, _input, signal) =>
        lookForMore(account, async () => {
          const { bindCredits } = await import('../app/bind-files.ts');
          return ok(await account.use(bindCredits).summary(signal));
        }),
      'credits.known'({ state }) {
        const latest = state.balances.get('latest');
        return ok(latest === null ? null : { credits: latest.credits, atMs: latest.readAtMs });
      },
      'credits.limits': ({ state }) => ok(state.spendLimits.get()),
    }),
    ...accountHandlers(parts, {
      'credits.setLimit': ({ credits }, { name, value }) => {
        const limits = credits.changeLimits({ [name]: value });
        engine.feed.tell({ kind: 'credits-changed' });
        engine.agreementsChanged();
        return ok(limits);
      },
      'credits.history': ({ credits }, { from, to, lines }, signal) =>
        credits.history.read(from, to, signal, lines),
    }),
  };
}
