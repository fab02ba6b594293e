/** Rows of a long list by index: read when they become visible, and again when the core reports a change. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { HistoryRange, LogRange } from '../../src-shared/bridge/activity-calls.ts';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { ProofRange } from '../../src-shared/bridge/certificate-calls.ts';
import type {
  FileListRow,
  FileRange as FilePage,
  PlatformRange,
} from '../../src-shared/bridge/file-calls.ts';
import type { LineageRange } from '../../src-shared/bridge/lineage-calls.ts';
import type { AuditRow } from '../../src-shared/model/proofs/audit.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';
import type { HistoryLine } from '../../src-shared/model/status/history-line.ts';
import type { ProofView } from '../../src-shared/model/proofs/proof.ts';
import type { HeldRange } from './use-held-list.ts';
import { isStaleOn } from './stale-on.ts';
import { makeRangeStore, type RangePage, type RangeStore, type RangeView } from './range-store.ts';

/** Calls that read a window of a list by a filter alone. */
interface RangeCalls {
  readonly 'certificates.range': ProofRange;
  readonly 'activity.lines': HistoryRange;
  readonly 'activity.log': LogRange;
  readonly 'files.onPlatform': PlatformRange;
  readonly 'lineage.range': LineageRange;
}
type RowOf<Name extends keyof RangeCalls> = RangeCalls[Name]['rows'][number];
type PageOf<Name extends keyof RangeCalls> = RangeCalls[Name] & RangePage<RowOf<Name>>;

interface ListControls<Row> {
  readonly see: RangeStore<Row>['see'];
  readonly readAgain: () => void;
}

export type Range<Name extends keyof RangeCalls> = RangeView<RowOf<Name>, PageOf<Name>> &
  ListControls<RowOf<Name>>;

/** A new filter begins a new list; keep `filter` the same object while nothing changes. */
export function useRange<Name extends keyof RangeCalls>(
  name: Name,
  filter: CallInput<Name>['filter'],
): Range<Name> {
  const { bridge } = useBridge();
  const store = useMemo(
    () =>
      makeRangeStore<RowOf<Name>, PageOf<Name>>(async (first, count, signal) => {
        const answer = await bridge.call(name, { filter, first, count } as CallInput<Name>, signal);
        if (!answer.ok) return answer;
        return ok(answer.value as PageOf<Name>);
      }),
    [bridge, name, filter],
  );
  const isStale = useCallback(({ kind }: PageEvent) => isStaleOn(name, kind), [name]);
  return useStore(store, isStale);
}

/** Lists that are held still, and how rows of them are asked for by their ids. */
const HELD = {
  'activity.lines': {
    idOf: ({ id }: HistoryLine) => String(id),
    filterOf: (ids: readonly string[]) => ({ lineIds: ids.map(Number) }),
  },
  'certificates.range': {
    idOf: ({ fileId }: ProofView) => fileId,
    filterOf: (ids: readonly string[]) => ({ fileIds: [...ids] }),
  },
} as const;

/** As `useRange`, of a list whose rows hold still while somebody is at them. */
export function useHeldRange<Name extends keyof typeof HELD>(
  name: Name,
  filter: CallInput<Name>['filter'],
): Range<Name> & Pick<HeldRange, 'hold' | 'catchUp'> {
  const { bridge } = useBridge();
  const store = useMemo(() => {
    const read = async (
      asked: CallInput<Name>['filter'],
      [first, count]: readonly [number, number],
      signal: AbortSignal,
    ) => {
      const input = { filter: asked, first, count } as CallInput<Name>;
      const answer = await bridge.call(name, input, signal);
      return answer.ok ? ok(answer.value as PageOf<Name>) : answer;
    };
    const { idOf, filterOf } = HELD[name];
    return makeRangeStore<RowOf<Name>, PageOf<Name>>(
      (first, count, signal) => read(filter, [first, count], signal),
      {
        idOf: idOf as (row: RowOf<Name>) => string,
        async readAgain(ids, signal) {
          const asked = filterOf(ids) as CallInput<Name>['filter'];
          const again = await read(asked, [0, Math.max(1, ids.length)], signal);
          return again.ok ? ok(again.value.rows) : again;
        },
      },
    );
  }, [bridge, name, filter]);
  const isStale = useCallback(({ kind }: PageEvent) => isStaleOn(name, kind), [name]);
  return { ...useStore(store, isStale), hold: store.hold, catchUp: store.catchUp };
}

export type FileQuery = Pick<CallInput<'files.range'>, 'filter' | 'sort'>;
export interface FileRange
  extends
    RangeView<FileListRow, FilePage>,
    ListControls<FileListRow>,
    Pick<HeldRange, 'hold' | 'catchUp'> {}

/** Files of this computer. A new query begins a new list; keep it the same object while nothing changes. */
export function useFileRange(query: FileQuery): FileRange {
  const { bridge } = useBridge();
  const store = useMemo(
    () =>
      makeRangeStore<FileListRow, FilePage>(
        (first, count, signal) => bridge.call('files.range', { ...query, first, count }, signal),
        {
          idOf: ({ id }) => id,
          async readAgain(fileIds, signal) {
            const batch = await bridge.call('files.batch', { fileIds: [...fileIds] }, signal);
            return batch.ok ? ok(batch.value.rows) : batch;
          },
        },
      ),
    [bridge, query],
  );
  const isStale = useCallback((event: PageEvent) => makesStale(event, query.filter), [query]);
  const range = useStore(store, isStale);
  return { ...range, hold: store.hold, catchUp: store.catchUp };
}

/** May a list with this filter be different after this event? */
export function makesStale(event: PageEvent, { projectId }: FileQuery['filter']): boolean {
  if (event.kind !== 'files-changed') return isStaleOn('files.range', event.kind);
  const { projectIds } = event; // none: any of them
  return projectId === undefined || projectIds.length === 0 || projectIds.includes(projectId);
}

export type AuditRange = RangeView<AuditRow> & ListControls<AuditRow>;

/** Findings of an audit, also while it runs. A new filter begins a new list, as above. */
export function useAuditRange(
  runId: string,
  filter: CallInput<'audit.rows'>['filter'],
): AuditRange {
  const { bridge } = useBridge();
  const store = useMemo(
    () =>
      makeRangeStore<AuditRow>((first, count, signal) =>
        bridge.call('audit.rows', { runId, filter, first, count }, signal),
      ),
    [bridge, runId, filter],
  );
  const isStale = useCallback(
    (event: PageEvent) =>
      event.kind === 'audit-progress'
        ? event.progress.runId === runId
        : isStaleOn('audit.rows', event.kind),
    [runId],
  );
  return useStore(store, isStale);
}

/** Reads a list while it is shown. Keep `isStale` the same function while nothing changes. */
function useStore<Row, Page extends RangePage<Row>>(
  store: RangeStore<Row, Page>,
  isStale: (event: PageEvent) => boolean,
): RangeView<Row, Page> & ListControls<Row> {
  const { bridge } = useBridge();
  useEffect(() => {
    store.see(0, 0);
    const stop = bridge.subscribe((event) => {
      if (isStale(event)) store.changed();
    });
    return () => {
      stop();
      store.close();
    };
  }, [bridge, store, isStale]);
  const view = useSyncExternalStore(store.subscribe, store.view);
  return { ...view, see: store.see, readAgain: store.changed };
}
