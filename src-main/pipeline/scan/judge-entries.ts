/**
 * Applies the rules to the entries of a directory; for worker threads, which may block. Files of a directory that was
 * settled by the same rules are not matched again.
 */
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import { SLOW_RULES, IGNORE_ENCODING } from '../../../src-shared/model/files/read-trouble.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { placeIn, places } from '../../platform/place.ts';
import {
  costliestFile,
  readPatterns,
  rulesWith,
  type IgnoreFile,
  type IgnoreRules,
  decodeIgnoreFile,
} from './ignore-rules.ts';
import { IGNORE_FILE_NAME } from './default-ignores.ts';
import { settledBy, type DirectoryQuestion, type RuleReading } from './file-tree.ts';
import { ignoreFileIn, makeMatchers } from './ignore-matcher.ts';
import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import { errnoOf } from '../../platform/errno.ts';

export interface NamedEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  /** No rule lets it in again. */
  readonly isLabsealData: boolean;
}

export interface NamedListing {
  readonly digest: string;
  readonly size: number;
  /** Then it is never taken for unchanged: nothing in it tells that a file has become a Labseal's. */
  readonly holdsLabsealData: boolean;
  readonly entries: () => Iterable<NamedEntry>;
}

/** The rules that leave out entries. */
export interface EntryRules {
  readonly texts: readonly string[];
  /** For each entry, in their order, the place of its text, counted from 1; 0 for an entry that is kept. */
  readonly which: Uint16Array;
}

export interface Judgement {
  readonly ignoreFile: IgnoreFile | null;
  readonly isUnchanged: boolean;
  /** Null when all entries are kept. Files that are unchanged have none. */
  readonly rules: EntryRules | null;
  readonly matchedMs: number;
}

/** The time is asked for after so many entries. */
const ENTRIES_AT_ONCE = 16;

