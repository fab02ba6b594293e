/** One account on this computer with everything a person can do with it, for programs that use most of that. */
import type { AccountBase } from './account-base.ts';
import { statusOf } from './account-state.ts';
import { bindRecorded } from './bind-remote.ts';
import {
  bindCitable,
  bindCredits,
  bindFolders,
  bindLineage,
  bindOffers,
  bindProvenance,
  bindSearch,
  bindSelected,
} from './bind-files.ts';
import { bindShared } from './bind-shared.ts';
import { bindBandwidth, bindConfirming, bindUploads } from './bind-uploads.ts';
import { OFFLINE } from '../pipeline/common/service-gate.ts';
import { recheckHolds } from '../pipeline/decide/recheck-holds.ts';
import {
  findSeenUser,
  makeUsers,
  readAvatar,
  seenUsers,
} from '../features/mirror/account-mirror.ts';
import { makeFreeChanges } from '../features/outbox/free-changes.ts';
import {
  bindAdminWords,
  bindSuspensions,
  makeAdministration,
  makeProfile,
} from '../features/people/administration.ts';
import { makeMembers, makeTags } from '../features/projects/projects.ts';
import type { HoldReason } from '../../src-shared/model/files/file-state.ts';
import { ok } from '../../src-shared/model/result.ts';
import { makeDownloadLinks } from '../features/downloads/content/ask-store.ts';
import { makeDownloads } from '../features/downloads/downloads.ts';
import { makeReadDigests } from '../features/verify/read-digests.ts';
import { makeVerify, makeVerifyArrival } from '../features/verify/verifier.ts';
import { bindCache, bindCertificates, bindVerifying } from './bind-verifying.ts';
import {
  bindCertificateKeeper,
  bindDocumentKeeper,
} from '../features/certificates/certificates.ts';
import { makeAutoApproval } from '../features/credits/spend-offers.ts';
import type { FileScope } from '../db/files/file-scope.ts';
import { makeLostAnswers, makeRecordErrors } from '../features/files/unrecorded-uploads.ts';
import { makeTransfers } from '../features/files/transfers.ts';
import { makeFolderDefaults } from '../features/folders/folders.ts';
import { makeVerifyRemote } from '../features/verify/verify-target.ts';
import { makePassFiles } from '../features/files/standing-counts.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import { makeSyncRun, type SyncRun } from '../pipeline/run/sync-run.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import { reserveBreach } from '../../src-shared/model/money/spend-limits.ts';
import { type AfterChange, makeOutboxRunner } from '../features/outbox/outbox-runner.ts';
import { makeOutbox } from '../features/outbox/outbox.ts';
import { outboxKindOf } from '../features/outbox/outbox-kinds.ts';
import { makePaidChanges } from '../features/outbox/paid-changes.ts';
import { bindAudits } from './bind-audits.ts';
import { bindEvidence } from './bind-evidence.ts';

export type Account = ReturnType<typeof wholeAccount>;

