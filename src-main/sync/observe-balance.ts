/**
 * Keeps every balance that is read, and learns from two quiet ones what the uploads between them cost. It sends nothing
 * of its own, and what it concludes changes prices shown, never what was paid.
 */
import type { Clock } from '../ports/clock.ts';
import type { BalanceReading } from '../state/balance-repository.ts';
import type { State } from '../state/state.ts';
import type { RemoteRecords } from './ports.ts';

/** The same records, with balances that are remembered. */
export function observeBalance(
  remote: RemoteRecords,
  { state, clock }: { readonly state: State; readonly clock: Clock },
): RemoteRecords {
  return {
    ...remote,
    async balance(signal) {
      const askedAtMs = clock.nowMs();
      const quietBefore = state.balances.get('quiet');
      const wasQuiet = state.charges.isQuiet(quietBefore?.readAtMs ?? 0);
      const read = await remote.balance(signal);
      if (!read.ok) return read;
      const reading = { credits: read.value, askedAtMs, readAtMs: clock.nowMs() };
      state.transaction(() => {
        state.balances.keep('latest', reading);
        // An upload that begins and ends while the question is on its way falls into no window: that can only make a
        // balance look as if others had spent, which teaches nothing.
        if (wasQuiet && state.charges.isQuiet(quietBefore?.readAtMs ?? 0)) {
          keepQuiet(quietBefore, reading);
        }
      });
      return read;
    },
  };

  function keepQuiet(before: BalanceReading | null, now: BalanceReading): void {
    const { balances, charges } = state;
    if (before !== null) {
      charges.closeWindow(before.readAtMs, now.askedAtMs, before.credits - now.credits);
    }
    balances.keep('quiet', now);
  }
}
