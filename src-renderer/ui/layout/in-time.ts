/** How long something may take before nobody waits for it any more. */
export class TooSlow extends Error {}

/** What `work` comes to, or `TooSlow`; the work itself is not ended by that. */
export async function inTime<Value>(work: Promise<Value>, patienceMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`not within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
