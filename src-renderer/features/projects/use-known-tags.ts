/** Names of the platform's tags, for offering them; none while they are not known. */
import { useMemo } from 'react';
import { useRead } from '../../data/use-read.ts';

const NOTHING = {};
const NEVER_STALE: readonly never[] = [];

export function useKnownTags(): readonly string[] {
  const { value } = useRead('tags.list', NOTHING, NEVER_STALE);
  return useMemo(() => (value?.tags ?? []).map(({ name }) => name), [value]);
}
