/** Streamed digests without a thread, for worlds that have none. */
import { startDigests } from '../digest-algorithms.ts';
import type { StreamedDigests } from '../streamed-digests.ts';

export const inPlaceDigests: StreamedDigests = {
  async of(parts, algorithms, signal) {
    const running = startDigests(algorithms);
    for await (const bytes of parts) {
      signal.throwIfAborted();
      running.update(Buffer.from(bytes));
    }
    return running.finish();
  },
  close: async () => undefined,
};
