/** What happens next in a simulated world: a binary heap by time, and by arrival where times are equal. */
export type EventQueue = ReturnType<typeof makeEventQueue>;

interface Event {
  readonly atMs: number;
  readonly number: number;
  readonly happen: () => void;
}

const isBefore = (one: Event, other: Event) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.number < other.number);

export function makeEventQueue(startMs: number) {
  const heap: Event[] = [];
  let [nowMs, added] = [startMs, 0];

  function swap(one: number, other: number): void {
    const kept = heap[one];
    const moved = heap[other];
    if (kept === undefined || moved === undefined) return;
    heap[one] = moved;
    heap[other] = kept;
  }

  function rises(at: number): boolean {
    const [event, parent] = [heap[at], heap[(at - 1) >> 1]];
    return at > 0 && event !== undefined && parent !== undefined && isBefore(event, parent);
  }

  function sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      if (left === undefined) return;
      const child = right !== undefined && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1;
      if (!rises(child)) return;
      swap(at, child);
      at = child;
    }
  }

  return {
    add(atMs: number, happen: () => void) {
      heap.push({ atMs: Math.max(atMs, nowMs), number: (added += 1), happen });
      for (let at = heap.length - 1; rises(at); at = (at - 1) >> 1) swap(at, (at - 1) >> 1);
    },
    /** Lets everything happen that is due before `untilMs`, in order, also what is added meanwhile. */
    runUntil(untilMs: number) {
      for (let next = heap[0]; next !== undefined && next.atMs < untilMs; next = heap[0]) {
        const last = heap.pop();
        if (last !== undefined && heap.length > 0) {
          heap[0] = last;
          sink();
        }
        nowMs = next.atMs;
        next.happen();
      }
      nowMs = untilMs;
    },
    /** Of the event that happens now. */
    nowMs: () => nowMs,
  };
}
