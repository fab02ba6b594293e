/** What was learned about how a service keeps things the document leaves open. Pure, but for the port of its memory. */
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';

/** What becomes of the `uploaded` time we send. */
export const UPLOADED_QUIRKS = ['exact', 'seconds', 'replaced'] as const;
export type UploadedQuirk = (typeof UPLOADED_QUIRKS)[number];

/** Whether a list's later pages can be had. */
export const PAGING_QUIRKS = ['honoured', 'ignored'] as const;
export type PagingQuirk = (typeof PAGING_QUIRKS)[number];

/** Remembers over runs; null where nothing is known yet. What is learned last counts: services change. */
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
 * What one record teaches about times; null when it can be read in two ways. `receivedAtMs`: when its answer came. A
 * service that writes its own time in whole seconds looks like one that cuts ours while an upload takes no time.
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
