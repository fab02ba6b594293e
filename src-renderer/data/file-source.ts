/** The source of the files that can be chosen in a field: the core, or a test. */
import { createContext, useMemo } from 'react';
import type { CallInput, CallOutput } from '../../src-shared/bridge/calls.ts';
import { useBridge } from './bridge-context.ts';

const MOST_SHOWN = 50;

export type FileSearch = Omit<CallInput<'lineage.citable'>, 'count'>;

export interface FileSource {
  /** The first matches, and their number; null when that is unknown now. */
  readonly find: (
    search: FileSearch,
    signal: AbortSignal,
  ) => Promise<CallOutput<'lineage.citable'> | null>;
  /** What ids stand for, in their order; null when that is unknown now. */
  readonly named: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<CallOutput<'lineage.named'> | null>;
}

/** Null where there is none: ids are typed there. */
export const FileSourceContext = createContext<FileSource | null>(null);

export function useFileSource(): FileSource {
  const { bridge } = useBridge();
  return useMemo(
    () => ({
      async find(search, signal) {
        const found = await bridge.call(
          'lineage.citable',
          { ...search, count: MOST_SHOWN },
          signal,
        );
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
