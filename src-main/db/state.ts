/** An account's durable state: the repositories over one open database, and the transaction they share. */
import type Database from 'better-sqlite3';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import {
  makeAgreedFileRepository,
  makeSettledDirectoryRepository,
  makeBaselineFileRepository,
} from './files/baseline-file-repository.ts';
import { makeChangeBlobRepository, makeChangeRepository } from './changes/change-repository.ts';
import {
  makeAuditRepository,
  makeExpectedFileRepository,
  makeFixityRepository,
} from './proofs/audit-repository.ts';
import {
  makeBalanceRepository,
  makeSpendLimitRepository,
  makeTransactionRepository,
} from './money/balance-repository.ts';
import { makeChangeChargeRepository, makeChargeRepository } from './money/charge-repository.ts';
import { makeContentRepository } from './files/content-repository.ts';
import { makeDownloadRepository } from './files/download-repository.ts';
import { makeEventLog } from './account/event-log.ts';
import { makeFileRange, makeLabelReader } from './files/file-range.ts';
import { makeSubfolderReader, makeSubfolderSearch } from './files/place-search.ts';
import { makeFileRepository } from './files/file-repository.ts';
import {
  makeAssignmentRepository,
  makeFolderDefaultRepository,
  makeFolderDriveRepository,
  makeFolderRepository,
} from './files/folder-repository.ts';
import { makeApprovalRepository, makeHoldRepository } from './files/hold-repository.ts';
import { getMeta, openDatabase } from './open-database.ts';
import {
  makeCitationRuleRepository,
  makeCompletionRepository,
  makeLineageRepository,
} from './files/lineage-repository.ts';
import { makeMirrorRepository, makeProjectRepository } from './changes/mirror-repository.ts';
import {
  makePreferenceRepository,
  makeServerFactRepository,
} from './account/key-value-repositories.ts';
import {
  makeCertificateRange,
  makeMetadataDocumentRepository,
  makeRecordRepository,
} from './proofs/record-repository.ts';
import { makeTransactions } from './transactions.ts';
import {
  makeQueueChoiceRepository,
  makeTransferRuleRepository,
  makeWaitingCostRepository,
  makeWaitingFileRepository,
} from './uploads/queue-choice-repository.ts';
import {
  makeUnfinishedUploadRepository,
  makeUploadRepository,
} from './uploads/upload-repository.ts';
import {
  type ListedDestination,
  makeComparedContentRepository,
  makeComparedPlaceRepository,
  makeListedFileRepository,
  makeUnaccountedFileRepository,
} from './uploads/compared-place-repository.ts';
import { makeFileCountRepository } from './files/file-scope.ts';

const NEVER = new AbortController().signal;

export type State = ReturnType<typeof openState>;

export interface StatePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Time by the service's clock; null, or absent: it has told none, and `clock` dates what is compared with its times. */
  readonly shownNowMs?: (() => number | null) | undefined;
}

/** Opens the state kept in `folder`. Throws `DatabaseTrouble` when it cannot be trusted or opened. */
export function openState(folder: string, ports: StatePorts) {
  const { clock, ids, shownNowMs = () => null } = ports;
  const bookNowMs = () => shownNowMs() ?? clock.nowMs();
  const { db, close } = openDatabase(folder, ids, forgetWhatMayHaveChanged);
  const hasLostHistory = getMeta(db, 'history_incomplete') !== null; // written at opening only
  const assignments = makeAssignmentRepository(db);
  const contents = makeContentRepository(db);
  const listedFiles = makeListedFileRepository(db);
  const mirror = makeMirrorRepository(db);
  const toBookMs = (ownMs: number) => ownMs + bookNowMs() - clock.nowMs();
  const { flush, ...transactions } = makeTransactions(db, () => clock.sleep(0, NEVER));

  return {
    assignments,
    contents,
    folders: makeFolderRepository(db, assignments),
    folderDefaults: makeFolderDefaultRepository(db),
    folderDrives: makeFolderDriveRepository(db),
    files: makeFileRepository(db, () => clock.nowMs()),
    settledDirectories: makeSettledDirectoryRepository(db),
    baselineFiles: makeBaselineFileRepository(db),
    fileRange: makeFileRange(db),
    labelsOf: makeLabelReader(db),
    subfolders: makeSubfolderReader(db),
    subfoldersWith: makeSubfolderSearch(db),
    certificateRange: makeCertificateRange(db),
    eventLog: makeEventLog(db, () => clock.nowMs()),
    audits: makeAuditRepository(db),
    fixity: makeFixityRepository(db),
    expectedFiles: makeExpectedFileRepository(db),
    records: makeRecordRepository(db),
    uploads: makeUploadRepository(db, { nowMs: () => clock.nowMs(), toBookMs, shownNowMs }),
    holds: makeHoldRepository(db),
    queueChoices: makeQueueChoiceRepository(db),
    unfinishedUploads: makeUnfinishedUploadRepository(db),
    waitingCosts: makeWaitingCostRepository(db),
    fileCounts: makeFileCountRepository(db),
    waitingFiles: makeWaitingFileRepository(db),
    transferRules: makeTransferRuleRepository(db),
    agreedFiles: makeAgreedFileRepository(db),
    approvals: makeApprovalRepository(db),
    charges: makeChargeRepository(db),
    balances: makeBalanceRepository(db),
    transactions: makeTransactionRepository(db),
    spendLimits: makeSpendLimitRepository(db),
    listedFiles,
    unaccountedFiles: makeUnaccountedFileRepository(db),
    comparedContents: makeComparedContentRepository(db),
    comparedPlaces: makeComparedPlaceRepository(db),
    projects: makeProjectRepository(mirror),
    serverFacts: makeServerFactRepository(db),
    metadataDocuments: makeMetadataDocumentRepository(db),
    lineage: makeLineageRepository(db),
    completions: makeCompletionRepository(db),
    citationRules: makeCitationRuleRepository(db),
    mirror,
    preferences: makePreferenceRepository(db),
    changes: makeChangeRepository(db, toBookMs),
    changeBlobs: makeChangeBlobRepository(db),
    changeCharges: makeChangeChargeRepository(db),
    downloads: makeDownloadRepository(db),

    /**
     * Something notarized earlier may be missing from this database. Until this is cleared, the platform is asked about
     * every content before it is paid for, whatever a folder's rule says. It is cleared when complete lists have shown
     * that nothing of this account is unknown here: for the destinations of all watched folders, and for `place`.
     */
    isHistoryIncomplete(place?: ListedDestination): boolean {
      if (!hasLostHistory) return false;
      const isOpen = place !== undefined && !listedFiles.isAccounted(place);
      return isOpen || !listedFiles.hasAccounted() || listedFiles.unaccounted().length > 0;
    },

    /** The time by which uploads and charges are dated: the service's, as far as it is known. */
    bookNowMs,
    /** Such a time on this computer's clock. */
    toOwnMs: (bookMs: number): number => bookMs - bookNowMs() + clock.nowMs(),
    /** The service's alone; null: it is not known. */
    shownNowMs,
    ...transactions,
    close() {
      flush();
      close();
    },
  };
}

/** "Not there", and "nothing is missing here", may no longer be true: both are checked again. */
function forgetWhatMayHaveChanged(db: Database.Database): void {
  makeContentRepository(db).forgetNegativeAnswers();
  makeListedFileRepository(db).forgetAccounts();
  makeComparedPlaceRepository(db).suspect();
}
