/** The price of an upload as known now: the upper bound, until observed charges reveal the service's rule. */
import {
  calibratedPrice,
  calibratePrice,
  type Calibration,
} from '../../../src-shared/model/money/calibrate-price.ts';
import type { Price, Visibility } from '../../../src-shared/model/money/price.ts';
import type { State } from '../../db/state.ts';

/** It updates when the state changes; reading it costs nothing in between. */
export function makePriceList({ charges }: Pick<State, 'charges'>) {
  let learned: Calibration | null = null;
  let evidence = -1;

  function calibration(): Calibration {
    if (learned === null || evidence !== charges.evidence()) {
      evidence = charges.evidence();
      learned = calibratePrice(charges.samples());
    }
    return learned;
  }

  return {
    calibration,
    priceOf: (visibility: Visibility, sizeBytes: number): Price =>
      calibratedPrice(calibration(), visibility, sizeBytes),
  };
}
