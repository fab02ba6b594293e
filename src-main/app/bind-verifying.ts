/** Binds the comparison of files with what was notarized. */
import { ok } from '../../src-shared/model/result.ts';
import { makeFileVerification, makeVerifying } from '../features/verify/verification.ts';
import type { AccountBase } from './account-base.ts';
import { bindCache } from './bind-certificates.ts';
import { bindShared } from './bind-shared.ts';
import { bindQuirks } from './bind-sync.ts';
import type { Core } from './create-core.ts';

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
