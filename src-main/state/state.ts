/** An account's durable state: the repositories over one open database, and the transaction they share. */
import type Database from 'better-sqlite3';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { makeAgreedListingRepository } from './agreed-listing-repository.ts';
import { makeApprovalRepository } from './approval-repository.ts';
import { makeAssignmentRepository } from './assignment-repository.ts';
import { makeChangeBlobRepository } from './change-blob-repository.ts';
import { makeChangeRepository } from './change-repository.ts';
import { makeChangeChargeRepository } from './change-charge-repository.ts';
import { makeAuditRepository } from './audit-repository.ts';
import { makeBalanceRepository } from './balance-repository.ts';
import { makeBitRotWatchRepository } from './bit-rot-watch-repository.ts';
import { makeCertificateRange } from './certificate-range.ts';
import { makeChargeRepository } from './charge-repository.ts';
import { makeCitationRuleRepository } from './citation-rule-repository.ts';
import { makeCompletionRepository } from './completion-repository.ts';
import { makeContentRepository } from './content-repository.ts';
import { makeDownloadRepository } from './download-repository.ts';
import { makeEarlierFileRepository } from './earlier-file-repository.ts';
import { makeEventLog } from './event-log.ts';
import { makeExpectedFileRepository } from './expected-file-repository.ts';
import { makeFileRange, makeLabelReader } from './file-range.ts';
import { makeFileRepository } from './file-repository.ts';
import { makeFolderDefaultRepository } from './folder-default-repository.ts';
import { makeFolderRepository } from './folder-repository.ts';
import { makeHoldRepository } from './hold-repository.ts';
import { getMeta, openDatabase } from './open-database.ts';
import { makeLineageRepository } from './lineage-repository.ts';
import { makePlaceRepository, type ListedPlace } from './place-repository.ts';
import { makeMetadataDocumentRepository } from './metadata-document-repository.ts';
import { makeMirrorRepository } from './mirror-repository.ts';
import { makePreferenceRepository } from './preference-repository.ts';
import { makeProjectRepository } from './project-repository.ts';
import { makeRecordRepository } from './record-repository.ts';
import { makeServerFactRepository } from './server-fact-repository.ts';
import { makeSpendLimitRepository } from './spend-limit-repository.ts';
import { makeTransactionRepository } from './transaction-repository.ts';
import { makeTransactions } from './transactions.ts';
import { makeTransferRuleRepository } from './transfer-rule-repository.ts';
import { makeUnfinishedUploadRepository } from './unfinished-upload-repository.ts';
import { makeUploadRepository } from './upload-repository.ts';
import { makeUploadWishRepository } from './upload-wish-repository.ts';
import { makeWaitingCostRepository } from './waiting-cost-repository.ts';
import { makeWaitingFileRepository } from './waiting-file-repository.ts';

export type State = ReturnType<typeof openState>;

/** Opens the state kept in `folder`. Throws `DatabaseTrouble` when it cannot be trusted or opened. */
export function openState(folder: string, { clock, ids }: { clock: Clock; ids: Ids }) {
  const { db, close } = openDatabase(folder, ids, forgetWhatMayHaveChanged);
  const hasLostHistory = getMeta(db, 'history_incomplete') !== null; // written at opening only
  const assignments = makeAssignmentRepository(db);
  const contents = makeContentRepository(db);
  const places = makePlaceRepository(db);

  return {
    assignments,
    contents,
    folders: makeFolderRepository(db, assignments),
    folderDefaults: makeFolderDefaultRepository(db),
    files: makeFileRepository(db, () => clock.nowMs()),
    agreedListings: makeAgreedListingRepository(db),
    earlierFiles: makeEarlierFileRepository(db),
    fileRange: makeFileRange(db),
    labelsOf: makeLabelReader(db),
    certificateRange: makeCertificateRange(db),
    eventLog: makeEventLog(db),
    audits: makeAuditRepository(db),
    bitRotWatch: makeBitRotWatchRepository(db),
    expectedFiles: makeExpectedFileRepository(db),
    records: makeRecordRepository(db),
    uploads: makeUploadRepository(db, () => clock.nowMs()),
    holds: makeHoldRepository(db),
    uploadWishes: makeUploadWishRepository(db),
    unfinishedUploads: makeUnfinishedUploadRepository(db),
    waitingCosts: makeWaitingCostRepository(db),
    waitingFiles: makeWaitingFileRepository(db),
    transferRules: makeTransferRuleRepository(db),
    approvals: makeApprovalRepository(db),
    charges: makeChargeRepository(db),
    balances: makeBalanceRepository(db),
    transactions: makeTransactionRepository(db),
    spendLimits: makeSpendLimitRepository(db),
    places,
    projects: makeProjectRepository(db),
    serverFacts: makeServerFactRepository(db),
    metadataDocuments: makeMetadataDocumentRepository(db),
    lineage: makeLineageRepository(db),
    completions: makeCompletionRepository(db),
    citationRules: makeCitationRuleRepository(db),
    mirror: makeMirrorRepository(db),
    preferences: makePreferenceRepository(db),
    changes: makeChangeRepository(db),
    changeBlobs: makeChangeBlobRepository(db),
    changeCharges: makeChangeChargeRepository(db),
    downloads: makeDownloadRepository(db),

    /**
     * Something notarized earlier may be missing from this database. While that is so the platform is asked about
     * every content before it is paid for, whatever a folder's rule says. It ends when whole lists have shown that
     * nothing of this account is unknown here: in the places of all watched folders, and in `place`.
     */
    isHistoryIncomplete(place?: ListedPlace): boolean {
      if (!hasLostHistory) return false;
      const isOpen = place !== undefined && !places.isAccounted(place);
      return isOpen || !places.hasAccounted() || places.unaccounted().length > 0;
    },

    ...makeTransactions(db),
    close,
  };
}

/** "Not there", and "nothing is missing here", may have stopped being true since: both are asked again. */
function forgetWhatMayHaveChanged(db: Database.Database): void {
  makeContentRepository(db).forgetNegativeAnswers();
  makePlaceRepository(db).forgetAccounts();
}
