/** Which files a run or a query covers, and how many there are in each state. */
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';

/** Which files a run covers. */
export interface FileScope {
  readonly folderId?: number | undefined;
  readonly fileIds?: readonly number[] | undefined;
}

export const ALL_FILES: FileScope = {};

export interface FileFilter extends FileScope {
  readonly projectId?: string | undefined;
  readonly states?: readonly FileState[] | undefined;
}

export interface FileCount {
  readonly folderId: number;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly files: number;
  readonly bytes: number;
}

/** Ready files of one folder whose content has an approval. */
export interface ApprovedCount extends Pick<FileCount, 'folderId' | 'files' | 'bytes'> {
  /** Of their own assignment; null: they have that of their folder. */
  readonly projectId: string | null;
}

export function scopeParameters({ folderId, fileIds }: FileScope) {
  const ids = fileIds === undefined ? null : JSON.stringify(fileIds);
  return [folderId ?? null, folderId ?? null, ids, ids] as const;
}

/** States in which files wait for a stage; the index `file_in_line` names the same. */
export type LineState = Extract<FileState, 'discovered' | 'settling' | 'checking'>;
