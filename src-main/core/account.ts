/** One account on this computer: its database, its certificates, and everything a person can do with them. */
import path from 'node:path';
import type { AccountStatus } from '../../src-shared/model/account-status.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import { makeMirror } from '../mirror/mirror.ts';
import type { OutboxRunner } from '../outbox/outbox-runner.ts';
import { makeNotedTimes } from '../ports/noted-time.ts';
import type { FileScope } from '../state/file-repository.ts';
import { makeFileDesk } from '../sync/file-desk.ts';
import { readIgnoreFile } from '../sync/ignore-file.ts';
import type { Announce } from '../sync/ports.ts';
import { observeBalance } from '../sync/observe-balance.ts';
import { makeSyncRun, type SpendPolicy, type SyncRun } from '../sync/sync-run.ts';
import { makeBandwidth } from '../transfer/bandwidth.ts';
import { makeActivity, type Activity } from './activity.ts';
import { makeAudits, type Audits } from './audits.ts';
import {
  bindCertificateCache,
  bindCertificateKeeper,
  bindDocumentKeeper,
} from './bind-certificates.ts';
import { bindDigests } from './bind-digests.ts';
import { bindHabits } from './bind-habits.ts';
import { bindRemote } from './bind-remote.ts';
import {
  bindChecker,
  bindForgetUpload,
  bindUploader,
  sentFieldsOf,
  type TransferParts,
} from './bind-transfer.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import type { Connection } from './connection.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import { makeCredits, type Credits } from './credits.ts';
import { diskFaultOf } from './disk-fault.ts';
import { makeDoubts, type Doubts } from './doubts.ts';
import { makeEvidence, type Evidence } from './evidence.ts';
import { makeFiles, type Files } from './files.ts';
import { openAccountState } from './open-account-state.ts';
import type { AccountNews } from './account-news.ts';
import { makeAccountOutbox } from './account-outbox.ts';
import { makeFolderDefaults, type FolderDefaultsDesk } from './folder-defaults.ts';
import { makeFolders, type Folders } from './folders.ts';
import { makeDownloadLinks, type AskForLink } from './download-link.ts';
import { makeDownloads, type Downloads } from './downloads.ts';
import { makeVerifyArrival } from './verify-arrival.ts';
import { makeReadDigests } from './read-digests.ts';
import { makeVerify } from './verifier.ts';
import { findSeenUser, makeResources, seenUsers } from './account-mirror.ts';
import { makeLineageReader, type LineageReader } from './lineage.ts';
import { makeCitable, type Citable } from './citable.ts';
import { makeProvenance, type Provenance } from './provenance.ts';
import { makeOfflineSwitch, OFFLINE, pauseUploads, type OfflineSwitch } from './offline-switch.ts';
import { makeUsers } from './users.ts';
import type { PaidChanges } from './paid-changes.ts';
import { makePeople, type People } from './people.ts';
import { makeLookFirst } from './look-first.ts';
import { makePlatformFiles, type PlatformFiles } from './platform-files.ts';
import { makeProjects, type Projects } from './projects.ts';
import { makeRecordErrors, type RecordErrors } from './record-errors.ts';
import { makeScopeBook } from './scope-codes.ts';
import type { EnginePorts } from './settings.ts';
import { makeSpendOffers, type SpendOffers } from './spend-offers.ts';
import { makeStandingPolicy } from './standing-policy.ts';
import { statusOf } from './status.ts';
import { makeTransfers, type Transfers } from './transfers.ts';
import { makeVerifyRemote, type VerifyRemote } from './verify-remote.ts';
import { makeVerifying, type Verifying } from './verifying.ts';
import type { Workers } from './workers.ts';

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
  /** What a run that goes on may pay for without asking, see docs/decisions/010-what-is-paid-for-without-asking.md. */
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
