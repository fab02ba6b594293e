/** Rows of a list of files by index, read as they come into sight and again when the core says they changed. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';
import { makeRangeStore, type RangeStore, type RangeView } from './range-store.ts';

export type FileQuery = Pick<CallInput<'files.range'>, 'filter' | 'sort'>;

export interface FileRange extends RangeView<FileListRow> {
  readonly see: RangeStore<FileListRow>['see'];
  readonly readAgain: () => void;
}

/** May a list with this filter be different after this event? */
export function makesStale(event: PageEvent, { projectId }: FileQuery['filter']): boolean {
  if (event.kind === 'snapshot') return true;
  if (event.kind !== 'files-changed') return false;
  return projectId === undefined || event.projectIds.includes(projectId);
}

/** A new query begins a new list; keep `query` the same object while nothing changes. */
export function useFileRange(query: FileQuery): FileRange {
  const { bridge } = useBridge();
  const range = useMemo(
    () =>
      makeRangeStore<FileListRow>((first, count, signal) =>
        bridge.call('files.range', { ...query, first, count }, signal),
      ),
    [bridge, query],
  );
  useEffect(() => {
    range.see(0, 0);
    const stop = bridge.subscribe((event) => {
      if (makesStale(event, query.filter)) range.changed();
    });
    return () => {
      stop();
      range.close();
    };
  }, [bridge, range, query]);
  const view = useSyncExternalStore(range.subscribe, range.view);
  return { ...view, see: range.see, readAgain: range.changed };
}
