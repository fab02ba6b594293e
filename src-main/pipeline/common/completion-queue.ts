/** Runs work concurrently and hands over the results one by one, in the order of completion. */

export interface CompletionQueue<Value> {
  begin(work: () => Promise<Value>): void;
  /** How many have begun and were not handed over yet. */
  underWay(): number;
  /** The next completed result; rejects when its work did. Only one caller at a time. */
  next(): Promise<Value>;
  /** Resolves when nothing runs any more, whether it succeeded or failed. */
  ended(): Promise<void>;
}

type End<Value> = { readonly value: Value } | { readonly error: unknown };

export function makeCompletionQueue<Value>(): CompletionQueue<Value> {
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
    begin(work) {
      unseen += 1;
      const visit = run(work).finally(() => running.delete(visit));
      running.add(visit);
    },
    underWay: () => unseen,
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
    async ended() {
      await Promise.all(running);
    },
  };
}
