/** Rows of a long list by index, read as they come into sight and again when the core says they may be different. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { LogRange } from '../../src-shared/bridge/activity-calls.ts';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { ProofRange } from '../../src-shared/bridge/certificate-calls.ts';
import type { LineageRange } from '../../src-shared/bridge/lineage-calls.ts';
import type { PlatformRange } from '../../src-shared/bridge/file-calls.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';
import { makeRangeStore, type RangePage, type RangeStore, type RangeView } from './range-store.ts';

/** Calls that read a window of a list by a filter alone. */
interface RangeCalls {
  readonly 'certificates.range': ProofRange;
  readonly 'activity.log': LogRange;
  readonly 'files.onPlatform': PlatformRange;
  readonly 'lineage.range': LineageRange;
}
type RowOf<Name extends keyof RangeCalls> = RangeCalls[Name]['rows'][number];
type PageOf<Name extends keyof RangeCalls> = RangePage<RowOf<Name>>;

export interface Range<Name extends keyof RangeCalls> extends RangeView<
  RowOf<Name>,
  RangeCalls[Name] & PageOf<Name>
> {
  readonly see: RangeStore<RowOf<Name>>['see'];
  readonly readAgain: () => void;
}

/** A new filter begins a new list; keep `filter` and `staleOn` the same objects while nothing changes. */
export function useRange<Name extends keyof RangeCalls>(
  name: Name,
  filter: CallInput<Name>['filter'],
  staleOn: readonly PageEvent['kind'][],
): Range<Name> {
  const { bridge } = useBridge();
  const range = useMemo(
    () =>
      makeRangeStore<RowOf<Name>, RangeCalls[Name] & PageOf<Name>>(async (first, count, signal) => {
        const answer = await bridge.call(name, { filter, first, count } as CallInput<Name>, signal);
        if (!answer.ok) return answer;
        return ok(answer.value as RangeCalls[Name] & PageOf<Name>);
      }),
    [bridge, name, filter],
  );
  useEffect(() => {
    range.see(0, 0);
    const stop = bridge.subscribe(({ kind }) => {
      if (kind === 'snapshot' || staleOn.includes(kind)) range.changed();
    });
    return () => {
      stop();
      range.close();
    };
  }, [bridge, range, staleOn]);
  const view = useSyncExternalStore(range.subscribe, range.view);
  return { ...view, see: range.see, readAgain: range.changed };
}
