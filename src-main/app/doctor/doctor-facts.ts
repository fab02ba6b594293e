/**
 * What `labseal doctor` finds out about this computer, as plain data without judgement. It opens no core: that would
 * make the data folder, its lock and its database. It holds no token, no password and no address with one in it.
 */
import type { AddressFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { KeychainTrouble, Unread } from '../../../src-shared/model/people/session-view.ts';
import type { TroubledDrive } from '../../../src-shared/model/files/read-trouble.ts';
import type {
  WatchSourceName,
  WatchLimit,
} from '../../../src-shared/model/folders/folder-rules.ts';
import type { DatabaseInspection } from '../../db/inspect-database.ts';
import type { TokenStoreChoice } from '../../session/token-store.ts';

export interface DoctorFacts {
  readonly program: ProgramFacts;
  readonly dataFolder: DataFolderFacts;
  /** Of the account of the last sign-in, with its folder; null: nobody has signed in yet, so there is none. */
  readonly database: { readonly folder: string; readonly found: DatabaseInspection } | null;
  readonly tokenStore: TokenStoreFacts;
  readonly session: SessionFacts;
  readonly network: NetworkFacts;
  readonly service: ServiceFacts;
  /** See `InspectedContents`. */
  readonly areFieldsLeftOut: boolean;
  readonly trials: readonly WatchTrial[];
  /** Null: they could not be read. */
  readonly folders: readonly WatchedFolderFacts[] | null;
  readonly limits: LimitFacts;
}

export interface ProgramFacts {
  readonly version: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  /** The desktop is KDE, whose keychain is KWallet. */
  readonly isKde?: boolean;
}

/** `lock`: whether an engine has it; else the system's code for why nobody can tell. */
export type LockState = 'free' | 'held' | { readonly errno: string };

export interface DataFolderFacts {
  /** Absolute. */
  readonly path: string;
  readonly isThere: boolean;
  /** Of the folder, or of the nearest one above it that is there. */
  readonly isWritable: boolean;
  readonly isDirectory: boolean;
  /** Permission bits that others than the owner have; 0 where a system has none. */
  readonly openTo: number;
  readonly isOnNetworkDrive: boolean;
  /** Its drive keeps files from the other users of this computer. */
  readonly keepsPrivate: boolean;
  /** Null: the drive does not tell. */
  readonly freeBytes: number | null;
  readonly lock: LockState;
}

export interface TokenStoreFacts {
  readonly choice: TokenStoreChoice;
  /** Of a test entry, written, read back and removed; null: another store was chosen. */
  readonly keychain: {
    readonly trouble: KeychainTrouble | null;
    /** The test entry may still be there. */
    readonly isLeft: boolean;
  } | null;
}

export type SessionFacts =
  | { readonly kind: 'nobody' }
  /** `expiresAtMs`: by the service's clock. */
  | { readonly kind: 'kept'; readonly email: string; readonly expiresAtMs: number }
  /** Somebody signed in once, and the token cannot be had now. */
  | { readonly kind: 'withheld'; readonly email: string; readonly why: Unread }
  /** Somebody signed in once, and the store does not have the token. `isDamaged`: its file holds none. */
  | { readonly kind: 'not-kept'; readonly email: string; readonly isDamaged: boolean };

export interface NetworkFacts {
  /** Null: none is set. */
  readonly proxy: {
    readonly variable: string;
    /** Host and port; null: what the variable says cannot be used. */
    readonly host: string | null;
    /** It stands between this computer and the service. */
    readonly isUsed: boolean;
  } | null;
  /** The file of further authorities; null: none is named. */
  readonly authorities: { readonly path: string; readonly isUsable: boolean } | null;
}

export type ServiceFacts =
  /** No service is known yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'bad-address'; readonly fault: AddressFault }
  /** Not asked: what the network needs cannot be used, or a person has Labseal work offline. */
  | { readonly kind: 'not-asked'; readonly why: 'network' | 'offline' }
  /** `fault` null: it answered as the service does. `code`: the network's own, where there was no answer. */
  | {
      readonly kind: 'asked';
      readonly address: string;
      readonly isEncrypted: boolean;
      readonly status: number | null;
      readonly roundTripMs: number;
      /** This computer's clock minus the service's; null: it did not say. Its own have whole seconds. */
      readonly clockAheadMs: number | null;
      readonly isTokenRefused: boolean;
      readonly fault: ServiceFault | null;
      readonly code: string | null;
    };

/** One way of watching, tried with a file in a temporary folder. */
export interface WatchTrial {
  readonly source: WatchSourceName;
  readonly result:
    | { readonly kind: 'seen'; readonly afterMs: number }
    | { readonly kind: 'not-seen'; readonly waitedMs: number }
    /** The system allows no more watches. */
    | { readonly kind: 'refused'; readonly errno: string }
    | { readonly kind: 'failed'; readonly message: string };
}

export interface WatchedFolderFacts {
  readonly id: number;
  /** Absolute. */
  readonly path: string;
  readonly source: WatchSourceName;
  readonly limit: WatchLimit | null;
  readonly directories: number;
  readonly access: 'readable' | 'slow' | { readonly errno: string };
  /** At its last scan it was on another drive than the one with its files. */
  readonly isOnOtherDrive: boolean;
  /** Drives within it that were not there at its last scan. */
  readonly drives: readonly TroubledDrive[];
}

/** A limit of the system for this person: how many there may be, and how many all programs use now. */
export interface UseOfLimit {
  readonly most: number;
  readonly inUse: number;
}

export interface LimitFacts {
  /** Null where the system has no such limit. */
  readonly watches: UseOfLimit | null;
  readonly watchInstances: UseOfLimit | null;
  readonly openFiles: { readonly most: number } | null;
}
