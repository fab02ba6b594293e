/**
 * What the `.labsealignore` files of one watched folder may cost together: patterns, which are kept in memory, and time
 * for matching. Limits along each path would not end a tree's work that has many paths.
 */
import { SLOW_RULES } from '../../../src-shared/model/files/read-trouble.ts';
import type { DirectoryReading } from './file-tree.ts';
import { ignoreFileIn } from './ignore-matcher.ts';
import { costliestFile, type IgnoreRules } from './ignore-rules.ts';

export type RuleBudget = ReturnType<typeof makeRuleBudget>;

/** In plain patterns: ten thousand folders with ten patterns each. */
const MAX_COST = 100_000;
/** A thousand plain patterns take a quarter of this for each path. */
const MS_PER_ENTRY = 0.5;
/** Before many entries are known: compiling counts too. */
const GRACE_MS = 5_000;

/** For one folder, from a full scan to the next. */
export function makeRuleBudget() {
  const costs = new Map<string, number>();
  const matchedMs = new Map<string, number>();
  let [cost, spentMs, entries] = [0, 0, 0];

  function charge(ignoreFile: string, ms: number): void {
    spentMs += ms;
    matchedMs.set(ignoreFile, (matchedMs.get(ignoreFile) ?? 0) + ms);
  }

  return {
    /** How much time of a processor is left for matching. */
    leftMs: () => GRACE_MS + entries * MS_PER_ENTRY - spentMs,
    /** Takes in a reading. Returns the code with which its directory is closed, null when it fits. */
    spend(
      relativePath: string,
      reading: Extract<DirectoryReading, { kind: 'read' }>,
      rules: IgnoreRules,
    ): string | null {
      entries += reading.entries.size;
      const costliest = costliestFile(rules);
      if (costliest !== null) charge(ignoreFileIn(costliest.folder), reading.matchedMs);
      const before = costs.get(relativePath) ?? 0;
      const now = reading.ignoreFile?.cost ?? 0;
      if (now > before && cost - before + now > MAX_COST) return 'EMANYRULES';
      cost += now - before;
      if (now === 0) costs.delete(relativePath);
      else costs.set(relativePath, now);
      return null;
    },
    /** The same for a reading that ran out of this time over this ignore file. */
    runOut(ignoreFile: string, matchingMs: number) {
      charge(ignoreFile, Math.max(0, matchingMs));
      const slowest = [...matchedMs].toSorted(([, one], [, other]) => other - one)[0];
      return `${SLOW_RULES}${slowest?.[0] ?? ignoreFile}`;
    },
  };
}
