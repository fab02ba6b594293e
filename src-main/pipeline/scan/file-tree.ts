/**
 * Lists a folder: its entries, which bytes each file holds as far as the file system can tell, and why something could
 * not be read. It must never open a file, follow a link or leave out an entry.
 */
import type { LABSEAL_DATA } from '../../../src-shared/model/folders/folder-rules.ts';
import type { MountedPart } from '../../platform/disk/mounts.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import type { IgnoreFile, IgnoreRules } from './ignore-rules.ts';

/** The `identity` of a directory is that of its reading. */
export type DirectoryEntry = Named & {
  /**
   * The location and text of the rule that leaves it out, or `LABSEAL_DATA`. Absent: nothing does, or no rules were given.
   */
  readonly rule?: string;
};

type Named =
  | { readonly name: string; readonly kind: 'file'; readonly identity: FileIdentity }
  /** `special`: FIFO, socket, device. `unusable-name`: not UTF-8, so `name` shows it but does not lead back to it. */
  | { readonly name: string; readonly kind: 'directory'; readonly identity: string }
  | { readonly name: string; readonly kind: 'symlink' | 'special' | 'unusable-name' }
  | { readonly name: string; readonly kind: 'unreadable'; readonly errno: string };

/** What is to be told about a directory of a watched folder. */
export interface DirectoryQuestion {
  /** From the root of the folder: the path that the rules see. */
  readonly relativePath: string;
  /** Those above it. Its own `.labsealignore` is added by the reading. */
  readonly rules: IgnoreRules;
  /** The digests of the listing and of the rules with which nothing was left to do; null: unknown. */
  readonly settled: string | null;
  /** How much time of a processor may pass with matching. */
  readonly matchingMs: number;
  /** Set: its small files that have stood still are fingerprinted in the same visit. */
  readonly fingerprints?: FingerprintQuestion | null;
}

export interface FingerprintQuestion {
  /** Wall clock. Files are read that have stood still by then; see `quiescence.ts`. */
  readonly nowMs: number;
  readonly settleSeconds: number | null;
  /** `pauseWaitMs` of the folder. */
  readonly waitMs: number;
  /** How far the reading may lag behind what a disk without trouble needs; then the other files are left. */
  readonly graceMs: number;
}

/** A file whose bytes were read, and were the same before and afterwards. */
export interface FingerprintedFile {
  readonly name: string;
  /** As `identityKey` writes it. */
  readonly identity: string;
  readonly sizeBytes: number;
}

export interface FingerprintedFiles extends Iterable<FingerprintedFile> {
  /** How many there are. */
  readonly size: number;
  /** BLAKE3 of each, 32 bytes, in their order. */
  readonly digests: Uint8Array;
  readonly sizesBytes: Float64Array;
  /** How far the reading lagged behind. */
  readonly lateMs: number;
}

/** What `settled` is compared with. */
export function settledBy(listing: Pick<Listing, 'digest'>, rules: IgnoreRules): string {
  return `${listing.digest} ${rules.digest}`;
}

/**
 * The entries of a directory, in the order of the file system, which means nothing. Those that were fingerprinted are not
 * among the ones that it iterates.
 */
export interface Listing extends Iterable<DirectoryEntry> {
  /** How many entries there are in all. */
  readonly size: number;
  /** Null when no fingerprints were asked for. */
  readonly fingerprinted: FingerprintedFiles | null;
  /** It shows what was `settled`. Only its directories are known then; asking for other entries throws. */
  readonly isUnchanged: boolean;
  /** The same for the same entries; another when a name, a kind or any part of a file's identity differs. */
  readonly digest: string;
  /** The directories among them. */
  directories(): readonly Extract<DirectoryEntry, { kind: 'directory' }>[];
}

export type DirectoryReading =
  | {
      readonly kind: 'read';
      readonly dev: string;
      readonly ino: string;
      /** Distinguishes the directory from any other that replaces it, even with its inode number. */
      readonly identity: string;
      readonly entries: Listing;
      /** Its own rules. */
      readonly ignoreFile: IgnoreFile | null;
      /** The time of a processor that matching took. */
      readonly matchedMs: number;
    }
  /** No directory has this path: it is gone, or a link or a file has replaced it. */
  | { readonly kind: 'absent' }
  /** It is a Labseal's data folder, or lies in one. */
  | { readonly kind: typeof LABSEAL_DATA }
  /** Also `EIGNORE`: its `.labsealignore` cannot be used; `EENCODING:` and what it is in; `ESLOWRULES:` and the ignore file that takes too long. */
  | { readonly kind: 'unreadable'; readonly errno: string };

/** What the ignore files on the way to a path say about it. */
export interface RuleReading {
  /** The rule that leaves it out, or the ignore file that cannot be used and the reason; null when nothing does. */
  readonly rule: string | null;
  /** All that can be used of the directories above it. */
  readonly rules: IgnoreRules;
}

export type PathReading =
  | { readonly kind: 'file'; readonly identity: FileIdentity }
  | {
      readonly kind: 'directory';
      readonly dev: string;
      readonly ino: string;
      /** As of a `DirectoryReading`. */
      readonly identity: string;
    }
  | { readonly kind: 'symlink' | 'special' | 'absent' | typeof LABSEAL_DATA }
  | { readonly kind: 'unreadable'; readonly errno: string };

/**
 * `errno` is the system's code (`EACCES`), `EWORKER` when two threads crashed on the path, or `SILENT_ERRNO` when its drive
 * answers nothing.
 */
export interface FileTree {
  /** `path` is absolute, or a place (`place.ts`). Rejects with `signal.reason` on abort, which ends the wait but not a call that hangs. */
  readDirectory(
    path: string,
    signal: AbortSignal,
    question?: DirectoryQuestion,
  ): Promise<DirectoryReading>;
  /** What a single path holds now; for checking again before a file is used. Abort as above. */
  identify(path: string, signal: AbortSignal): Promise<PathReading>;
  /**
   * What identifies the file system at an absolute path for as long as it lives; null: the system does not tell. Asks the
   * system alone, never the drive.
   */
  volumeOf(path: string): string | null;
  /** Where the parts of a folder lie in their file systems. Asks the system alone. */
  partsOf(folder: string): readonly MountedPart[];
  /** Reads the ignore files above a path in the folder at `root`. `rules`: those of the folder. Abort as above. */
  rulesFor(
    root: string,
    relativePath: string,
    rules: IgnoreRules,
    signal: AbortSignal,
  ): Promise<RuleReading>;
}
