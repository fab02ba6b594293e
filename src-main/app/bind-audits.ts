/** Binds the audits of an account. Apart from it: an audit loads nothing of uploads and downloads. */
import { makeAudits } from '../features/audit/audits.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';
import { bindVerifying } from './bind-verifying.ts';

export function bindAudits({ use, address }: AccountBase) {
  return makeAudits({
    ...use(bindShared),
    verifying: use(bindVerifying),
    service: address.href,
  });
}
