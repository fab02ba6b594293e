/**
 * The approved uploads, in the order of `queue-order.ts`. The database holds the same facts, so losing the queue loses
 * nothing. The cost of taking one depends on the number of projects, not on the length of the queue.
 */
import { compareWaiting, nextOfHeads, type Waiting } from './queue-order.ts';

type Turn = 'take' | 'skip' | 'drop' | 'stop';

export interface WaitingLine {
  /** A file that is queued already is positioned anew. */
  add(files: readonly Waiting[]): void;
  remove(fileId: number): void;
  /**
   * Takes out up to `limit` files, foremost first. `evaluate` is called for each: `take` it, `skip` it this time, `drop` it
   * from the queue, or `stop`, because no other file may go before it. A turn counts for its project only when a file is
   * taken.
   */
  take(limit: number, evaluate: (file: Waiting) => Turn): readonly Waiting[];
  has(fileId: number): boolean;
  ids(): readonly number[];
  readonly length: number;
}

export function makeWaitingLine(): WaitingLine {
  const byId = new Map<number, Waiting>();
  /** Foremost last, so that taking it moves no other. */
  const byProject = new Map<string, Waiting[]>();
  const turns = new Map<string, number>();
  let turn = 0;

  function unsort(file: Waiting): void {
    const queue = byProject.get(file.projectId) ?? [];
    const index = queue.findIndex(({ fileId }) => fileId === file.fileId);
    if (index !== -1) queue.splice(index, 1);
    if (queue.length === 0) byProject.delete(file.projectId);
  }

  function remove(fileId: number): void {
    const known = byId.get(fileId);
    if (known === undefined) return;
    byId.delete(fileId);
    unsort(known);
  }

  /** Foremost first would be the natural order; see `byProject`. */
  function sort(projectIds: Iterable<string>): void {
    for (const projectId of projectIds) {
      byProject.get(projectId)?.sort((one, other) => compareWaiting(other, one));
    }
  }

  function push(file: Waiting): void {
    byId.set(file.fileId, file);
    const queue = byProject.get(file.projectId);
    if (queue === undefined) byProject.set(file.projectId, [file]);
    else queue.push(file);
  }

  function* heads(): Generator<Waiting> {
    for (const queue of byProject.values()) {
      const head = queue.at(-1);
      if (head !== undefined) yield head;
    }
  }

  return {
    add(files) {
      for (const file of files) {
        remove(file.fileId);
        push(file);
      }
      sort(new Set(files.map(({ projectId }) => projectId)));
    },
    remove,
    take(limit, evaluate) {
      const taken: Waiting[] = [];
      const skipped: Waiting[] = [];
      let isStopped = false;
      while (taken.length < limit && !isStopped) {
        const next = nextOfHeads(heads(), turns);
        if (next === null) break;
        byProject.get(next.projectId)?.pop();
        if (byProject.get(next.projectId)?.length === 0) byProject.delete(next.projectId);
        byId.delete(next.fileId);
        switch (evaluate(next)) {
          case 'take':
            turn += 1;
            turns.set(next.projectId, turn);
            taken.push(next);
            break;
          case 'stop':
            isStopped = true;
            skipped.push(next);
            break;
          case 'skip':
            skipped.push(next);
            break;
          case 'drop':
            break;
        }
      }
      for (const file of skipped.toReversed()) push(file); // they were foremost, so they are again
      return taken;
    },
    has: (fileId) => byId.has(fileId),
    ids: () => [...byId.keys()],
    get length() {
      return byId.size;
    },
  };
}
