/** A dry run: what a folder contains, what would be left out and why, and what uploading it would cost at most. */
import { relative, sep } from 'node:path';
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
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { walk } from './walk.ts';
import type { FileTree } from './file-tree.ts';
import type { Folder } from '../../db/files/folder-repository.ts';

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
  const walkOptions = { ...options, tree: options.fileTree, rules: rules.value };
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
