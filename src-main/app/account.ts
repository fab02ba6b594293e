/** One account on this computer: its database, its certificates, and everything a person can do with them. */
import type { AccountStatus } from '../../src-shared/model/status/account-status.ts';
import type { OutboxRunner } from '../features/outbox/outbox-runner.ts';
import type { State } from '../db/state.ts';
import type { FileScope } from '../db/files/file-scope.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import type { SpendPolicy, SyncRun } from '../pipeline/run/sync-run.ts';
import type { Audits } from '../features/audit/audits.ts';
import type { Certificates } from '../features/certificates/certificates.ts';
import type { Connection } from './connection.ts';
import type { Credits } from '../features/credits/credits.ts';
import type { LostAnswers } from '../features/files/lost-answers.ts';
import type { Evidence } from '../features/evidence/evidence.ts';
import type { Files } from '../features/files/files.ts';
import type { PassFiles } from '../features/files/pass-files.ts';
import type { AccountNews } from '../features/account-events.ts';
import type { FolderDefaultsDesk } from '../features/folders/folder-defaults.ts';
import type { Folders } from '../features/folders/folders.ts';
import type { AskForLink } from '../features/downloads/download-link.ts';
import type { Downloads } from '../features/downloads/downloads.ts';
import type { VerifyRemote } from '../features/verify/verify-target.ts';
import type { LineageReader } from '../features/provenance/lineage.ts';
import type { Citable } from '../features/provenance/citable.ts';
import type { Provenance } from '../features/provenance/provenance.ts';
import type { OfflineSwitch } from './offline-switch.ts';
import type { PaidChanges } from '../features/outbox/paid-changes.ts';
import type { People } from '../features/people/people.ts';
import type { PlatformFiles } from '../features/projects/platform-files.ts';
import type { Projects } from '../features/projects/projects.ts';
import type { RecordErrors } from '../features/files/record-errors.ts';
import type { EnginePorts } from './settings.ts';
import type { SelectedFiles } from '../features/files/selected-files.ts';
import type { SpendOffers } from '../features/credits/spend-offers.ts';
import type { Search } from '../features/search/search.ts';
import type { Transfers } from '../features/files/transfers.ts';
import type { Verifying } from '../features/verify/verification.ts';
import type { Workers } from '../features/workers.ts';

/** The files of a run; empty for all. */
export type RunScope = FileScope;

export interface Account {
  readonly folders: Folders;
  /** Defaults of new folders. */
  readonly folderDefaults: FolderDefaultsDesk;
  readonly files: Files;
  /** By name, over everything that this computer knows. */
  readonly search: Search;
  /** What the service has in a project, whoever uploaded it. */
  readonly platformFiles: PlatformFiles;
  /** Which file was made from which. */
  readonly lineage: LineageReader;
  /** Files that can be cited. */
  readonly citable: Citable;
  /** Suggestions for files that lack their provenance. */
  readonly provenance: Provenance;
  readonly projects: Projects;
  /** People and their data: profile, tags, members, administration. */
  readonly people: People;
  readonly downloadLink: AskForLink;
  readonly downloads: Downloads;
  readonly verifyRemote: VerifyRemote;
  /** The queue of uploads: what waits for what, in which order, and how fast. */
  readonly transfers: Transfers;
  /** Projects, invitations and deletions that cost credits. */
  readonly paidChanges: PaidChanges;
  /** Uploads whose outcome is unknown. */
  readonly doubts: LostAnswers;
  /** Files that the service received and did not write to the chain. */
  readonly recordErrors: RecordErrors;
  readonly passFiles: PassFiles;
  /** A run over everything, a folder or some files. Only one at a time. */
  sync(scope: RunScope, announce: Announce): SyncRun;
  /** What a continuous run may spend without asking, see docs/decisions/005-approval-before-charges.md. */
  readonly autoApproval: SpendPolicy;
  /** Sends waiting changes automatically while this runs; rejects with the reason when aborted. */
  readonly outboxRunner: OutboxRunner;
  readonly offline: OfflineSwitch;
  /** No request is made and nothing is sent, uploads included, until it is switched back. */
  workOffline(isOffline: boolean): void;
  readonly offers: SpendOffers;
  /** Decisions about a selection of any length. */
  readonly selected: SelectedFiles;
  /** What happened, and what is proven. */
  readonly eventLog: State['eventLog'];
  readonly certificateRange: State['certificateRange'];
  status(): AccountStatus;
  /** This computer's clock minus the service's, when it answered last; null: not known. */
  clockAheadMs(): number | null;
  readonly credits: Credits;
  /** Audits of folders: every file is read again, on demand and on a schedule. */
  readonly audits: Audits;
  readonly certificates: Certificates;
  /** The records of this account for comparing files with them, and the documents that name their fingerprints. */
  readonly verifying: Verifying;
  /** Files with their proofs in one folder, to hand to somebody else. */
  readonly evidence: Evidence;
  close(): void;
}

export interface AccountParts {
  /** Key of the account's folder. */
  readonly account: string;
  readonly connection: Connection;
  readonly workers: Workers;
  readonly ports: EnginePorts;
  readonly dataFolder: string;
  /** Tells which answers may be stale. */
  readonly tell: (news: AccountNews) => void;
}
