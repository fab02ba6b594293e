/** The Range header of one download (RFC 9110, section 14), decided from texts and a size alone. */

/** `whole`: answer 200 as if there were no Range. Both ends are included. */
export type Selection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE = { kind: 'whole' } as const;

/** Several ranges, other units and malformed ones are ignored, as the RFC allows. */
export function selectRange(range: string | undefined, sizeBytes: number): Selection {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.replaceAll(' ', '') ?? '');
  const [, from = '', to = ''] = found ?? [];
  if (from === '' && to === '') return WHOLE;
  if (from === '') {
    const count = Math.min(Number(to), sizeBytes);
    if (count === 0) return { kind: 'unsatisfiable' };
    return { kind: 'part', first: sizeBytes - count, last: sizeBytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (to !== '' && Number(to) < first) return WHOLE;
  return first >= sizeBytes ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}

/** If-Range: the range counts only when what the client has is what we have. Dates and weak tags never match. */
export function rangeStillHolds(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange === etag;
}
