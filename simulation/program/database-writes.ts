/**
 * Hears when a database becomes something else, at the one place every write of every repository passes: the statements
 * of better-sqlite3. So a simulation can let the program die, or the disk fail, exactly there, and the product needs no
 * switch for it. For simulations only; it changes the library for the thread it is called in.
 */
import Database from 'better-sqlite3';

export interface WriteListener {
  /** A change of the database at `path` is about to become durable. Throwing keeps it from it. */
  before(path: string): void;
  /** It has become durable. */
  after(path: string): void;
}

type Run = (this: Database.Statement, ...values: unknown[]) => Database.RunResult;

let listener: WriteListener | null = null;
let isInstalled = false;

/** From now on every durable change in this thread is told to `next`; null ends it. */
export function hearWrites(next: WriteListener | null): void {
  listener = next;
  if (!isInstalled) install();
  isInstalled = true;
}

function install(): void {
  const probe = new Database(':memory:');
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as { run: Run };
  probe.close();
  const { run } = prototype;
  prototype.run = function (...values) {
    if (listener === null || !makesDurable(this)) return run.apply(this, values);
    const { name } = this.database;
    listener.before(name);
    const result = run.apply(this, values);
    listener?.after(name);
    return result;
  };
}

/** A commit, or a write outside of any transaction. */
function makesDurable({ source, database }: Database.Statement): boolean {
  if (database.inTransaction) return source === 'COMMIT';
  return !source.startsWith('BEGIN');
}
