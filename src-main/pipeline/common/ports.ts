/** What the pipeline needs from the rest of the core. app/create-core.ts binds these ports; a simulation fakes them. */
import type { DigestAlgorithm, Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { CertificateFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { UploadOutcome } from './upload-outcome.ts';
import type { State } from '../../db/state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { FileTree } from '../scan/file-tree.ts';
import type { ServiceGate } from './service-gate.ts';
import type { ServiceQuirks } from './service-quirks.ts';

/** One version of a file on disk, identified by its fingerprint. A later reading must find exactly this. */
export interface SourceVersion {
  /** A place (`place.ts`). */
  readonly path: string;
  readonly name: string;
  readonly identity: FileIdentity;
  readonly blake3: string;
}

export type OnProgress = (doneBytes: number) => void;

export type CheckOutcome =
  | {
      readonly kind: 'answered';
      readonly exists: boolean;
      readonly fileName: string;
      readonly project: string;
      /** Of the content that was asked about, when it was not known before. */
      readonly sha256?: string;
    }
  | { readonly kind: 'source-changed' }
  | { readonly kind: 'source-unreadable'; readonly errno: string }
  | { readonly kind: 'fault'; readonly fault: ServiceFault };

/** How far a content has been sent. */
export interface BodyHooks {
  readonly onProgress: OnProgress;
  /** Called when all its bytes have left, and only the answer is missing. */
  readonly onComplete?: () => void;
}

/** Asks the platform whether it knows a content. Free; may be repeated. */
export interface ContentChecker {
  check(source: SourceVersion, hooks: BodyHooks, signal: AbortSignal): Promise<CheckOutcome>;
}

/** Evidence that the platform has a content, which costs no upload. */
export interface ListedContents {
  /**
   * The answer that a check would give, or the fault that stops all requests; null: only a check can tell. Reads the file
   * again where another fingerprint could be equal to one of its digests that was not made yet. Rejects with the
   * signal's reason on abort.
   */
  find(
    content: Content,
    source: SourceVersion,
    projectId: string,
    signal: AbortSignal,
  ): Promise<CheckOutcome | null>;
}

/** Why no request may be made just now; null while requests are allowed. Checked before every step. */
export type WaitsFor = () => ServiceFault | null;

export interface SendHooks extends BodyHooks {
  readonly waitsFor: WaitsFor;
  /** Awaited before the last bytes may leave; whoever stops the upload meanwhile keeps them from it. */
  readonly beforeTail?: () => Promise<void>;
}

export interface ListHooks {
  /** Is called for each file, and may end the reading. */
  readonly isEnough: (file: RemoteFile) => boolean;
  readonly waitsFor: WaitsFor;
  /** The place of the first file that is asked for; absent: the list's beginning. */
  readonly from?: number;
}

export interface UploadOrder {
  readonly file: FileRow;
  readonly content: Content;
  readonly assignment: Assignment;
  readonly credits: number;
  readonly balance: number | null;
}

/** Sends contents that may cost credits. */
export interface Uploader {
  /** Writes the intent, or finds the unfinished one. Called inside the transaction that moves the file's row. */
  open(order: UploadOrder): UploadJobRow;
  send(
    job: UploadJobRow,
    source: SourceVersion,
    hooks: SendHooks,
    signal: AbortSignal,
  ): Promise<UploadOutcome>;
}

/** The fields of an upload's form, as far as lists show them again. */
export interface SentFields {
  readonly fileType: string;
  readonly label: string;
}

/** Tells the service to forget what it keeps at this address. True when it has answered, whatever the answer. */
export type ForgetUpload = (resource: string, signal: AbortSignal) => Promise<boolean>;

/** Finds the outcome of uploads whose answer was lost. */
export interface LostAnswers {
  sentFields(job: UploadJobRow): SentFields;
  /**
   * Asks the address where the service keeps an upload whose answer was lost. What is missing there is sent, through
   * the same commit gate, while the file exists (`source`). Null when no such address is known: then only the
   * destination's list can tell.
   */
  settle(
    job: UploadJobRow,
    source: SourceVersion | null,
    signal: AbortSignal,
  ): Promise<UploadOutcome | null>;
}

/** One file as the service's lists show it. */
export interface RemoteFile {
  readonly fileId: string;
  readonly name: string;
  readonly ownerId: string;
  readonly uploadedIso: string;
  readonly status: string;
  readonly fileType: string;
  readonly label: string;
}

/** The result of reading a destination's list once. */
export interface ListReading {
  /** As far as the list was read. */
  readonly files: readonly RemoteFile[];
  /** Read to its end: as many different files as the service counts. */
  readonly isComplete: boolean;
  /** Null when the service named no count, or not always the same one. */
  readonly totalRecords: number | null;
  /** Whether later pages could be read; null when that is still unknown. */
  readonly paging: 'honoured' | 'ignored' | null;
}

export interface Destination {
  readonly projectId: string;
  readonly visibility: Visibility;
}

/** Reads the status of uploaded files. */
export interface RemoteRecords {
  /** Files of a destination, as far as the list was read. A fault that concerns all requests ends it too. */
  list(
    destination: Destination,
    hooks: ListHooks,
    signal: AbortSignal,
  ): Promise<Result<ListReading, ServiceFault>>;
  /** FileHash of the file's metadata document, as the service wrote it; null while there is none. */
  fileHash(
    destination: Destination,
    fileId: string,
    signal: AbortSignal,
  ): Promise<Result<string | null, ServiceFault>>;
  /** The signed-in user's id; null when nobody is signed in. */
  ownerId(): string | null;
  balance(signal: AbortSignal): Promise<Result<number, ServiceFault>>;
}

/** The service's credit history, as evidence about uploads without a record, and changes without an effect. */
export interface ChargeHistory {
  /** Reads the days since then and assigns charges to the uploads and changes known here; the fault, or null. */
  refresh(sinceMs: number, signal: AbortSignal): Promise<ServiceFault | null>;
  /** What the last reading says about charges in [fromMs, untilMs]. */
  evidence(fromMs: number, untilMs: number): ChargeEvidence;
  /**
   * Whether it shows a charge that may be for the latest attempt of this change, noted from so long before it on; never
   * `none`: it names no change.
   */
  changeEvidence(changeId: number, slackMs: number): ChargeEvidence;
  /** Whether it shows credits that were added since then. */
  wereAdded(sinceMs: number): boolean;
}

/** Makes further digests of a content that was fingerprinted. */
export interface ContentDigests {
  /** Null when the file is not that version any more, or cannot be read. Rejects with the signal's reason on abort. */
  of(
    source: SourceVersion,
    algorithms: readonly DigestAlgorithm[],
    signal: AbortSignal,
  ): Promise<Digests | null>;
}

export type KeptCertificate =
  | {
      readonly kind: 'kept';
      readonly pdf: string;
      readonly json: string | null;
      /** When it says that its record came onto the chain; null: nothing that counts. */
      readonly recordedAtMs: number | null;
      /** Why the accompanying document could not be fetched; null: it could. */
      readonly alongside: ServiceFault | null;
    }
  | { readonly kind: 'missing'; readonly fault: CertificateFault };

export interface CertificateKeeper {
  keep(record: LedgerRecord, signal: AbortSignal): Promise<KeptCertificate>;
}

/** Fetches the metadata document of a record, which names its fingerprint, and keeps it. */
export interface DocumentKeeper {
  keep(
    record: LedgerRecord,
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: 'kept' }
    /** There is none, or the answer was not a metadata document. */
    | { readonly kind: 'none' }
    | { readonly kind: 'fault'; readonly fault: ServiceFault }
  >;
}

/** Events for user interfaces. The reader or sender throttles progress to four events a second per file. */
export type SyncEvent =
  | {
      readonly kind: 'scanning';
      readonly folderId: number;
      readonly files: number;
      readonly directories: number;
    }
  | {
      readonly kind: 'moved';
      readonly fileId: number;
      readonly path: string;
      readonly state: FileState;
      readonly hold: HoldReason | null;
    }
  /** New rows whose bytes were read on the way, numbered from the first on. Nobody has to do anything about them. */
  | {
      readonly kind: 'added';
      readonly firstId: number;
      readonly files: number;
      readonly state: FileState;
    }
  | {
      readonly kind: 'progressed';
      readonly fileId: number;
      readonly path: string;
      readonly state: 'hashing' | 'checking' | 'uploading';
      readonly doneBytes: number;
      readonly totalBytes: number;
    }
  /** The system allows no more watches (its code): the other directories are polled. Null: it does again. */
  | { readonly kind: 'watch-limited'; readonly errno: string | null }
  /** Whether, or why, a folder is paused is another thing now. */
  | { readonly kind: 'folder-paused'; readonly folderId: number }
  | { readonly kind: 'waiting'; readonly fault: ServiceFault; readonly untilMs: number }
  /** A wait has ended: the service answered as it should. */
  | { readonly kind: 'passing' }
  /** The certificate of a record has come, or does not come. */
  | { readonly kind: 'certificate-changed'; readonly recordId: number };

export type Announce = (event: SyncEvent) => void;

/** Keys for maps and claims: of a destination, and of a content at a destination, which is charged once. */
export function destinationKey({ projectId, visibility }: Destination): string {
  return `${visibility} ${projectId}`;
}

export function contentDestinationKey(contentId: number | null, destination: Destination): string {
  return `${contentId} ${destinationKey(destination)}`;
}

/** What the stages and features of one account share. Each takes by `Pick` what it needs, and a test gives it no more. */
export interface AccountPorts {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  /** Sends nothing while a person works offline, or the service asked for a pause. */
  readonly client: ServiceClient;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  readonly gate: ServiceGate;
  /** Tells the face of the last run. */
  readonly announce: Announce;
  readonly remote: RemoteRecords;
  readonly quirks: ServiceQuirks;
  readonly fileTree: FileTree;
  /** Labseal keeps its own data in it. */
  readonly dataFolder: string;
}
