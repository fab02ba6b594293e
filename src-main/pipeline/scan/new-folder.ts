/** Decides whether a folder may be watched, and gives the reason if not. Reads the disk, changes nothing. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FolderRules } from '../../../src-shared/model/folders/folder-rules.ts';
import type { FolderFault, RulesFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { splitList, type Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { runSoon } from '../../platform/disk/file-steps.ts';
import { isLabsealData } from '../../platform/labseal-data.ts';
import { type Overlap, overlapOf, type OverlapPorts } from './folder-overlap.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { codeOf } from '../../platform/errno.ts';
import { realPath } from '../../platform/disk/real-path.ts';
import { relativeWithin } from '../../platform/disk/relative-within.ts';

export interface NewFolderPorts {
  readonly watched: readonly Folder[];
  readonly dataFolder: string;
  readonly fileTree: OverlapPorts;
}

/** Resolves to the folder's real path: a link given by a person is followed once, here. */
export async function checkNewFolder(
  asked: string,
  { watched, dataFolder, fileTree }: NewFolderPorts,
  signal: AbortSignal,
): Promise<Result<string, FolderFault>> {
  const found = await realFolder(asked);
  if (!found.ok) return found;
  const real = found.value;
  const data = await realPath(dataFolder);
  const isOwn = isWithin(real, data) || isWithin(data, real);
  if (isOwn || (await runSoon(isLabsealData(real, await fs.stat(real, { bigint: true }))))) {
    return fail({ kind: 'holds-own-data', path: real });
  }
  for (const { id, path: other } of watched) {
    const shared = await overlapOf(real, other, fileTree, signal);
    if (shared !== null) return fail(overlapFault(shared, { real, id, other }));
  }
  return ok(real);
}

function overlapFault(
  { at, beside }: Overlap,
  { real, id, other }: { readonly real: string; readonly id: number; readonly other: string },
): FolderFault {
  if (at === real && beside === other) {
    return { kind: 'already-watched', path: real, other, folderId: id };
  }
  if (beside === other) return { kind: 'contains-watched', path: real, other };
  return { kind: 'inside-watched', path: at, other };
}

/** The real path of an existing, readable folder. */
export async function realFolder(asked: string): Promise<Result<string, FolderFault>> {
  const absolute = path.resolve(asked);
  try {
    const real = await realPath(absolute);
    if (!(await fs.stat(real)).isDirectory()) return fail({ kind: 'not-a-folder', path: real });
    await fs.access(real, fs.constants.R_OK | fs.constants.X_OK);
    return ok(real);
  } catch (error) {
    const errno = codeOf(error) ?? 'unknown';
    if (errno === 'ENOENT') return fail({ kind: 'no-such-folder', path: absolute });
    if (errno === 'ENOTDIR') return fail({ kind: 'not-a-folder', path: absolute });
    return fail({ kind: 'unreadable-folder', path: absolute, errno });
  }
}

const LONGEST_LABEL = 200; // a label is a word or two; a pasted page is a mistake

/** Labels must fit in a comma-separated list on one line. */
export function checkLabels(labels: string): RulesFault | null {
  const list = splitList(labels);
  if (list.length === 0) return { kind: 'no-label' };
  const bad = list.find((label) => /\p{Cc}/u.test(label) || label.length > LONGEST_LABEL);
  return bad === undefined ? null : { kind: 'bad-label', label: bad };
}

export function checkRules(rules: FolderRules): RulesFault | null {
  const compiled = makeIgnoreRules(rules.exclude);
  if (!compiled.ok) return { kind: 'bad-rule', problem: compiled.fault };
  const { labels } = rules.assignment;
  return labels === '' ? null : checkLabels(labels); // none yet: files are held until there is one
}

/** Labels in the service's format: trimmed, no empty ones, no duplicates. */
export function tidyLabels(assignment: Assignment): Assignment {
  return { ...assignment, labels: [...new Set(splitList(assignment.labels))].join(',') };
}

function isWithin(inner: string, outer: string): boolean {
  return relativeWithin(outer, inner) !== null;
}
