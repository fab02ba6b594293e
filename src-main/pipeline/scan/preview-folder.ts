/** A dry run: what a folder contains, what would be left out and why, and what uploading it would cost at most. */
import { posix, relative, sep } from 'node:path';
import type {
  PreviewedFile,
  PreviewReason,
} from '../../../src-shared/model/folders/folder-preview.ts';
import { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import type { IgnoreProblem } from '../../../src-shared/model/status/core-fault.ts';
import { uploadCredits, type Visibility } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import { makeYieldToLoop } from '../../platform/threads/give-way.ts';
import type { Clock } from '../../platform/clock.ts';
import { type FileIdentity, identityKey } from '../../platform/disk/file-identity.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { walk } from './walk.ts';
import type { FileTree } from './file-tree.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { createHash } from 'node:crypto';
import type { AccountPorts } from '../common/ports.ts';

export interface PreviewOptions {
  readonly fileTree: FileTree;
  readonly clock: Clock;
  readonly exclude: readonly string[];
  readonly visibility: Visibility;
  /** Existing files are not wanted. */
  readonly onlyNew: boolean;
}

/** `identity`: of a file that would be sent; null for others. */
export type OnPreviewed = (file: PreviewedFile, identity: FileIdentity | null) => void;

/**
 * Calls `onFile` for every file; stores nothing, sends nothing, opens no file but `.labsealignore`. Returns how many
 * directories would be watched.
 */
export async function previewFolder(
  root: string,
  options: PreviewOptions,
  onFile: OnPreviewed,
  signal: AbortSignal,
): Promise<Result<number, IgnoreProblem>> {
  const rules = makeIgnoreRules(options.exclude);
  if (!rules.ok) return fail(rules.fault);
  const starts = [{ relativePath: '', rules: rules.value }];
  const walkOptions = { ...options, tree: options.fileTree, starts };
  let directories = 0;
  const breathe = makeYieldToLoop(options.clock);
  for await (const step of walk(root, walkOptions, signal)) {
    directories += 1;
    const within = (name: string) =>
      step.relativePath === '' ? name : `${step.relativePath}/${name}`;
    if (step.reading.kind === 'unreadable') {
      const reason = { kind: 'unreadable', errno: step.reading.errno } as const;
      onFile({ path: within(''), sizeBytes: 0, credits: 0, reason }, null);
    }
    if (step.reading.kind === LABSEAL_DATA) {
      onFile(leftOut(within(''), { kind: 'ignored', rule: LABSEAL_DATA }), null);
    }
    for (const entry of step.reading.kind === 'read' ? step.reading.entries : []) {
      await breathe(signal);
      const path = within(entry.name);
      if (entry.kind === 'directory') {
        const { rule } = entry;
        if (rule !== undefined) onFile(leftOut(`${path}/`, { kind: 'ignored', rule }), null);
      } else if (entry.kind === 'file') {
        const { identity } = entry;
        const file = previewFile(path, identity.sizeBytes, entry.rule, options);
        onFile(file, file.reason === null ? identity : null);
      } else if (entry.kind === 'unreadable') {
        onFile(leftOut(path, entry), null);
      } else if (entry.kind === 'unusable-name') {
        onFile(leftOut(path, { kind: 'unreadable', errno: entry.kind }), null);
      } else {
        onFile(leftOut(path, { kind: 'not-a-file', what: entry.kind }), null);
      }
    }
  }
  return ok(directories);
}

function previewFile(
  path: string,
  sizeBytes: number,
  rule: string | undefined,
  { visibility, onlyNew }: Pick<PreviewOptions, 'visibility' | 'onlyNew'>,
): PreviewedFile {
  if (rule !== undefined) return { ...leftOut(path, { kind: 'ignored', rule }), sizeBytes };
  if (onlyNew) return { ...leftOut(path, { kind: 'there-before' }), sizeBytes };
  if (sizeBytes > MAX_FILE_BYTES_BINARY) {
    return { ...leftOut(path, { kind: 'too-large' }), sizeBytes };
  }
  return { path, sizeBytes, credits: uploadCredits(visibility, sizeBytes), reason: null };
}

function leftOut(path: string, reason: PreviewReason): PreviewedFile {
  return { path, sizeBytes: 0, credits: 0, reason };
}

/** The rule that leaves out a file of a watched folder; null when none does. An unusable ignore file is named instead. */
export async function ruleFor(
  filePath: string,
  folder: Folder,
  tree: Pick<FileTree, 'rulesFor'>,
  signal: AbortSignal,
): Promise<string | null> {
  const made = makeIgnoreRules(folder.exclude);
  if (!made.ok) throw new Error(`folder ${folder.id} has a rule that cannot be used`);
  const inner = relative(folder.path, filePath).split(sep).join('/');
  return (await tree.rulesFor(folder.path, inner, made.value, signal)).rule;
}

// What a person approves with the preview of a new folder: exactly the files that were shown, each as it was
// written then, for at most what each was said to cost. One that was written since, or is still written, is
// not among them.

const FILES_PER_TRANSACTION = 1_000; // others have their turn in between
const MARK_BYTES = 9; // no two of a million files have the same by chance
const KEPT_PREVIEWS = 2; // one for each page that may be open

export interface ShownFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  /** As `identityKey` writes it. */
  readonly identity: string;
  readonly credits: number;
  /** The same for the same path, writing and price, and for nothing else. */
  readonly mark: string;
}

