/** Plays statuses in a few threads, each in every circumstance. */
import { playInThread } from '../play-in-thread.ts';
import type { StatusResult } from './status-table.ts';

const THREAD = new URL('./status-worker.ts', import.meta.url);

export async function playStatuses(
  statuses: readonly number[],
  threads: number,
): Promise<readonly StatusResult[]> {
  const results: StatusResult[] = [];
  const shares = Array.from({ length: threads }, (_none, thread) =>
    statuses.filter((_status, place) => place % threads === thread),
  );
  await Promise.all(
    shares.map((share) =>
      playInThread(THREAD, share, (message) => void results.push(message as StatusResult)),
    ),
  );
  return results.toSorted((one, other) => one.status - other.status);
}
