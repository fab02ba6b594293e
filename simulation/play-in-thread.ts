import { Worker } from 'node:worker_threads';

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
