/** Which rule leaves a single path out, for explaining it: the same rules, in the same order, as a scan applies. */
import path from 'node:path';
import type { Folder } from '../../db/files/folder-repository.ts';
import { IGNORE_FILE_NAME } from './default-ignores.ts';
import type { ReadIgnoreFile } from './ignore-file.ts';
import { makeIgnoreRules } from './ignore-rules.ts';

/** Null when no rule does. A `.labsealignore` that cannot be used leaves out all of its directory, and is named. */
export async function ruleFor(
  filePath: string,
  folder: Folder,
  readIgnoreFile: ReadIgnoreFile,
  signal: AbortSignal,
): Promise<string | null> {
  const made = makeIgnoreRules(folder.exclude);
  if (!made.ok) throw new Error(`folder ${folder.id} has a rule that cannot be used`);
  let rules = made.value;
  const names = path.relative(folder.path, filePath).split(path.sep);
  for (const [depth, name] of names.entries()) {
    const above = names.slice(0, depth).join('/');
    const ignoreFile = path.join(folder.path, above, IGNORE_FILE_NAME);
    const text = await readIgnoreFile(ignoreFile, signal);
    if (!text.ok && text.fault !== 'ENOENT') return `${ignoreFile} (${text.fault})`;
    const own = text.ok ? rules.below(above, text.value) : null;
    if (own !== null && !own.ok) return `${ignoreFile}: ${own.fault.pattern}`;
    if (own !== null) rules = own.value;
    const isDirectory = depth < names.length - 1;
    const verdict = rules.matches(above === '' ? name : `${above}/${name}`, isDirectory);
    if (verdict.ignored) return verdict.rule;
  }
  return null;
}
