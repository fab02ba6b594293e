/** Rules for tests, from a folder's settings and its ignore files, with what matches them. */
import type { IgnoreProblem } from '../../../../src-shared/model/status/core-fault.ts';
import { ok, type Result } from '../../../../src-shared/model/result.ts';
import {
  makeIgnoreRules,
  readPatterns,
  rulesWith as rulesWithFile,
  type IgnoreRules,
  decodeIgnoreFile,
} from '../ignore-rules.ts';
import { makeIgnoreMatcher } from '../ignore-matcher.ts';

interface TestRules extends IgnoreRules {
  matches(
    relativePath: string,
    isDirectory: boolean,
  ): { readonly ignored: boolean; readonly rule: string | null };
  /** These rules plus those of the `.labsealignore` with this text in `folder` ('' for the root), which win. */
  below(folder: string, text: string): Result<TestRules, IgnoreProblem>;
}

function testRules(rules: IgnoreRules): TestRules {
  const matcher = makeIgnoreMatcher(rules);
  return {
    ...rules,
    matches(relativePath, isDirectory) {
      const rule = matcher(relativePath, isDirectory);
      return { ignored: rule !== null, rule };
    },
    below(folder, text) {
      const decoded = decodeIgnoreFile(Buffer.from(text));
      if (!decoded.ok) throw new Error(`no text: ${decoded.fault}`);
      const file = readPatterns(rules, folder, decoded.value);
      return file.ok ? ok(testRules(rulesWithFile(rules, file.value))) : file;
    },
  };
}

/** Throws when one of them is unusable. */
export function rulesWith(
  folderGlobs: readonly string[],
  ...files: readonly (readonly [folder: string, text: string])[]
): TestRules {
  const first = makeIgnoreRules(folderGlobs);
  if (!first.ok) throw new Error(`unusable globs: ${JSON.stringify(first.fault)}`);
  let rules = testRules(first.value);
  for (const [folder, text] of files) {
    const next = rules.below(folder, text);
    if (!next.ok) throw new Error(`unusable ignore file: ${JSON.stringify(next.fault)}`);
    rules = next.value;
  }
  return rules;
}

/** Of a file. */
export const isIgnored = (rules: TestRules, path: string): boolean =>
  rules.matches(path, false).ignored;