/** One for a thread: it keeps what it compiled. `read`: the real one by default. */
export function makeJudge(read: ReadIgnoreFile = readIgnoreFile) {
  const matcherOf = makeMatchers();

  /** `place`: of the directory. A failure is the code with which the directory is closed. */
  function judge(
    place: string,
    listing: NamedListing,
    { relativePath, rules: above, settled, matchingMs }: DirectoryQuestion,
  ): Result<Judgement, string> {
    if (above.globs === null) {
      return ok({ ignoreFile: null, isUnchanged: false, rules: null, matchedMs: 0 });
    }
    const own = ownPatterns(place, relativePath, listing.entries(), above);
    if (!own.ok) return own;
    const rules = own.value === null ? above : rulesWith(above, own.value);
    const isUnchanged = settledBy(listing, rules) === settled && !listing.holdsLabsealData;
    const matched = matchAll(listing, isUnchanged, { relativePath, rules, matchingMs });
    if (matched === null) return fail(SLOW_RULES + ignoreFileIn(costliest(rules)));
    return ok({ ignoreFile: own.value, isUnchanged, ...matched });
  }

  /** Null when the time is over. Rules of a person's own settings may take as long as they do. */
  function matchAll(
    { entries, size }: NamedListing,
    isUnchanged: boolean,
    {
      relativePath,
      rules,
      matchingMs,
    }: Pick<DirectoryQuestion, 'relativePath' | 'rules' | 'matchingMs'>,
  ): Pick<Judgement, 'rules' | 'matchedMs'> | null {
    const fromMs = processorMs();
    const within = relativePath === '' ? '' : `${relativePath}/`;
    const isBounded = (costliestFile(rules)?.cost ?? 0) > 0;
    const which = new Uint16Array(size);
    const texts = new Map<string, number>();
    let index = 0;
    for (const { name, isDirectory, isLabsealData } of entries()) {
      const isLateNow = isBounded && index % ENTRIES_AT_ONCE === 0;
      if (isLateNow && processorMs() - fromMs > matchingMs) return null;
      const isAsked = isDirectory || !isUnchanged;
      const rule = isLabsealData
        ? LABSEAL_DATA
        : isAsked
          ? matcherOf(rules)(within + name, isDirectory)
          : null;
      if (rule !== null) {
        if (!texts.has(rule)) texts.set(rule, texts.size + 1);
        which[index] = texts.get(rule) ?? 0;
      }
      index += 1;
    }
    const matchedMs = isBounded ? processorMs() - fromMs : 0;
    return { rules: texts.size === 0 ? null : { texts: [...texts.keys()], which }, matchedMs };
  }

  function ownPatterns(
    place: string,
    relativePath: string,
    entries: Iterable<NamedEntry>,
    above: IgnoreRules,
  ): Result<IgnoreFile | null, string> {
    for (const { name, isDirectory } of entries) {
      if (name !== IGNORE_FILE_NAME || isDirectory) continue;
      const text = read(relativePath === '' ? placeIn(place, name) : `${place}/${name}`);
      if (!text.ok) return fail(text.fault.startsWith(IGNORE_ENCODING) ? text.fault : 'EIGNORE');
      const file = readPatterns(above, relativePath, text.value);
      return file.ok ? file : fail('EIGNORE');
    }
    return ok(null);
  }

  /** An unusable ignore file leaves out its whole directory, and is named. */
  function rulesFor(root: string, relativePath: string, first: IgnoreRules): RuleReading {
    let rules = first;
    let leftOutBy: string | null = null;
    const names = relativePath.split('/');
    for (const depth of names.keys()) {
      const above = names.slice(0, depth).join('/');
      const path = names.slice(0, depth + 1).join('/');
      const text = read(placeIn(root, ignoreFileIn(above)));
      const own = text.ok ? readPatterns(rules, above, text.value) : null;
      if (own?.ok === true) rules = rulesWith(rules, own.value);
      else if (own !== null) leftOutBy ??= `${root}/${ignoreFileIn(above)}: ${own.fault.pattern}`;
      else if (!text.ok && text.fault !== 'ENOENT') {
        leftOutBy ??= `${root}/${ignoreFileIn(above)} (${text.fault.replace(IGNORE_ENCODING, '')})`;
      }
      leftOutBy ??= matcherOf(rules)(path, depth < names.length - 1);
    }
    return { rule: leftOutBy, rules };
  }

  return { judge, rulesFor };
}

function costliest(rules: IgnoreRules): string {
  return costliestFile(rules)?.folder ?? '';
}

/** Of this thread alone: a busy computer makes no pattern slow. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Reads a `.labsealignore`, with blocking calls; for worker threads. Such a file may be hostile or unfinished, so its size
 * is limited and it must be a plain file of text. Anything else is an error: treating it as empty could send what it
 * meant to hold back. The text, or the system's code: also `EFBIG` over 256 KiB, `EENCODING:` and the encoding of what is
 * no text that is certain, `EINVAL` for no plain file.
 */
export type ReadIgnoreFile = (place: string) => Result<string, string>;

const MAX_BYTES = 262_144;
const MEMORY_BYTES = MAX_BYTES + 1;
// A FIFO must not block it either; Windows does not know the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export const readIgnoreFile: ReadIgnoreFile = (place) => {
  try {
    const handle = places.open(place, FLAGS);
    try {
      if (!fstatSync(handle).isFile()) return fail('EINVAL');
      const memory = Buffer.alloc(MEMORY_BYTES);
      const bytesRead = readSync(handle, memory, 0, MEMORY_BYTES, 0);
      if (bytesRead > MAX_BYTES) return fail('EFBIG');
      const text = decodeIgnoreFile(memory.subarray(0, bytesRead));
      return text.ok ? text : fail(IGNORE_ENCODING + text.fault);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const errno = errnoOf(error);
    return fail(errno === 'ENXIO' ? 'EINVAL' : errno); // `places.open` refuses what is no file or folder
  }
};
