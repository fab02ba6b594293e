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

/**
 * What becomes of the header fields that we add to the documented request (those of resumable uploads, `Expect`,
 * `Idempotency-Key`). `suspected`: an upload with them was refused, so they are left out; `refused`: and one without them was
 * taken; `innocent`: one without them was refused as well.
 */
export const OWN_FIELDS_QUIRKS = ['suspected', 'refused', 'innocent'] as const;
export type OwnFieldsQuirk = (typeof OWN_FIELDS_QUIRKS)[number];

/** Remembered across runs; null where nothing is known yet. The last observation counts: services change. */
export interface ServiceQuirks {
  uploaded(): UploadedQuirk | null;
  learnUploaded(quirk: UploadedQuirk): void;
  hashMethod(): HashMethod | null;
  learnHashMethod(method: HashMethod): void;
  paging(): PagingQuirk | null;
  learnPaging(quirk: PagingQuirk): void;
  ownFields(): OwnFieldsQuirk | null;
  learnOwnFields(quirk: OwnFieldsQuirk): void;
}

export function areLeftOut(quirk: OwnFieldsQuirk | null): boolean {
  return quirk === 'suspected' || quirk === 'refused';
}

/** With these a gateway refuses fields that it does not know. */
const OVER_FIELDS: ReadonlySet<number> = new Set([400, 412, 417, 431]);

/**
 * What a refusal with this status teaches; null: nothing. `isNotOverFields`: what was refused had none of our fields. Not for one
 * whose reason the service says itself: that is behind any gateway, and clears none.
 */
export function taughtByRefusal(
  status: number,
  isNotOverFields: boolean,
  known: OwnFieldsQuirk | null,
): OwnFieldsQuirk | null {
  if (!OVER_FIELDS.has(status)) return null;
  if (isNotOverFields) return known === 'suspected' ? 'innocent' : null;
  return known === 'innocent' ? null : (known ?? 'suspected');
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