export function wholeAccount(account: AccountBase) {
  const { use, state, transitions, clock, session, workers, address, latest } = account;
  const shared = use(bindShared);
  const { files, platformFiles, projects } = shared;
  const { checker, forgetUpload } = use(bindUploads);
  const { paidChanges, outboxRunner } = use(bindOutbox);
  return {
    files,
    platformFiles,
    projects,
    paidChanges,
    outboxRunner,
    folders: use(bindFolders),
    folderDefaults: makeFolderDefaults(state),
    search: use(bindSearch),
    selected: use(bindSelected),
    lineage: use(bindLineage),
    citable: use(bindCitable),
    provenance: use(bindProvenance),
    people: use(bindPeople),
    downloadLink: use(bindDownloadLinks).ask,
    downloads: use(bindDownloads),
    verifyRemote: makeVerifyRemote({ workers, clock, checker }),
    /** The queue of uploads: what waits for what, in which order, and how fast. */
    transfers: makeTransfers({
      ...shared,
      server: address.href,
      bandwidth: use(bindBandwidth),
      forgetUpload,
      run: () => latest.run,
    }),
    /** Uploads whose outcome is unknown. */
    doubts: makeLostAnswers({ state, transitions, clock, files }),
    /** Files that the service received and did not write to the chain. */
    recordErrors: makeRecordErrors({ ...use(bindConfirming), files }),
    sync: use(bindSync),
    /** What is told of the files of a run. */
    passFiles: makePassFiles(state),
    /** What a continuous run may spend without asking, see docs/design.md, money. */
    autoApproval: makeAutoApproval(state),
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

/** The outbox, who sends what waits in it, and changes that cost credits; the end of a change makes copies old. */
function bindOutbox(account: AccountBase) {
  const { use, state, client, clock, chance, ids, userId, gate, latest, transitions, tell } =
    account;
  const { mirror, resources, projects, platformFiles, files, scopes } = use(bindShared);
  const isOffline = () => gate.isOffline();
  const agreementsChanged = () => latest.run?.agreementsChanged();
  const outbox = makeOutbox({
    state,
    client,
    remote: use(bindRecorded),
    charges: use(bindCredits).history,
    clock,
    ids,
    userId,
    /**
     * Follows the deletion in the transaction that records it: runs request the record's status until it is `Deleted`.
     * The ledger keeps the record.
     */
    onDeleting({ projectId, visibility, fileId }) {
      const record = state.records.withFileId(fileId);
      if (record?.projectId !== projectId || record.visibility !== visibility) return;
      state.records.setStatus(record.id, 'PendingDeletion', null);
      transitions.followRecord(record.id, 'PendingDeletion');
      state.afterCommit(agreementsChanged);
    },
    labelsOf: (project) => scopes.labelsOf(project),
    readPicture: (text) => readAvatar(text)?.bytes ?? null,
    isOffline,
    breachOf: (balance, credits) => reserveBreach(state.spendLimits.get(), balance, credits),
  });

  /** Names of scopes are learned from the project that was just given them. */
  async function learnFrom({ intent, state: now }: Change, signal: AbortSignal): Promise<void> {
    if (now.state !== 'delivered') return;
    const taken = outboxKindOf(intent).scopes?.(intent, now) ?? null;
    if (taken !== null) await projects.learnScopes(taken.projectId, taken.sent, signal);
  }

  /** Effects of the end of a change on the rest of the core: copies of what it changed are read again. */
  const afterChange: AfterChange = async (change, signal) => {
    await learnFrom(change, signal);
    const { intent, state: now } = change;
    if (now.state === 'waiting' && now.lastTry !== null) mirror.noteAway(now.lastTry.fault);
    if (now.state === 'delivered') {
      outboxKindOf(intent).expire(intent, mirror, resources);
      if (intent.kind === 'create-project') agreementsChanged(); // others may have waited for it
    }
    tell({ kind: 'outbox-changed' });
    tell({ kind: 'projects-changed' });
    outboxRunner.poke(); // another change may have waited for it
  };
  const outboxRunner = makeOutboxRunner({
    clock,
    chance,
    drain: outbox.drain,
    isOffline,
    onEnded: afterChange,
    onNews: () => tell({ kind: 'outbox-changed' }),
    onSummary: ({ sent, needYou }) => {
      tell({ kind: 'outbox-sent', sent, needYou });
      tell({ kind: 'credits-changed' });
    },
  });
  /** A change was queued: whoever queues one also tries it. What a person decides about one is sent automatically. */
  const onLine = () => tell({ kind: 'outbox-changed' });
  const onDecided = () => {
    onLine();
    agreementsChanged();
    outboxRunner.poke();
  };
  const paidChanges = makePaidChanges({
    state,
    outbox,
    client,
    files,
    platformFiles,
    users: use(bindUsers),
    userId,
    onLine,
    onDecided,
    afterChange,
  });
  return { outbox, outboxRunner, paidChanges, afterChange, onLine };
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

/** The files of a run; empty for all. */
export type RunScope = FileScope;

/** Only one run at a time. */
function bindSync({
  use,
  state,
  chance,
  gate,
  announce,
  session,
  workers,
  latest,
  largeBatchFiles,
}: AccountBase) {
  return (scope: RunScope, announceRun: Announce): SyncRun => {
    latest.announce = announceRun;
    const { uploader, checker, forgetUpload } = use(bindUploads);
    const { documents } = use(bindVerifying);
    const ports = {
      ...use(bindConfirming),
      chance,
      allowance: makeAutoApproval(state).allowance,
      largeBatchFiles,
      gate,
      announce,
      fileTree: workers.fileTree(),
      fingerprinter: workers.fingerprinter(),
      watcher: workers.folderWatcher(),
      checker,
      uploader,
      forgetUpload,
      sessionLeftMs: () => session.leftMs(),
      lostAnswers: uploader,
      completeByRules: () => use(bindProvenance).completeByRules().length,
      certificates: bindCertificateKeeper(use(bindCache), documents, state),
      documents: bindDocumentKeeper(documents),
    };
    latest.run = makeSyncRun(ports, scope);
    return latest.run;
  };
}
