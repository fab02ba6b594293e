/**
 * When certificates are asked for again after the service answered with an error. A service that answers is there:
 * uploads go on, and one certificate that it cannot make keeps no other from coming.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { growingWaitMs } from '../../platform/spread.ts';
import type { RenewedBy } from '../common/stage.ts';
import type { AccountPorts } from '../common/account-ports.ts';

const MOST_ERRORS = 5; // in a row, over about a quarter of a minute
const PAUSE = { firstMs: SECOND_MS, longestMs: MINUTE_MS };
/** Of what was given up, for the next try by the clock. */
export const GIVEN_UP_AGAIN = { firstMs: 10 * MINUTE_MS, longestMs: DAY_MS };

export function makeCertificateBackoff({ clock, chance }: Pick<AccountPorts, 'clock' | 'chance'>) {
  let errors = 0;
  /** On the steady clock: the end of a pause, or of what was given up, when the clock may try it again. */
  let untilMs = 0;
  let givenUpToId = 0;
  const isPaused = () => givenUpToId === 0 && clock.monotonicMs() < untilMs;
  /** The service answered as it should. */
  function answered(): void {
    [errors, untilMs, givenUpToId] = [0, 0, 0];
  }

  return {
    /** Records up to this one are left alone until a later round; newer ones may have better luck. */
    givenUpToId: () => givenUpToId,
    /** How many may be asked for now beside those under way: after an error one at a time. */
    most(limit: number, underWay: number): number {
      if (isPaused()) return 0;
      return errors === 0 ? limit : Math.max(0, 1 - underWay);
    },
    /** On the steady clock; 0: there is no pause. */
    pausedUntilMs: (): number => (isPaused() ? untilMs : 0),
    /** True when it was one too many: everything up to the newest record is given up. */
    failed(newestId: number): boolean {
      if (isPaused()) return false; // asked before the pause: they fail together
      errors += 1;
      if (errors >= MOST_ERRORS) givenUpToId = newestId;
      const waitMs =
        givenUpToId === 0
          ? growingWaitMs(errors - 1, PAUSE, chance())
          : growingWaitMs(errors - MOST_ERRORS, GIVEN_UP_AGAIN, chance());
      untilMs = clock.monotonicMs() + waitMs;
      return givenUpToId !== 0;
    },
    answered,
    renew(by: RenewedBy): void {
      if (by === 'person') answered();
      else if (clock.monotonicMs() >= untilMs) givenUpToId = 0; // one more error, and it is given up again
    },
  };
}
