/** What happened in one world, line by line, in the order it happened: for the reader of a failing seed, and as a hash. */
import { createHash } from 'node:crypto';

export interface Trace {
  tell(who: string, what: string): void;
  lines(): readonly string[];
  /** Two runs of one seed are the same run exactly when this is the same. */
  digest(): string;
}

export function makeTrace(nowMs: () => number): Trace {
  const lines: string[] = [];
  return {
    tell(who, what) {
      lines.push(`${(nowMs() / 1_000).toFixed(3).padStart(11)} ${who.padEnd(8)} ${what}`);
    },
    lines: () => lines,
    digest: () => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
  };
}
