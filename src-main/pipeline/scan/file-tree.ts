/**
 * Lists a folder: its entries, which bytes each file holds as far as the file system can tell, and why something could
 * not be read. It must never open a file, follow a link or leave out an entry.
 */
import type { FileIdentity } from '../../platform/file-identity.ts';

/** The `identity` of a directory is that of its reading. */
export type DirectoryEntry =
  | { readonly name: string; readonly kind: 'file'; readonly identity: FileIdentity }
  /** `special`: FIFO, socket, device. `unusable-name`: not UTF-8, so `name` shows it but does not lead back to it. */
  | { readonly name: string; readonly kind: 'directory'; readonly identity: string }
  | { readonly name: string; readonly kind: 'symlink' | 'special' | 'unusable-name' }
  | { readonly name: string; readonly kind: 'unreadable'; readonly errno: string };

/** The entries of a directory, in the order of the file system, which means nothing. */
export interface Listing extends Iterable<DirectoryEntry> {
  /** How many entries there are. */
  readonly size: number;
  /** The same for the same entries; another when a name, a kind or any part of a file's identity differs. */
  readonly digest: string;
  /** The directories among them. */
  directories(): readonly Extract<DirectoryEntry, { kind: 'directory' }>[];
  find(name: string): DirectoryEntry | null;
}

export type DirectoryReading =
  | {
      readonly kind: 'read';
      readonly dev: string;
      readonly ino: string;
      /** Distinguishes the directory from any other that replaces it, even with its inode number. */
      readonly identity: string;
      readonly entries: Listing;
    }
  /** No directory has this path: it is gone, or a link or a file has replaced it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string };

export type PathReading =
  | { readonly kind: 'file'; readonly identity: FileIdentity }
  | { readonly kind: 'directory'; readonly dev: string; readonly ino: string }
  | { readonly kind: 'symlink' | 'special' | 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** `errno` is the system's code (`EACCES`), or `EWORKER` when two threads crashed on the path. */
export interface FileTree {
  /** `path` is absolute, or a place (`place.ts`). Rejects with `signal.reason` on abort, which ends the wait but not a call that hangs. */
  readDirectory(path: string, signal: AbortSignal): Promise<DirectoryReading>;
  /** What a single path holds now; for checking again before a file is used. Abort as above. */
  identify(path: string, signal: AbortSignal): Promise<PathReading>;
}
