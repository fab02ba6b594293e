/** Binds the runs of an account: the way of its files to the service. */
import {
  bindCertificateKeeper,
  bindDocumentKeeper,
} from '../features/certificates/certificates.ts';
import { makeAutoApproval } from '../features/credits/spend-offers.ts';
import type { FileScope } from '../db/files/file-scope.ts';
import { makePassFiles } from '../features/files/pass-files.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import { makeSyncRun, type SyncRun } from '../pipeline/run/sync-run.ts';
import type { AccountBase } from './account-base.ts';
import { bindCache } from './bind-certificates.ts';
import { bindProvenance } from './bind-lineage.ts';
import { bindConfirming, bindUploads } from './bind-uploads.ts';
import { bindVerifying } from './bind-verifying.ts';

/** The files of a run; empty for all. */
export type RunScope = FileScope;

/** What is told of the files of a run. */
export function bindPassFiles({ state }: AccountBase) {
  return makePassFiles(state);
}

/** Only one run at a time. */
export function bindSync({
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
