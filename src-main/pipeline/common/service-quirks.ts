/**
 * What was learned about service behaviour that the API document leaves open. Pure, except for the port of its memory.
 */
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';

/** How the service keeps the `uploaded` time we send. */
export const UPLOADED_QUIRKS = ['exact', 'seconds', 'replaced'] as const;
export type UploadedQuirk = (typeof UPLOADED_QUIRKS)[number];

/** Whether a list's later pages can be read. */
export const PAGING_QUIRKS = ['honoured', 'ignored'] as const;
export type PagingQuirk = (typeof PAGING_QUIRKS)[number];

/** Remembered across runs; null where nothing is known yet. The last observation counts: services change. */
export interface ServiceQuirks {
  uploaded(): UploadedQuirk | null;
  learnUploaded(quirk: UploadedQuirk): void;
  hashMethod(): HashMethod | null;
  learnHashMethod(method: HashMethod): void;
  paging(): PagingQuirk | null;
  learnPaging(quirk: PagingQuirk): void;
}

const SLOW_MS = 2 * SECOND_MS;

/**
 * What one record teaches about times; null when it is ambiguous. `receivedAtMs`: when its answer came. While an upload
 * takes no time, a service that writes its own time in whole seconds looks like one that truncates ours.
 */
export function uploadedQuirk(
  sentIso: string,
  gotIso: string,
  receivedAtMs: number,
): UploadedQuirk | null {
  const sentMs = msFromIso(sentIso);
  const gotMs = msFromIso(gotIso);
  if (sentMs === null || gotMs === null) return null;
  const cutMs = sentMs - (sentMs % SECOND_MS);
  if (gotMs === sentMs) return sentMs === cutMs ? null : 'exact';
  if (gotMs !== cutMs) return 'replaced';
  return receivedAtMs - sentMs >= SLOW_MS ? 'seconds' : null;
}
