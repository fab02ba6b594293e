/**
 * The page's answers of the core in TanStack Query: a key is a call with its input, an event of the core makes keys
 * stale. Nothing is kept once no screen shows it: the core is on this computer and answers in milliseconds, and so no
 * account ever sees an answer given to another.
 */
import { QueryClient } from '@tanstack/react-query';
import type { CallName } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Bridge, PageFault } from '../bridge/bridge.ts';
import { isStaleOn, STALE_ON, type ReadName } from './stale-on.ts';
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

const READ_NAMES = Object.keys(STALE_ON) as readonly ReadName[];

/** Reads again what an event has made stale, as long as it is shown; returns what ends that. */
export function keepQueriesFresh(
  bridge: Pick<Bridge, 'subscribe'>,
  queries: QueryClient,
): () => void {
  const refreshes = new Map<CallName, ThrottledRefresh>(
    READ_NAMES.map((name) => [
      name,
      makeThrottledRefresh(() => queries.invalidateQueries({ queryKey: [name] })),
    ]),
  );
  const stop = bridge.subscribe(({ kind }) => {
    if (kind === 'snapshot') void queries.invalidateQueries();
    else for (const name of READ_NAMES) if (isStaleOn(name, kind)) refreshes.get(name)?.news();
  });
  return () => {
    stop();
    for (const refresh of refreshes.values()) refresh.stop();
    queries.clear();
  };
}
