/** Binds the evidence bundles of an account. Apart from it: a check of one loads nothing of uploads and downloads. */
import { makeEvidence } from '../features/evidence/evidence.ts';
import type { AccountBase } from './account-base.ts';
import { bindLineage } from './bind-files.ts';
import { bindShared } from './bind-shared.ts';
import { bindCache, bindCertificates, bindVerifying } from './bind-verifying.ts';

export function bindEvidence({ use, onClose, address }: AccountBase) {
  const evidence = makeEvidence({
    ...use(bindShared),
    certificates: use(bindCertificates),
    cache: use(bindCache),
    verifying: use(bindVerifying),
    lineage: use(bindLineage),
    service: address.href,
  });
  onClose(() => evidence.close());
  return evidence;
}
