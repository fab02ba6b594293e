/** Binds the downloads of an account. */
import { ok } from '../../src-shared/model/result.ts';
import { makeDownloadLinks } from '../features/downloads/download-link.ts';
import { makeDownloads } from '../features/downloads/downloads.ts';
import { makeReadDigests } from '../features/verify/read-digests.ts';
import { makeVerify, makeVerifyArrival } from '../features/verify/verifier.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';
import { bindBandwidth } from './bind-uploads.ts';
import { bindVerifying } from './bind-verifying.ts';

/** Addresses under which a file can be fetched. */
export function bindDownloadLinks({ use }: AccountBase) {
  return makeDownloadLinks(use(bindShared));
}

export function bindDownloads({ use, onClose, tell, clock, ids, workers }: AccountBase) {
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
