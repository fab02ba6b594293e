/**
 * The page's answers of the core in TanStack Query: a key is a call with its input, an event of the core makes keys
 * stale. Nothing is kept once no screen shows it: the core is on this computer and answers in milliseconds, and so no
 * account ever sees an answer given to another.
 */
import { QueryClient, type QueryFilters } from '@tanstack/react-query';
import type { CallName } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Bridge, PageFault } from '../bridge/bridge.ts';
import { isStaleOn, LATER_STALE_ON, STALE_ON, type ReadName } from './stale-on.ts';
import { makeThrottledRefresh, type ThrottledRefresh } from './throttled-refresh.ts';

/** A fault as an error: what queries and mutations fail with. Any other error is a bug, and is thrown on. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: PageFault;

  constructor(fault: PageFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

/** The value of a result. Throws `FaultError`. */
export function valueOf<Value>(result: Result<Value, PageFault>): Value {
  if (result.ok) return result.value;
  throw new FaultError(result.fault);
}

export function faultOf(error: Error | null): PageFault | null {
  return error instanceof FaultError ? error.fault : null;
}

const isBug = (error: Error) => !(error instanceof FaultError);

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        // The core decides when a question is repeated, and whether the network is there.
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        retry: false,
        throwOnError: isBug,
      },
      mutations: { gcTime: 0, networkMode: 'always', throwOnError: isBug },
    },
  });
}

/**
 * Reads stale answers again that a screen shows. A first answer on its way may have been made before the news, and
 * TanStack Query would give it for both: it is not waited for.
 */
async function readAgain(queries: QueryClient, stale: QueryFilters): Promise<void> {
  for (const query of queries.getQueryCache().findAll({ ...stale, fetchStatus: 'fetching' })) {
    const isReadAgain = query.isActive() && !query.isDisabled();
    if (isReadAgain && query.state.data === undefined) void query.cancel({ silent: true });
  }
  await queries.invalidateQueries(stale);
}

const LATER_MS = 5_000;
const READ_NAMES = Object.keys(STALE_ON) as readonly ReadName[];

/** Reads again what an event has made stale, as long as it is shown; returns what ends that. */
export function keepQueriesFresh(
  bridge: Pick<Bridge, 'subscribe'>,
  queries: QueryClient,
): () => void {
  const refreshes = new Map<CallName, ThrottledRefresh>(
    READ_NAMES.map((name) => [
      name,
      makeThrottledRefresh(() => readAgain(queries, { queryKey: [name] })),
    ]),
  );
  const later = Object.entries(LATER_STALE_ON).map(([name, kinds]) => ({
    kinds,
    refresh: makeThrottledRefresh(() => readAgain(queries, { queryKey: [name] }), LATER_MS),
  }));
  const stop = bridge.subscribe(({ kind }) => {
    if (kind === 'snapshot') {
      void readAgain(queries, {});
      return;
    }
    for (const name of READ_NAMES) if (isStaleOn(name, kind)) refreshes.get(name)?.news();
    for (const { kinds, refresh } of later) if (kinds.includes(kind)) refresh.news();
  });
  return () => {
    stop();
    for (const refresh of refreshes.values()) refresh.stop();
    for (const { refresh } of later) refresh.stop();
    queries.clear();
  };
}
