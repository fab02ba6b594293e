type End<Value> = { readonly value: Value } | { readonly error: unknown };

/** Runs work concurrently and hands over the results one by one, in the order of completion. */
export function makeCompletionQueue<Value>() {
  const running = new Set<Promise<void>>();
  const ends: End<Value>[] = [];
  let wake: (() => void) | null = null;
  let unseen = 0;

  async function run(work: () => Promise<Value>): Promise<void> {
    try {
      ends.push({ value: await work() });
    } catch (error) {
      ends.push({ error });
    }
    wake?.();
  }

  return {
    begin(work: () => Promise<Value>) {
      unseen += 1;
      const visit = run(work).finally(() => running.delete(visit));
      running.add(visit);
    },
    /** How many have begun and were not handed over yet. */
    underWay: () => unseen,
    /** The next completed result; rejects when its work did. Only one caller at a time. */
    async next() {
      if (ends.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const end = ends.shift();
      if (end === undefined) throw new Error('nothing was begun');
      unseen -= 1;
      if ('error' in end) throw end.error;
      return end.value;
    },
    /** Resolves when nothing runs any more, whether it succeeded or failed. */
    async ended() {
      await Promise.all(running);
    },
  };
}
