/** What happened and what was proven, as a person reads it back. It changes nothing and asks nobody. */
import type { CertificateFilter, Proof } from '../../db/proofs/certificate-range.ts';
import type { DoneInSpan, LogFilter, LogWindow } from '../../db/account/event-log.ts';
import type { State } from '../../db/state.ts';

export interface Activity {
  /** Latest first. */
  log(filter: LogFilter, first: number, count: number): LogWindow;
  /** How much was finished between each two neighbours of `edgesMs`, which rise. */
  done(edgesMs: readonly number[]): readonly DoneInSpan[];
  /** What is proven, the latest first. */
  proofs(
    filter: CertificateFilter,
    first: number,
    count: number,
  ): { readonly total: number; readonly proofs: readonly Proof[] };
  /** By the service's id of a version; null when this account never knew it. */
  proof(fileId: string): Proof | null;
}

export function makeActivity({ eventLog, certificateRange }: State): Activity {
  return {
    log: (filter, first, count) => eventLog.range(filter, first, count),
    done: (edgesMs) => eventLog.done(edgesMs),
    proofs: (filter, first, count) => certificateRange.range(filter, first, count),
    proof: (fileId) => certificateRange.of(fileId),
  };
}
