/** One account on this computer: its database, its certificates, and everything a person can do with them. */
import path from 'node:path';
import type { AccountStatus } from '../../src-shared/model/status/account-status.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import { makeMirror } from '../features/mirror/mirror.ts';
import type { OutboxRunner } from '../features/outbox/outbox-runner.ts';
import { makeNotedTimes } from '../platform/noted-time.ts';
import type { FileScope } from '../db/files/file-repository.ts';
import { makeFileDesk } from '../pipeline/decide/file-transitions.ts';
import { readIgnoreFile } from '../pipeline/scan/ignore-file.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import { observeBalance } from '../pipeline/spend/observe-balance.ts';
import { makeSyncRun, type SpendPolicy, type SyncRun } from '../pipeline/run/sync-run.ts';
import { makeBandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { makeActivity, type Activity } from '../features/files/activity.ts';
import { makeAudits, type Audits } from '../features/audit/audits.ts';
import {
  bindCertificateCache,
  bindCertificateKeeper,
  bindDocumentKeeper,
} from '../features/certificates/bind-certificates.ts';
import { bindDigests } from './bind-digests.ts';
import { bindHabits } from './bind-service-quirks.ts';
import { bindRemote } from './bind-remote.ts';
import {
  bindChecker,
  bindForgetUpload,
  bindUploader,
  sentFieldsOf,
  type TransferParts,
} from './bind-transfer.ts';
import { makeCertificates, type Certificates } from '../features/certificates/certificates.ts';
import type { Connection } from './connection.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { makeCredits, type Credits } from '../features/credits/credits.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import { makeDoubts, type Doubts } from '../features/files/lost-answers.ts';
import { makeEvidence, type Evidence } from '../features/evidence/evidence.ts';
import { makeFiles, type Files } from '../features/files/files.ts';
import { openAccountState } from './open-account-state.ts';
import type { AccountNews } from '../features/account-events.ts';
import { makeAccountOutbox } from '../features/outbox/account-outbox.ts';
import {
  makeFolderDefaults,
  type FolderDefaultsDesk,
} from '../features/folders/folder-defaults.ts';
import { makeFolders, type Folders } from '../features/folders/folders.ts';
import { makeDownloadLinks, type AskForLink } from '../features/downloads/download-link.ts';
import { makeDownloads, type Downloads } from '../features/downloads/downloads.ts';
import { makeVerifyArrival } from '../features/verify/verify-arrival.ts';
import { makeReadDigests } from '../features/verify/read-digests.ts';
import { makeVerify } from '../features/verify/verifier.ts';
import { findSeenUser, makeResources, seenUsers } from '../features/mirror/account-mirror.ts';
import { makeLineageReader, type LineageReader } from '../features/provenance/lineage.ts';
import { makeCitable, type Citable } from '../features/provenance/citable.ts';
import { makeProvenance, type Provenance } from '../features/provenance/provenance.ts';
import { makeOfflineSwitch, OFFLINE, pauseUploads, type OfflineSwitch } from './offline-switch.ts';
import { makeUsers } from '../features/mirror/users.ts';
import type { PaidChanges } from '../features/outbox/paid-changes.ts';
import { makePeople, type People } from '../features/people/people.ts';
import { makeLookFirst } from './pre-retry-check.ts';
import { makePlatformFiles, type PlatformFiles } from '../features/projects/platform-files.ts';
import { makeProjects, type Projects } from '../features/projects/projects.ts';
import { makeRecordErrors, type RecordErrors } from '../features/files/record-errors.ts';
import { makeScopeBook } from '../features/people/scope-codes.ts';
import type { EnginePorts } from './settings.ts';
import { makeSpendOffers, type SpendOffers } from '../features/credits/spend-offers.ts';
import { makeStandingPolicy } from '../features/credits/auto-approval.ts';
import { statusOf } from './status.ts';
import { makeTransfers, type Transfers } from '../features/files/transfers.ts';
import { makeVerifyRemote, type VerifyRemote } from '../features/verify/verify-remote.ts';
import { makeVerifying, type Verifying } from '../features/verify/verifying.ts';
import type { Workers } from '../features/workers.ts';

/** Which files a run is about; empty for all. */
export type RunScope = FileScope;

export interface Account {
  readonly folders: Folders;
  /** What new folders begin with. */
  readonly folderDefaults: FolderDefaultsDesk;
  readonly files: Files;
  /** What the service has in a project, whoever uploaded it. */
  readonly platformFiles: PlatformFiles;
  /** Which file was made from which. */
  readonly lineage: LineageReader;
  /** Files that can be cited. */
  readonly citable: Citable;
  /** What files are given that lack their provenance. */
  readonly provenance: Provenance;
  readonly projects: Projects;
  /** Persons and their things: profile, tags, members, administration. */
  readonly people: People;
  readonly downloadLink: AskForLink;
  readonly downloads: Downloads;
  readonly verifyRemote: VerifyRemote;
  /** The queue of uploads: what waits for what, in which order, and how fast. */
  readonly transfers: Transfers;
  /** Projects, invitations and deletions that cost credits. */
  readonly paidChanges: PaidChanges;
  /** Uploads of which nobody knows whether they were recorded. */
  readonly doubts: Doubts;
  /** Files that the service received and did not write to the chain. */
  readonly recordErrors: RecordErrors;
  /** A run over everything, a folder or some files. Only one at a time. */
  sync(scope: RunScope, announce: Announce): SyncRun;
  /** What a continuous run may spend without asking, see docs/decisions/005-approval-before-charges.md. */
  readonly standingPolicy: SpendPolicy;
  /** What waits goes by itself while this runs; rejects with the reason when aborted. */
  readonly outboxRunner: OutboxRunner;
  readonly offline: OfflineSwitch;
  /** Nothing is asked of the service and nothing is sent, uploads included, until it is switched back. */
  workOffline(isOffline: boolean): void;
  /** The listener hears which answers may be stale, until the returned function is called. */
  onNews(listener: (news: AccountNews) => void): () => void;
  readonly offers: SpendOffers;
  /** What happened, and what is proven. */
  readonly activity: Activity;
  status(): AccountStatus;
  readonly credits: Credits;
  /** Every file of a folder read again, and by itself now and then. */
  readonly audits: Audits;
  readonly certificates: Certificates;
  /** The records of this account as files are held against them, and the documents that name their fingerprints. */
  readonly verifying: Verifying;
  /** Files with their proofs in one folder, for somebody else. */
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
}

/** Opens an account's database and brings what a crash left behind back in order. */
export function openAccount(parts: AccountParts): Result<Account, CoreFault> {
  const { connection, workers, ports, dataFolder } = parts;
  const { clock, ids, chance, send, openSource, privateFiles } = ports;
  const { address, agents, session } = connection;
  const folder = path.join(dataFolder, 'accounts', parts.account);
  const nowMs = () => clock.nowMs();
  const opened = openAccountState(folder, ports);
  if (!opened.ok) return opened;
  const state = opened.value;
  const offline = makeOfflineSwitch(state.preferences, connection.client);
  const { client } = offline;

  const certificateFolder = path.join(folder, 'certificates');
  const cache = bindCertificateCache(certificateFolder, client, state, privateFiles);
  const userId = () => {
    const current = session.state();
    return current.state === 'signed-out' ? null : current.userId;
  };
  const remote = observeBalance(bindRemote(client, userId), { state, clock });
  let run: SyncRun | null = null;
  const transfer: TransferParts = {
    address,
    agents,
    clock,
    ids,
    token: () => session.token(),
    onTokenRefused: (token) => session.tokenRefused(token),
    onPauseAsked: (fault) => run?.pauseAsked(fault),
    chance,
    makeHash: workers.hashes().makeHash,
    proveSmall: workers.smallFiles().prove,
    bandwidth: makeBandwidth(clock, state.transferRules.get().limitBytesPerSecond),
    send,
    openSource,
  };
  const desk = makeFileDesk(state, { nowMs, announce: () => undefined });
  const { origin } = address;
  const habits = bindHabits(state, origin, clock);
  const digests = bindDigests(openSource);
  const times = makeNotedTimes(clock);
  const search = { state, desk, remote, habits, digests, clock, times };
  const lookFirst = makeLookFirst({ ...search, lostAnswers: { sentFields: sentFieldsOf } });
  const uploader = bindUploader(transfer, state, lookFirst);
  const scopes = makeScopeBook(state, origin, clock);
  const listeners = new Set<(news: AccountNews) => void>();
  const tell = (news: AccountNews) => {
    for (const listener of listeners) listener(news);
  };
  const resources = makeResources(client);
  const mirror = makeMirror({
    copies: state.mirror,
    clock,
    onChanged: () => tell({ kind: 'projects-changed' }),
    isTolerable: (error) => diskFaultOf(error, folder) !== null,
    isOffline: () => offline.isOffline(),
  });
  const projects = makeProjects({ client, state, clock, scopes, mirror, resources });
  const common = { state, projects, workers, clock, dataFolder, certificateFolder };
  const files = makeFiles(common);
  const platformFiles = makePlatformFiles({ state, mirror, resources, clock });
  const verifying = makeVerifying({
    state,
    client,
    clock,
    mirror,
    resources,
    habits,
    files,
    platformFiles,
    address,
  });
  const forgetUpload = bindForgetUpload(transfer, state);
  const sessionLeftMs = () => {
    const current = session.state();
    return current.state === 'signed-in' ? current.expiresAtMs - session.serverNowMs() : null;
  };
  const checker = bindChecker(transfer, state);
  let announceRun: Announce | null = null; // of the last run: a change made beside it is news to its face
  const users = makeUsers({
    client,
    seen: (asked) =>
      findSeenUser(
        asked,
        seenUsers(state.mirror.all('user')),
        state.projects.all().map(({ project }) => project),
      ),
    onRead: (user) => mirror.keep(resources.user(user.userId), user, nowMs()),
  });
  const { outbox, outboxRunner, paidChanges, onLine, afterChange } = makeAccountOutbox({
    state,
    client,
    clock,
    ids,
    userId,
    mirror,
    resources,
    projects,
    scopes,
    files,
    platformFiles,
    users,
    isOffline: () => offline.isOffline(),
    tell,
    onProject: () => run?.agreementsChanged(),
    announce: (event) => announceRun?.(event),
    onDeleting: () => run?.agreementsChanged(),
  });
  const transfers = makeTransfers({
    ...common,
    server: address.href,
    files,
    bandwidth: transfer.bandwidth,
    forgetUpload,
    run: () => run,
    announce: (event) => announceRun?.(event),
  });

  const links = makeDownloadLinks({ client, state, files, platformFiles, address });
  const downloads = makeDownloads({
    state,
    clock,
    ids,
    agents,
    links,
    bandwidth: transfer.bandwidth,
    dataFolder,
    verify: makeVerifyArrival(
      makeVerify({ read: makeReadDigests(workers), clock, ids, account: () => ok(verifying) }),
    ),
    tell: () => tell({ kind: 'downloads-changed' }),
  });

  const certificates = makeCertificates({ cache, state, files, platformFiles });
  const lineage = makeLineageReader({ state, mirror, resources, platformFiles });
  const citable = makeCitable({ state, mirror, resources, platformFiles });
  const provenance = makeProvenance({
    state,
    clock,
    desk: makeFileDesk(state, { nowMs, announce: (event) => announceRun?.(event) }),
    platformFiles,
    citable,
    certificateFolder,
  });
  const evidence = makeEvidence({
    state,
    files,
    platformFiles,
    mirror,
    resources,
    certificates,
    cache,
    verifying,
    lineage,
    userId,
    service: address.href,
    workers,
    clock,
    ids,
    dataFolder,
  });

  return ok({
    projects,
    platformFiles,
    lineage,
    citable,
    provenance,
    verifying,
    certificates,
    evidence,
    people: makePeople({
      client,
      state,
      clock,
      origin,
      projects,
      userId,
      mirror,
      resources,
      outbox,
      users,
      scopes,
      onLine,
      afterChange,
    }),
    outboxRunner,
    offline,
    workOffline(isOffline) {
      offline.set(isOffline);
      pauseUploads(isOffline, { transfers, state });
      if (isOffline) downloads.stopAll(OFFLINE);
      outboxRunner.poke();
    },
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    downloadLink: links.ask,
    downloads,
    verifyRemote: makeVerifyRemote({ workers, checker }),
    paidChanges,
    doubts: makeDoubts({ ...search, lostAnswers: uploader, files }),
    recordErrors: makeRecordErrors({ ...search, files }),
    files,
    transfers,
    folders: makeFolders(common),
    folderDefaults: makeFolderDefaults(state),
    standingPolicy: makeStandingPolicy(state),
    offers: makeSpendOffers({ state, clock }),
    activity: makeActivity(state),
    audits: makeAudits({
      state,
      workers,
      clock,
      dataFolder,
      verifying,
      platformFiles,
      mirror,
      resources,
      tell,
    }),
    status: () => statusOf(state),
    credits: makeCredits({ client, state, clock, remote, userId }),

    sync(scope, announce) {
      const syncPorts = {
        state,
        clock,
        chance,
        readIgnoreFile,
        remote,
        habits,
        digests,
        announce,
        times,
        fileTree: workers.fileTree(),
        fingerprinter: workers.fingerprinter(),
        watcher: workers.folderWatcher(),
        checker,
        uploader,
        forgetUpload,
        sessionLeftMs,
        lostAnswers: uploader,
        completeByRules: () => provenance.completeByRules().length,
        certificates: bindCertificateKeeper(cache, verifying.documents, state),
        documents: bindDocumentKeeper(verifying.documents),
      };
      run = makeSyncRun(syncPorts, scope, run?.pauseLeft() ?? null);
      announceRun = announce;
      return run;
    },

    close() {
      downloads.close();
      evidence.close();
      mirror.close();
      state.close();
    },
  });
}
