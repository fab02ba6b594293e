/** An account's durable state: the repositories over one open database, and the transaction they share. */
import type Database from 'better-sqlite3';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { makeAgreedListingRepository } from './files/settled-directory-repository.ts';
import { makeApprovalRepository } from './money/approval-repository.ts';
import { makeAssignmentRepository } from './files/assignment-repository.ts';
import { makeChangeBlobRepository, makeChangeRepository } from './changes/change-repository.ts';
import { makeChangeChargeRepository } from './money/change-charge-repository.ts';
import { makeAuditRepository } from './proofs/audit-repository.ts';
import { makeBalanceRepository } from './money/balance-repository.ts';
import { makeBitRotWatchRepository } from './proofs/fixity-repository.ts';
import { makeCertificateRange } from './proofs/certificate-range.ts';
import { makeChargeRepository } from './money/charge-repository.ts';
import { makeCitationRuleRepository } from './files/citation-rule-repository.ts';
import { makeCompletionRepository } from './files/completion-repository.ts';
import { makeContentRepository } from './files/content-repository.ts';
import { makeDownloadRepository } from './files/download-repository.ts';
import { makeEarlierFileRepository } from './files/baseline-file-repository.ts';
import { makeEventLog } from './account/event-log.ts';
import { makeExpectedFileRepository } from './files/expected-file-repository.ts';
import { makeFileRange, makeLabelReader } from './files/file-range.ts';
import { makeFileRepository } from './files/file-repository.ts';
import { makeFolderDefaultRepository } from './files/folder-default-repository.ts';
import { makeFolderRepository } from './files/folder-repository.ts';
import { makeHoldRepository } from './files/hold-repository.ts';
import { getMeta, openDatabase } from './open-database.ts';
import { makeLineageRepository } from './files/lineage-repository.ts';
import { makePlaceRepository, type ListedPlace } from './uploads/listed-file-repository.ts';
import { makeMetadataDocumentRepository } from './proofs/metadata-document-repository.ts';
import { makeMirrorRepository } from './changes/mirror-repository.ts';
import { makePreferenceRepository } from './account/preference-repository.ts';
import { makeProjectRepository } from './changes/project-repository.ts';
import { makeRecordRepository } from './proofs/record-repository.ts';
import { makeServerFactRepository } from './account/server-fact-repository.ts';
import { makeSpendLimitRepository } from './money/spend-limit-repository.ts';
import { makeTransactionRepository } from './money/transaction-repository.ts';
import { makeTransactions } from './transactions.ts';
import { makeTransferRuleRepository } from './uploads/transfer-rule-repository.ts';
import { makeUnfinishedUploadRepository } from './uploads/unfinished-upload-repository.ts';
import { makeUploadRepository } from './uploads/upload-repository.ts';
import { makeUploadWishRepository } from './uploads/queue-choice-repository.ts';
import { makeWaitingCostRepository } from './money/pending-cost-repository.ts';
import { makeWaitingFileRepository } from './files/queued-file-repository.ts';

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