/** Gathers what would be sent. `listing` is the same for the same files, in whatever order they came. */
export function gatherShown() {
  const files: ShownFile[] = [];
  return {
    add({ path: shownPath, credits }: PreviewedFile, of: FileIdentity | null): void {
      if (of === null) return;
      const identity = identityKey(of);
      const mark = digest(JSON.stringify([shownPath, identity, credits]))
        .subarray(0, MARK_BYTES)
        .toString('base64');
      files.push({ path: shownPath, credits, identity, mark });
    },
    files: files as readonly ShownFile[],
    listing: (): string =>
      digest(
        files
          .map(({ mark }) => mark)
          .toSorted()
          .join(),
      ).toString('hex'),
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The last previews: an approval names one by its listing. */
export function makeShownPreviews() {
  const kept = new Map<string, ReadonlySet<string>>();
  return {
    /** Returns its listing. */
    keep(shown: ReturnType<typeof gatherShown>): string {
      const listing = shown.listing();
      kept.delete(listing);
      kept.set(listing, new Set(shown.files.map(({ mark }) => mark)));
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size > KEPT_PREVIEWS) kept.delete(oldest);
      return listing;
    },
    /** Those of the files that are there now which that preview showed as they are; null: it is not kept any more. */
    stillAsIn(listing: string, now: ReturnType<typeof gatherShown>): readonly ShownFile[] | null {
      if (now.listing() === listing) return now.files;
      const marks = kept.get(listing);
      return marks === undefined ? null : now.files.filter(({ mark }) => marks.has(mark));
    },
  };
}

/** Aborting rejects with `signal.reason` and leaves an incomplete list. */
export async function noteAgreedFiles(
  folderId: number,
  files: readonly ShownFile[],
  { state, clock }: Pick<AccountPorts, 'state' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const breathe = makeYieldToLoop(clock);
  for (let first = 0; first < files.length; first += FILES_PER_TRANSACTION) {
    await breathe(signal);
    state.transaction(() => {
      for (const file of files.slice(first, first + FILES_PER_TRANSACTION)) {
        const parent = posix.dirname(file.path);
        const directoryId = state.files.directory(folderId, parent === '.' ? '' : parent);
        const { identity, credits } = file;
        const place = { directoryId, name: posix.basename(file.path) };
        state.agreedFiles.note(folderId, place, { identity, credits });
      }
    });
  }
}
