/** Both ends of a thread that plays: who gives it its orders, and the thread itself. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openScratchFolder, type ScratchFolder } from './scratch-folder.ts';

/** Gives `order` to a thread and hands on its verdicts; rejects when the thread cannot go on at all. */
export function playInThread(
  thread: URL,
  order: unknown,
  onVerdict: (verdict: unknown) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: order });
    worker.on('message', onVerdict);
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread ended with ${code}`));
    });
  });
}

/** Shares orders out among so many threads. Resolves to their verdicts as they came. */
export async function playInThreads<Verdict>(
  thread: URL,
  orders: readonly unknown[],
  threads: number,
  onVerdict: (verdict: Verdict) => void = () => undefined,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const shares = Array.from({ length: threads }, (_none, index) =>
    orders.filter((_order, place) => place % threads === index),
  );
  const hear = (message: unknown): void => {
    verdicts.push(message as Verdict);
    onVerdict(message as Verdict);
  };
  await Promise.all(shares.map((share) => playInThread(thread, share, hear)));
  return verdicts;
}

/** In a thread: plays its share one after the other. */
export async function playShare(
  play: (order: never, scratchFolder: ScratchFolder) => Promise<unknown>,
): Promise<void> {
  let stray: unknown = null;
  process.on('unhandledRejection', (reason) => {
    stray ??= reason;
  });
  const scratchFolder = openScratchFolder();
  try {
    for (const order of workerData as readonly never[]) {
      const verdict = await play(order, scratchFolder);
      if (stray !== null) throw new Error(`unheard in ${JSON.stringify(order)}`, { cause: stray });
      parentPort?.postMessage(verdict);
    }
  } finally {
    scratchFolder.close();
  }
}
