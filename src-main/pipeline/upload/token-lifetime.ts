/** Whether an upload can end before the session does. Pure; without a measured speed nothing is held back. */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';

export interface SessionFit {
  readonly bytes: number;
  /** Of all large uploads together, as measured; null: not measured yet. */
  readonly bytesPerSecond: number | null;
  /** How many share that, this one included. */
  readonly sharers: number;
  /** By the service's clock; null: not known. */
  readonly sessionLeftMs: number | null;
}

/** How long it would take, when that is longer than the session lasts; null when it fits, as far as is known. */
export function tooLongMs(fit: SessionFit): number | null {
  const { bytes, bytesPerSecond, sharers, sessionLeftMs } = fit;
  if (bytesPerSecond === null || sessionLeftMs === null) return null;
  const takesMs = Math.ceil((bytes * sharers * SECOND_MS) / bytesPerSecond);
  return takesMs > sessionLeftMs ? takesMs : null;
}
