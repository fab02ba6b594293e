/** Binds the comparison of files with what was notarized, and certificates. */
import { ok } from '../../src-shared/model/result.ts';
import { makeFileVerification, makeVerifying } from '../features/verify/verification.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';
import { bindQuirks } from './bind-remote.ts';
import type { Core } from './create-core.ts';
import { bindCertificateCache, makeCertificates } from '../features/certificates/certificates.ts';

/** The records of an account, and the documents that name their fingerprints. */
export function bindVerifying({ use }: AccountBase) {
  return makeVerifying({
    ...use(bindShared),
    quirks: use(bindQuirks),
    cache: use(bindCache),
  });
}

/** Works without an account for a certificate alone. */
export function bindVerification(core: Core) {
  const { workers, clock, ids } = core;
  return makeFileVerification({
    workers,
    clock,
    ids,
    account() {
      const opened = core.accountBase();
      return opened.ok ? ok(opened.value.use(bindVerifying)) : opened;
    },
  });
}

/** Certificates and documents that were fetched. */
export function bindCache({ certificateFolder, client, state, privateFiles }: AccountBase) {
  return bindCertificateCache(certificateFolder, client, state, privateFiles);
}

export function bindCertificates({ use }: AccountBase) {
  return makeCertificates({ ...use(bindShared), cache: use(bindCache) });
}
