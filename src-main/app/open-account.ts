/** Opens an account: composes its features over one database and one connection. */
import path from 'node:path';
import { ok, type Result } from '../../src-shared/model/result.ts';
import { makeMirror } from '../features/mirror/mirror.ts';
import { makeNotedTimes } from '../platform/noted-time.ts';
import { makeFileTransitions } from '../pipeline/decide/file-transitions.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import { noteHashes } from '../pipeline/confirm/note-hashes.ts';
import { observeBalance } from '../pipeline/spend/observe-balance.ts';
import { makeSyncRun, type SyncRun } from '../pipeline/run/sync-run.ts';
import { makeBandwidth } from '../pipeline/upload/wire/bandwidth.ts';
import { makeAudits } from '../features/audit/audits.ts';
import { bindDigests } from './bind-digests.ts';
import { bindQuirks, bindRemote } from './bind-sync.ts';
import {
  bindChecker,
  bindForgetUpload,
  bindUploader,
  sentFieldsOf,
  type TransferParts,
} from './bind-transfer.ts';
import {
  bindCertificateCache,
  bindCertificateKeeper,
  bindDocumentKeeper,
  makeCertificates,
} from '../features/certificates/certificates.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { makeCredits } from '../features/credits/credits.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import { makeLostAnswers } from '../features/files/lost-answers.ts';
import { makeEvidence } from '../features/evidence/evidence.ts';
import { makeFiles } from '../features/files/files.ts';
import { makeSelectedFiles } from '../features/files/selected-files.ts';
import { makeAccountOutbox } from '../features/outbox/account-outbox.ts';
import { makeFolderDefaults } from '../features/folders/folder-defaults.ts';
import { makeFolders } from '../features/folders/folders.ts';
import { makeDownloadLinks } from '../features/downloads/download-link.ts';
import { makeDownloads } from '../features/downloads/downloads.ts';
import { makeVerifyRemote } from '../features/verify/verify-target.ts';
import { makeVerify, makeVerifyArrival } from '../features/verify/verifier.ts';
import { makeReadDigests } from '../features/verify/read-digests.ts';
import { findSeenUser, makeResources, seenUsers } from '../features/mirror/account-mirror.ts';
import { makeLineageReader } from '../features/provenance/lineage.ts';
import { makeCitable } from '../features/provenance/citable.ts';
import { makeProvenance } from '../features/provenance/provenance.ts';
import { makeAskedPause, pausingChecker, pausingClient } from './asked-pause.ts';
import { makeOfflineSwitch, OFFLINE, pauseUploads } from './offline-switch.ts';
import { makeUsers } from '../features/mirror/users.ts';
import { makeSearch } from '../features/search/search.ts';
import { makePeople } from '../features/people/people.ts';
import { makePreRetryCheck } from './pre-retry-check.ts';
import { makePlatformFiles } from '../features/projects/platform-files.ts';
import { makeProjects } from '../features/projects/projects.ts';
import { makeRecordErrors } from '../features/files/record-errors.ts';
import { makeScopeCodeStore } from '../features/people/scope-codes.ts';
import { makeSpendOffers, makeAutoApproval } from '../features/credits/spend-offers.ts';
import { openAccountState, statusOf } from './account-state.ts';
import { makePassFiles } from '../features/files/pass-files.ts';
import { makeTransfers } from '../features/files/transfers.ts';
import { makeVerifying } from '../features/verify/verification.ts';
import type { Account, AccountParts } from './account.ts';

