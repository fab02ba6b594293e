/** One account on this computer with everything a person can do with it, for programs that use most of that. */
import type { AccountBase } from './account-base.ts';
import { statusOf } from './account-state.ts';
import { bindAudits } from './bind-audits.ts';
import { bindCertificates } from './bind-certificates.ts';
import { bindAutoApproval, bindCredits, bindOffers } from './bind-credits.ts';
import { bindDownloadLinks, bindDownloads } from './bind-downloads.ts';
import { bindEvidence } from './bind-evidence.ts';
import { bindFolderDefaults, bindFolders, bindSearch, bindSelected } from './bind-folders.ts';
import { bindCitable, bindLineage, bindProvenance } from './bind-lineage.ts';
import { bindOutbox, bindPeople } from './bind-outbox.ts';
import { bindPassFiles, bindSync } from './bind-run.ts';
import { bindShared } from './bind-shared.ts';
import { bindDoubts, bindRecordErrors, bindTransfers, bindVerifyRemote } from './bind-uploads.ts';
import { OFFLINE } from '../pipeline/common/service-gate.ts';

export type Account = ReturnType<typeof wholeAccount>;

export function wholeAccount(account: AccountBase) {
  const { use, state, session } = account;
  const { files, platformFiles, projects } = use(bindShared);
  const { paidChanges, outboxRunner } = use(bindOutbox);
  return {
    files,
    platformFiles,
    projects,
    paidChanges,
    outboxRunner,
    folders: use(bindFolders),
    folderDefaults: use(bindFolderDefaults),
    search: use(bindSearch),
    selected: use(bindSelected),
    lineage: use(bindLineage),
    citable: use(bindCitable),
    provenance: use(bindProvenance),
    people: use(bindPeople),
    downloadLink: use(bindDownloadLinks).ask,
    downloads: use(bindDownloads),
    verifyRemote: use(bindVerifyRemote),
    transfers: use(bindTransfers),
    doubts: use(bindDoubts),
    recordErrors: use(bindRecordErrors),
    sync: use(bindSync),
    passFiles: use(bindPassFiles),
    autoApproval: use(bindAutoApproval),
    offers: use(bindOffers),
    credits: use(bindCredits),
    audits: use(bindAudits),
    certificates: use(bindCertificates),
    evidence: use(bindEvidence),
    offline: account.gate,
    workOffline: (isOffline: boolean) => workOffline(isOffline, account),
    /** What happened, and what is proven. */
    eventLog: state.eventLog,
    certificateRange: state.certificateRange,
    status: () => statusOf(state),
    /** This computer's clock minus the service's, when it answered last; null: not known. */
    clockAheadMs: () => session.clockAheadMs(),
    close: account.close,
  };
}

const PAUSED = 'uploads-paused-by-working-offline';

/**
 * Goes offline at a person's request: no request is made and nothing is sent, uploads included, until it is switched back.
 */
function workOffline(isOffline: boolean, account: AccountBase): void {
  const { use, gate, agents } = account;
  gate.setOffline(isOffline);
  pauseUploads(isOffline, account);
  if (isOffline) {
    agents.closeKept();
    use(bindDownloads).stopAll(OFFLINE);
  }
  use(bindOutbox).outboxRunner.poke();
}

/** A pause that the person had set before remains when they go online. */
function pauseUploads(isOffline: boolean, { use, state }: AccountBase): void {
  const transfers = use(bindTransfers);
  if (isOffline && state.transferRules.get().pause === null) {
    transfers.pause('now', null);
    state.preferences.set(PAUSED, 'yes');
  }
  if (!isOffline && state.preferences.get(PAUSED) === 'yes') {
    transfers.resume();
    state.preferences.set(PAUSED, 'no');
  }
}
