/** Binds the certificates of an account. */
import { bindCertificateCache, makeCertificates } from '../features/certificates/certificates.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';

export function bindCache({ certificateFolder, client, state, privateFiles }: AccountBase) {
  return bindCertificateCache(certificateFolder, client, state, privateFiles);
}

export function bindCertificates({ use }: AccountBase) {
  return makeCertificates({ ...use(bindShared), cache: use(bindCache) });
}
