/** Where a field gets the files that can be chosen in it; whoever frames the page brings it. */
import { createContext } from 'react';
import type { CitableFile } from '../../src-shared/model/lineage/citable-file.ts';
import type { FileType } from '../../src-shared/service/files.ts';

export interface FileWish {
  /** Null: of all projects that were ever seen. */
  readonly projectId: string | null;
  /** Every word of it has to be in its name, labels, id or project; empty for all. */
  readonly text: string;
  /** Null: of any type. */
  readonly fileType: FileType | null;
}

export interface FileSource {
  /** The first that fit, and how many fit; null when that cannot be told now. */
  readonly find: (
    wish: FileWish,
    signal: AbortSignal,
  ) => Promise<{ readonly files: readonly CitableFile[]; readonly total: number } | null>;
  /** What ids stand for, in their order; null when that cannot be told now. */
  readonly named: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly (CitableFile | null)[] | null>;
}

/** Null where nobody brings one: ids are typed there. */
export const FileSourceContext = createContext<FileSource | null>(null);
