/** The latest certificates. */
import { useMemo } from 'react';
import { useRead } from './use-read.ts';

const LATEST = { filter: { isAvailable: true }, first: 0, count: 4 } as const;

/** `isRead`: asked for with an answer; until then there may be some. */
export function useLatestProofs({ isWanted = true }: { readonly isWanted?: boolean } = {}) {
  const { value, fault } = useRead('certificates.range', LATEST, { isWanted });
  const proofs = useMemo(
    () => (value?.rows ?? []).filter(({ provenAtMs }) => provenAtMs !== null),
    [value],
  );
  return { proofs, isRead: value !== null || fault !== null };
}
