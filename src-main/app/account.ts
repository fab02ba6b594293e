/** One account on this computer with everything a person can do with it, for programs that use most of that. */
import type { AccountBase } from './account-base.ts';
import { statusOf } from './account-state.ts';
import { bindAudits } from './bind-audits.ts';
import { bindCertificates } from './bind-certificates.ts';
import { bindAutoApproval, bindCredits, bindOffers, bindRecorded } from './bind-credits.ts';
import { bindEvidence } from './bind-evidence.ts';
import { bindFolderDefaults, bindFolders, bindSearch, bindSelected } from './bind-folders.ts';
import { bindCitable, bindLineage, bindProvenance } from './bind-lineage.ts';
import { bindPassFiles, bindSync } from './bind-run.ts';
import { bindShared } from './bind-shared.ts';
import {
  bindDoubts,
  bindRecordErrors,
  bindTransfers,
  bindVerifyRemote,
  bindBandwidth,
} from './bind-uploads.ts';
import { OFFLINE } from '../pipeline/common/service-gate.ts';
import { recheckHolds } from '../pipeline/decide/recheck-holds.ts';
import { findSeenUser, seenUsers } from '../features/mirror/account-mirror.ts';
import { makeUsers } from '../features/mirror/users.ts';
import { makeAccountOutbox } from '../features/outbox/account-outbox.ts';
import { makeFreeChanges } from '../features/outbox/free-changes.ts';
import {
  bindAdminWords,
  bindSuspensions,
  makeAdministration,
} from '../features/people/administration.ts';
import { makeProfile } from '../features/people/profile.ts';
import { makeMembers } from '../features/projects/members.ts';
import { makeTags } from '../features/projects/projects.ts';
import type { HoldReason } from '../../src-shared/model/files/file-state.ts';
import { ok } from '../../src-shared/model/result.ts';
import { makeDownloadLinks } from '../features/downloads/download-link.ts';
import { makeDownloads } from '../features/downloads/downloads.ts';
import { makeReadDigests } from '../features/verify/read-digests.ts';
import { makeVerify, makeVerifyArrival } from '../features/verify/verifier.ts';
import { bindVerifying } from './bind-verifying.ts';

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

const HELD_OFFLINE: ReadonlySet<HoldReason> = new Set(['offline']);

/**
 * Goes offline at a person's request: no request is made and nothing is sent, uploads included, until it is switched back.
 * Then what waited for that is queued again; a pause that the person had set remains.
 */
function workOffline(isOffline: boolean, account: AccountBase): void {
  const { use, gate, agents, state, transitions, latest } = account;
  if (gate.isOffline() !== isOffline) {
    state.transaction(() => {
      gate.setOffline(isOffline);
      state.eventLog.tellDone(isOffline ? 'went-offline' : 'went-online');
    });
  }
  if (isOffline) {
    agents.closeKept();
    use(bindDownloads).stopAll(OFFLINE);
  } else recheckHolds(state, transitions, {}, HELD_OFFLINE);
  latest.run?.transfersChanged();
  use(bindOutbox).outboxRunner.poke();
}

/** Binds the changes of an account to projects and people, and the people themselves. */
function bindUsers({ use, client, state, clock }: AccountBase) {
  const { mirror, resources } = use(bindShared);
  return makeUsers({
    client,
    seen: (asked) =>
      findSeenUser(
        asked,
        seenUsers(state.mirror.all('user')),
        state.projects.all().map(({ project }) => project),
      ),
    onRead: (user) => mirror.keep(resources.user(user.userId), user, clock.nowMs()),
  });
}

/** The outbox, who sends what waits in it, and changes that cost credits. */
function bindOutbox({ use, gate, latest }: AccountBase) {
  return makeAccountOutbox({
    ...use(bindShared),
    remote: use(bindRecorded),
    charges: use(bindCredits).history,
    users: use(bindUsers),
    isOffline: () => gate.isOffline(),
    onProject: () => latest.run?.agreementsChanged(),
    onDeleting: () => latest.run?.agreementsChanged(),
  });
}

/** Profile, tags, members, administration. */
function bindPeople({ use, address, client, userId, state, clock }: AccountBase) {
  const parts = { ...use(bindShared), ...use(bindOutbox), users: use(bindUsers) };
  const profile = makeProfile(parts);
  const members = makeMembers(parts);
  return {
    users: parts.users,
    profile,
    tags: makeTags(parts),
    members,
    /** Free changes: tried at once, and sent automatically later when the service is unavailable. */
    freeChanges: makeFreeChanges({ ...parts, profile, members }),
    administration: makeAdministration({
      client,
      userId,
      words: bindAdminWords(state, address.origin, clock),
      suspensions: bindSuspensions(state, address.origin, clock),
    }),
  };
}

/** Addresses under which a file can be fetched. */
function bindDownloadLinks({ use }: AccountBase) {
  return makeDownloadLinks(use(bindShared));
}

/** Binds the downloads of an account. */
function bindDownloads({ use, onClose, tell, clock, ids, workers }: AccountBase) {
  const account = () => ok(use(bindVerifying));
  const downloads = makeDownloads({
    ...use(bindShared),
    links: use(bindDownloadLinks),
    bandwidth: use(bindBandwidth),
    verify: makeVerifyArrival(
      makeVerify({
        read: makeReadDigests(workers),
        clock,
        ids,
        pdfText: (bytes) => workers.pdfReader().text(bytes),
        account,
      }),
    ),
    tell: () => tell({ kind: 'downloads-changed' }),
  });
  onClose(() => downloads.close());
  return downloads;
}
