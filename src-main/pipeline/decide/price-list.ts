/** The price of an upload as known now: the upper bound, until observed charges reveal the service's rule. */
import {
  calibratedPrice,
  calibratePrice,
  type Calibration,
  type PriceSample,
} from '../../../src-shared/model/money/calibrate-price.ts';
import type { Price, Visibility } from '../../../src-shared/model/money/price.ts';
import type { State } from '../../db/state.ts';

/** It updates when the state changes; reading it costs nothing in between. */
export function makePriceList({ charges }: Pick<State, 'charges'>) {
  let read: readonly PriceSample[] | null = null;
  let learned = calibratePrice([]);

  function calibration(): Calibration {
    const samples = charges.samples();
    if (samples !== read) learned = calibratePrice((read = samples));
    return learned;
  }

  return {
    calibration,
    priceOf: (visibility: Visibility, sizeBytes: number): Price =>
      calibratedPrice(calibration(), visibility, sizeBytes),
  };
}
