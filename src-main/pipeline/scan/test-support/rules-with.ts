/** Rules for tests, from a folder's settings and its ignore files. */
import { makeIgnoreRules, type IgnoreRules } from '../ignore-rules.ts';

/** Throws when one of them is unusable. */
export function rulesWith(
  folderGlobs: readonly string[],
  ...files: readonly (readonly [folder: string, text: string])[]
): IgnoreRules {
  const first = makeIgnoreRules(folderGlobs);
  if (!first.ok) throw new Error(`unusable globs: ${JSON.stringify(first.fault)}`);
  let rules = first.value;
  for (const [folder, text] of files) {
    const next = rules.below(folder, text);
    if (!next.ok) throw new Error(`unusable ignore file: ${JSON.stringify(next.fault)}`);
    rules = next.value;
  }
  return rules;
}

/** Of a file. */
export const isIgnored = (rules: IgnoreRules, path: string): boolean =>
  rules.matches(path, false).ignored;
