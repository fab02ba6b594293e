/** Search by name, over everything that this computer knows. No request is made. */
import * as z from 'zod/mini';
import type { FileView } from '../model/files/file-view.ts';
import type { ProofView } from '../model/proofs/proof.ts';
import { FreeText, reads } from './call.ts';

export type FoundFile = Pick<
  FileView,
  'id' | 'path' | 'folderPath' | 'state' | 'hold' | 'projectId'
>;

export type FoundCertificate = Pick<
  ProofView,
  'fileId' | 'projectId' | 'name' | 'folderPath' | 'provenAtMs' | 'isDateRecorded'
>;

/** A member of a project. */
export interface FoundPerson {
  readonly name: string;
  readonly email: string;
  readonly projectId: string;
  readonly projectName: string;
}

/** A watched folder or a subfolder. */
export interface FoundFolder {
  readonly folderId: string;
  /** As in a filter: its names with slashes between them; empty: the watched folder. */
  readonly subfolder: string;
  /** For a person. */
  readonly folderPath: string;
}

export type FoundKind = 'files' | 'certificates' | 'folders' | 'labels' | 'projects' | 'people';

/** Of each kind the first few, files and certificates the latest first. */
export interface SearchResult {
  /** There are others of these kinds. */
  readonly cut: readonly FoundKind[];
  readonly files: readonly FoundFile[];
  readonly certificates: readonly FoundCertificate[];
  readonly folders: readonly FoundFolder[];
  /** Of files. */
  readonly labels: readonly string[];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly FoundPerson[];
}

export const NOTHING_FOUND: SearchResult = {
  files: [],
  certificates: [],
  folders: [],
  labels: [],
  projects: [],
  people: [],
  cut: [],
};

export const searchCalls = {
  /** Names and labels, names of files and certificates with their subfolders, that contain every word of the text, whatever the case. An empty text finds nothing, and gets the search ready. */
  'search.find': reads<SearchResult>()(() => z.strictObject({ text: FreeText })),
} as const;
