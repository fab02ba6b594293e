/** Search by name, over everything that this computer knows. No request is made. */
import * as z from 'zod/mini';
import type { FileState, HoldReason } from '../model/files/file-state.ts';
import { FreeText, reads } from './call.ts';

export interface FoundFile {
  /** Number of its row. */
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly projectId: string;
}

export interface FoundCertificate {
  /** The service's id of the version it proves. */
  readonly fileId: string;
  readonly projectId: string;
  readonly name: string;
  /** When it was seen to be final; null: not yet. */
  readonly provenAtMs: number | null;
}

/** A member of a project. */
export interface FoundPerson {
  readonly name: string;
  readonly email: string;
  readonly projectId: string;
  readonly projectName: string;
}

/** Of each kind the first few, files and certificates the latest first. */
export interface SearchResult {
  readonly files: readonly FoundFile[];
  readonly certificates: readonly FoundCertificate[];
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly FoundPerson[];
}

export const searchCalls = {
  /** Names that contain every word of the text, whatever the case. An empty text finds nothing, and gets the search ready. */
  'search.find': reads<SearchResult>()(() => z.strictObject({ text: FreeText })),
} as const;