/** Opens an account's database and recovers it after a crash. */
export function openAccount(parts: AccountParts): Result<Account, CoreFault> {
  const { connection, workers, ports, dataFolder, tell } = parts;
  const { clock, ids, chance, send, openSource, privateFiles } = ports;
  const { address, agents, session } = connection;
  const folder = path.join(dataFolder, 'accounts', parts.account);
  const nowMs = () => clock.nowMs();
  const bookNowMs = () => session.serviceNowMs();
  const opened = openAccountState(folder, { clock, ids, bookNowMs });
  if (!opened.ok) return opened;
  const state = opened.value;
  let run: SyncRun | null = null;
  const pause = makeAskedPause(clock, chance);
  const onPause = (fault: ServiceFault): void => run?.pauseAsked(fault);
  const pausing = pausingClient(connection.client, pause, onPause);
  const offline = makeOfflineSwitch(state.preferences, pausing);
  const { client } = offline;

  const certificateFolder = path.join(folder, 'certificates');
  const cache = bindCertificateCache(certificateFolder, client, state, privateFiles);
  const userId = () => {
    const current = session.state();
    return current.state === 'signed-out' ? null : current.userId;
  };
  const remote = noteHashes(observeBalance(bindRemote(client, userId), { state, clock }), state);
  const transfer: TransferParts = {
    address,
    agents,
    clock,
    ids,
    token: () => session.token(),
    async settleSession(signal) {
      const current = session.state();
      if (current.state !== 'withheld' || current.why.by !== 'clock') return null;
      const read = await remote.balance(signal); // no answer comes before that is known
      return read.ok ? null : read.fault;
    },
    onTokenRefused: (token) => session.tokenRefused(token),
    onPauseAsked(fault) {
      pause.note(fault);
      onPause(fault);
    },
    chance,
    makeHash: workers.hashes().makeHash,
    proveSmall: workers.smallFiles().prove,
    bandwidth: makeBandwidth(clock, state.transferRules.get().limitBytesPerSecond),
    send,
    openSource,
  };
  const transitions = makeFileTransitions(state, { nowMs, announce: () => undefined });
  const { origin } = address;
  const quirks = bindQuirks(state, origin, clock);
  const digests = bindDigests({
    clock,
    streamed: () => workers.streamedDigests(),
    openSource,
    // If a power cut loses it, it is made again.
    keepSha256: (made) => state.repeatable(() => state.contents.keepSha256(made)),
  });
  const times = makeNotedTimes(clock);
  const credits = makeCredits({ client, state, clock, remote, userId });
  const confirming = { charges: credits.history, sendsAgain: () => credits.sendsAgain() };
  const search = { state, transitions, remote, quirks, digests, clock, times, ...confirming };
  const preRetryCheck = makePreRetryCheck({ ...search, lostAnswers: { sentFields: sentFieldsOf } });
  const uploader = bindUploader(transfer, state, preRetryCheck);
  const scopes = makeScopeCodeStore(state, origin, clock);
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
  const folders = makeFolders(common);
  const offers = makeSpendOffers({ state, clock });
  const names = makeSearch({ state, files, clock });
  const platformFiles = makePlatformFiles({ state, mirror, resources, clock });
  const shared = {
    ...common,
    client,
    ids,
    userId,
    scopes,
    mirror,
    resources,
    files,
    platformFiles,
    address,
  };
  const verifying = makeVerifying({ ...shared, quirks });
  const forgetUpload = bindForgetUpload(transfer, state);
  const checker = pausingChecker(bindChecker(transfer, state), pause, onPause);
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
    ...shared,
    remote,
    chance,
    users,
    isOffline: () => offline.isOffline(),
    tell,
    onProject: () => run?.agreementsChanged(),
    announce: (event) => announceRun?.(event),
    onDeleting: () => run?.agreementsChanged(),
  });
  const transfers = makeTransfers({
    ...shared,
    server: address.href,
    bandwidth: transfer.bandwidth,
    forgetUpload,
    run: () => run,
    announce: (event) => announceRun?.(event),
  });

  const links = makeDownloadLinks(shared);
  const downloads = makeDownloads({
    ...shared,
    agents,
    links,
    bandwidth: transfer.bandwidth,
    verify: makeVerifyArrival(
      makeVerify({ read: makeReadDigests(workers), clock, ids, account: () => ok(verifying) }),
    ),
    tell: () => tell({ kind: 'downloads-changed' }),
  });

  const certificates = makeCertificates({ cache, state, files, platformFiles });
  const lineage = makeLineageReader(shared);
  const citable = makeCitable(shared);
  const provenance = makeProvenance({
    ...shared,
    transitions: makeFileTransitions(state, { nowMs, announce: (event) => announceRun?.(event) }),
    citable,
  });
  const evidence = makeEvidence({
    ...shared,
    certificates,
    cache,
    verifying,
    lineage,
    service: address.href,
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
    people: makePeople({ ...shared, origin, outbox, users, onLine, afterChange }),
    outboxRunner,
    offline,
    workOffline(isOffline) {
      offline.set(isOffline);
      pauseUploads(isOffline, { transfers, state });
      if (isOffline) {
        agents.closeKept();
        downloads.stopAll(OFFLINE);
      }
      outboxRunner.poke();
    },
    downloadLink: links.ask,
    downloads,
    verifyRemote: makeVerifyRemote({ workers, checker }),
    paidChanges,
    doubts: makeLostAnswers({ ...search, lostAnswers: uploader, files }),
    recordErrors: makeRecordErrors({ ...search, files }),
    files,
    search: names,
    transfers,
    folders,
    folderDefaults: makeFolderDefaults(state),
    autoApproval: makeAutoApproval(state),
    offers,
    passFiles: makePassFiles(state),
    selected: makeSelectedFiles({ state, clock, files, folders, credits, offers }),
    eventLog: state.eventLog,
    certificateRange: state.certificateRange,
    audits: makeAudits({ ...shared, verifying, tell }),
    status: () => statusOf(state),
    clockAheadMs: () => session.clockAheadMs(),
    credits,

    sync(scope, announce) {
      const syncPorts = {
        state,
        clock,
        chance,
        remote,
        quirks,
        digests,
        announce: ((event) => {
          if (event.kind === 'waiting') pause.note(event.fault);
          announce(event);
        }) satisfies Announce,
        times,
        fileTree: workers.fileTree(),
        fingerprinter: workers.fingerprinter(),
        watcher: workers.folderWatcher(),
        checker,
        uploader,
        forgetUpload,
        sessionLeftMs: () => session.leftMs(),
        lostAnswers: uploader,
        ...confirming,
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
      names.close();
      state.close();
    },
  });
}
