/** Binds the credits of an account, and what the service has recorded for it. */
import { makeCredits } from '../features/credits/credits.ts';
import { makeAutoApproval, makeSpendOffers } from '../features/credits/spend-offers.ts';
import { noteHashes } from '../pipeline/confirm/note-hashes.ts';
import { observeBalance } from '../pipeline/spend/observe-balance.ts';
import type { AccountBase } from './account-base.ts';
import { bindRemote } from './bind-sync.ts';

export function bindRecorded({ client, userId, state, clock }: AccountBase) {
  return noteHashes(observeBalance(bindRemote(client, userId), { state, clock }), state);
}

export function bindCredits(account: AccountBase) {
  return makeCredits({ ...account, remote: account.use(bindRecorded) });
}

/** What waiting files would cost, to be approved. */
export function bindOffers(account: AccountBase) {
  return makeSpendOffers(account);
}

/** What a continuous run may spend without asking, see docs/design.md, money. */
export function bindAutoApproval({ state }: AccountBase) {
  return makeAutoApproval(state);
}
