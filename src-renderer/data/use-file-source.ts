/** The core as what fields get files from that can be chosen in them. */
import { useMemo } from 'react';
import type { CallInput, CallOutput } from '../../src-shared/bridge/calls.ts';
import { useBridge } from './bridge-context.ts';

const MOST_SHOWN = 50;

type Wish = Omit<CallInput<'lineage.citable'>, 'count'>;

export interface CoreFileSource {
  readonly find: (wish: Wish, signal: AbortSignal) => Promise<CallOutput<'lineage.citable'> | null>;
  readonly named: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<CallOutput<'lineage.named'> | null>;
}

export function useFileSource(): CoreFileSource {
  const { bridge } = useBridge();
  return useMemo(
    () => ({
      async find(wish, signal) {
        const found = await bridge.call('lineage.citable', { ...wish, count: MOST_SHOWN }, signal);
        return found.ok ? found.value : null;
      },
      async named(ids, signal) {
        const found = await bridge.call('lineage.named', { ids: [...ids] }, signal);
        return found.ok ? found.value : null;
      },
    }),
    [bridge],
  );
}
