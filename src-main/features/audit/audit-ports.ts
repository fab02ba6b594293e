/** What an audit asks for. Core binds these to the disk, the ledger and the account's database. */
import type { AuditProgress } from '../../../src-shared/model/proofs/audit.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileIdentity } from '../../platform/file-identity.ts';
import type { State } from '../../db/state.ts';
import type { AuditExpectation, AuditFacts } from './evaluate-audit.ts';

/** Something that lies in the folder. Paths are relative to it, with '/' between names. */
export type AuditEntry =
  /** `isLeftOut`: by a rule. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly identity: FileIdentity;
      readonly isLeftOut: boolean;
    }
  /** A rule leaves it out, with everything in it. */
  | { readonly kind: 'left-out-folder'; readonly path: string }
  | { readonly kind: 'link' | 'special'; readonly path: string }
  | {
      readonly kind: 'unreadable';
      readonly path: string;
      readonly errno: string;
      readonly isFolder: boolean;
    };

/** What one look at a file came to. */
export type AuditLookAt =
  | {
      readonly kind: 'read';
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      readonly identity: FileIdentity;
      /** What else the file was read for. */
      readonly more?: Digests | undefined;
    }
  /** It was written, cut or replaced while it was read. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** What is known of a path before it is looked at. */
export interface KnownPath {
  readonly expected: AuditExpectation | null;
  readonly watched: {
    readonly state: FileState;
    readonly hold: HoldReason | null;
    /** A rule leaves it out, or it lay in its folder before that was watched and is not wanted. */
    readonly isLeftOut: boolean;
  } | null;
}

/** For one audit of one folder; paths that are not said to be absolute are relative to it. */
export interface AuditPorts {
  readonly clock: Clock;
  readonly state: Pick<State, 'audits' | 'bitRotWatch' | 'repeatable'>;
  /** The absolute path of one relative to the folder. */
  readonly absolute: (path: string) => string;
  /** What is to be done before the first file is read. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** Tells the folder from another that takes its place, as an unmounted drive does; null: none can be read there. */
  readonly identify: (signal: AbortSignal) => Promise<string | null>;
  /** Everything in the folder, a directory at a time. */
  readonly walk: (signal: AbortSignal) => AsyncIterable<readonly AuditEntry[]>;
  /** Reads a file from its first to its last byte, whatever is remembered of it. `path`: absolute. */
  readonly read: (
    path: string,
    onRead: (readBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<AuditLookAt>;
  /** Of a path relative to the folder. */
  readonly knownOf: (path: string) => KnownPath;
  /** Paths under which something is notarized by the ledger, with what it is. */
  readonly expected: () => Iterable<readonly [string, AuditExpectation]>;
  /** What this account knows about a content. */
  readonly lookUp: (
    path: string,
    content: Extract<AuditLookAt, { kind: 'read' }>,
  ) => Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'>;
  /** Resolves when reading may go on. Rejects with the signal's reason. */
  readonly mayRead: (signal: AbortSignal) => Promise<void>;
  readonly onProgress: (progress: Pick<AuditProgress, 'totals' | 'path'>) => void;
}
