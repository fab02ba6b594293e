/** Asks for the counts again some time after the core said that they changed: often enough to read, seldom enough to rest. */
import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';
import type { CoreView } from './core-store.ts';

const GATHERED_MS = 1_000; // numbers that change faster cannot be read

const CHANGES_COUNTS: ReadonlySet<PageEvent['kind']> = new Set([
  'files-changed',
  'folders-changed',
  'audits-changed',
  'transfers-changed',
  'outbox-changed',
  'waiting',
]);

/** Returns what ends it. */
export function keepStatusFresh(bridge: Bridge, store: StoreApi<CoreView>): () => void {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const read = async () => {
    timer = null;
    try {
      const answer = await bridge.call('status.read', {}, ended.signal);
      if (answer.ok) store.setState({ status: answer.value });
    } catch (cause) {
      if (!ended.signal.aborted) throw cause;
    }
  };

  const stop = bridge.subscribe(({ kind }) => {
    if (CHANGES_COUNTS.has(kind)) timer ??= setTimeout(() => void read(), GATHERED_MS);
  });
  return () => {
    stop();
    ended.abort();
    if (timer !== null) clearTimeout(timer);
  };
}
