/**
 * Stores every balance that is read, and learns from two quiet ones what the uploads between them cost. It sends
 * nothing itself. Its conclusions change displayed prices, never recorded charges.
 */
import { ABSENCE_WAIT_MS } from '../../../src-shared/model/changes/change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BalanceReading } from '../../db/money/balance-repository.ts';
import type { State } from '../../db/state.ts';
import type { RemoteRecords } from '../common/ports.ts';

/** The same records, which also store each balance. */
export function observeBalance(
  remote: RemoteRecords,
  { state, clock }: { readonly state: State; readonly clock: Clock },
): RemoteRecords {
  return {
    ...remote,
    async balance(signal) {
      const askedAtMs = clock.nowMs();
      const quietBefore = state.balances.get('quiet');
      const wasQuiet = isQuiet(quietBefore, askedAtMs);
      const read = await remote.balance(signal);
      if (!read.ok) return read;
      const reading = { credits: read.value, askedAtMs, readAtMs: clock.nowMs() };
      state.transaction(() => {
        state.balances.keep('latest', reading);
        // An upload that begins and ends during the request falls into no window. That can only make a balance look as
        // if others had spent, which teaches nothing.
        if (wasQuiet && isQuiet(quietBefore, askedAtMs)) {
          keepQuiet(quietBefore, reading);
        }
      });
      return read;
    },
  };

  /** No charge of ours is pending that this balance does not include. */
  function isQuiet(before: BalanceReading | null, askedAtMs: number): boolean {
    if (!state.charges.isQuiet(before?.readAtMs ?? 0)) return false;
    return !state.changeCharges.isDoubtful(askedAtMs - ABSENCE_WAIT_MS);
  }

  function keepQuiet(before: BalanceReading | null, now: BalanceReading): void {
    const { balances, charges, changeCharges } = state;
    // A change whose answer was lost may be in this window or not: then it teaches nothing, and the next one begins.
    if (before !== null && !changeCharges.isDoubtful(before.readAtMs - ABSENCE_WAIT_MS)) {
      const [fromMs, untilMs] = [before.readAtMs, now.askedAtMs];
      const changesCredits = changeCharges.explained(fromMs, untilMs);
      charges.closeWindow({
        fromMs,
        untilMs,
        fellBy: before.credits - now.credits,
        changesCredits,
      });
    }
    balances.keep('quiet', now);
  }
}
