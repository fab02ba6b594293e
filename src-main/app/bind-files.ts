/** Binds the files of an account: watched folders, decisions about many files, origin, and the search by name. */
import { makeSelectedFiles } from '../features/files/selected-files.ts';
import { makeFolders } from '../features/folders/folders.ts';
import { makeSearch } from '../features/search/search.ts';
import type { AccountBase } from './account-base.ts';
import { bindShared } from './bind-shared.ts';
import { makeLineageReader } from '../features/provenance/lineage.ts';
import { makeCitable, makeProvenance } from '../features/provenance/provenance.ts';
import { makeCredits } from '../features/credits/credits.ts';
import { makeSpendOffers } from '../features/credits/spend-offers.ts';
import { bindRecorded } from './bind-remote.ts';

export function bindFolders({ use }: AccountBase) {
  return makeFolders(use(bindShared));
}

export function bindSelected({ use }: AccountBase) {
  return makeSelectedFiles({
    ...use(bindShared),
    folders: use(bindFolders),
    credits: use(bindCredits),
    offers: use(bindOffers),
  });
}

/** By name, over everything that this computer knows. */
export function bindSearch({ use, onClose }: AccountBase) {
  const search = makeSearch(use(bindShared));
  onClose(() => search.close());
  return search;
}

/** Which file was made from which. */
export function bindLineage({ use }: AccountBase) {
  return makeLineageReader(use(bindShared));
}

/** Files that can be cited. */
export function bindCitable({ use }: AccountBase) {
  return makeCitable(use(bindShared));
}

/** Suggestions for files that lack their provenance. */
export function bindProvenance({ use }: AccountBase) {
  return makeProvenance({ ...use(bindShared), citable: use(bindCitable) });
}

/** Binds the credits of an account, and what the service has recorded for it. */
export function bindCredits(account: AccountBase) {
  return makeCredits({ ...account, remote: account.use(bindRecorded) });
}

/** What waiting files would cost, to be approved. */
export function bindOffers(account: AccountBase) {
  return makeSpendOffers(account);
}
