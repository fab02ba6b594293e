/** A reading of entries that a test or a played disk makes up, with the rules of a question applied to it. */
import type {
  DirectoryEntry,
  DirectoryQuestion,
  DirectoryReading,
  Listing,
  RuleReading,
} from '../file-tree.ts';
import { makeJudge, type EntryRules } from '../judge-entries.ts';
import { fingerprintEntries, type EntriesToRead, type ReadEntries } from '../read-directory.ts';
import {
  makePacker,
  named,
  unpackEntries,
  unpackFingerprints,
  type ListedFile,
} from '../packed-entries.ts';
import type { IgnoreRules } from '../ignore-rules.ts';
import { factsOf } from '../../../platform/disk/file-identity.ts';
import { fail } from '../../../../src-shared/model/result.ts';

/** There are no ignore files on such disks. */
const { judge, rulesFor } = makeJudge(() => fail('ENOENT'));

export function listingOf(
  entries: readonly DirectoryEntry[],
  rules: EntryRules | null = null,
  isUnchanged = false,
  read: ReadEntries | null = null,
): Listing {
  const judged = entries.map((entry, index) => ({ ...entry, ...named(entry.name, rules, index) }));
  return {
    size: entries.length,
    digest: JSON.stringify(entries),
    isUnchanged,
    fingerprinted: read === null ? null : unpackFingerprints(read.fingerprinted),
    [Symbol.iterator]() {
      if (isUnchanged) throw new Error('what is unchanged was not sent');
      return judged.filter((_, index) => read?.entries.includes(index) !== true).values();
    },
    directories: () => judged.filter((entry) => entry.kind === 'directory'),
  };
}

/** The same entries, with their files as they arrive from a thread. */
function sent(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  const packer = makePacker();
  packer.begin(entries.length);
  for (const entry of entries) {
    if (entry.kind === 'file') packer.file(entry.name, factsOf(entry.identity));
  }
  const files = unpackEntries(packer.pack())[Symbol.iterator]();
  return entries.map((entry) => (entry.kind === 'file' ? (files.next().value ?? entry) : entry));
}

export function readingOf(
  directory: { readonly dev: string; readonly ino: string; readonly identity: string },
  listed: readonly DirectoryEntry[],
  question?: DirectoryQuestion,
  openReader?: EntriesToRead['openReader'],
  ownNames: ReadonlySet<string> = new Set(),
): DirectoryReading {
  const entries = sent(listed);
  const plain = { ...directory, kind: 'read', ignoreFile: null, matchedMs: 0 } as const;
  if (question === undefined) return { ...plain, entries: listingOf(entries) };
  const names = entries.map(({ name, kind }) => {
    return { name, isDirectory: kind === 'directory', isLabsealData: ownNames.has(name) };
  });
  const listing = {
    digest: JSON.stringify(entries),
    size: entries.length,
    holdsLabsealData: ownNames.size > 0,
    entries: () => names,
  };
  const judged = judge('', listing, question);
  if (!judged.ok) return { kind: 'unreadable', errno: judged.fault };
  const { isUnchanged, rules, ...rest } = judged.value;
  const { fingerprints: wanted = null } = question;
  const read =
    openReader === undefined || wanted === null || isUnchanged
      ? null
      : fingerprintEntries({
          files: filesAmong(entries),
          rules,
          question: wanted,
          openReader,
          isCancelled: () => false,
          nowMs: () => 0,
        });
  return { ...plain, ...rest, entries: listingOf(entries, rules, isUnchanged, read) };
}

function* filesAmong(entries: readonly DirectoryEntry[]): Generator<ListedFile> {
  for (const [entry, listed] of entries.entries()) {
    if (listed.kind !== 'file') continue;
    yield { entry, name: listed.name, facts: factsOf(listed.identity) };
  }
}

/** For a tree without ignore files. */
export const playRulesFor = async (
  root: string,
  relativePath: string,
  rules: IgnoreRules,
): Promise<RuleReading> => rulesFor(root, relativePath, rules);
