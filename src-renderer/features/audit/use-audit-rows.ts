/** The findings of one audit by index, read as they come into sight, and again while more of them are found. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { AuditRow } from '../../../src-shared/model/proofs/audit.ts';
import { useBridge } from '../../data/bridge-context.ts';
import { makeRangeStore, type RangeStore, type RangeView } from '../../data/range-store.ts';

export interface AuditRows extends RangeView<AuditRow> {
  readonly see: RangeStore<AuditRow>['see'];
  readonly readAgain: () => void;
}

const REST_MS = 1_000; // a running audit tells four times a second, and rows are costly to draw

/** A new filter begins a new list; keep `filter` the same object while nothing changes. */
export function useAuditRows(runId: string, filter: CallInput<'audit.rows'>['filter']): AuditRows {
  const { bridge } = useBridge();
  const range = useMemo(
    () =>
      makeRangeStore<AuditRow>((first, count, signal) =>
        bridge.call('audit.rows', { runId, filter, first, count }, signal),
      ),
    [bridge, runId, filter],
  );
  useEffect(() => {
    range.see(0, 0);
    let readAtMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      timer = undefined;
      readAtMs = performance.now();
      range.changed();
    };
    const stop = bridge.subscribe((event) => {
      if (event.kind === 'snapshot' || event.kind === 'audits-changed') read();
      if (event.kind !== 'audit-progress' || event.progress.runId !== runId) return;
      timer ??= setTimeout(read, Math.max(0, readAtMs + REST_MS - performance.now()));
    });
    return () => {
      clearTimeout(timer);
      stop();
      range.close();
    };
  }, [bridge, range, runId]);
  const view = useSyncExternalStore(range.subscribe, range.view);
  return { ...view, see: range.see, readAgain: range.changed };
}
