/** Binds the watched folders of an account, decisions about many of its files, and the search by name. */
import { makeSelectedFiles } from '../features/files/selected-files.ts';
import { makeFolderDefaults } from '../features/folders/folder-defaults.ts';
import { makeFolders } from '../features/folders/folders.ts';
import { makeSearch } from '../features/search/search.ts';
import type { AccountBase } from './account-base.ts';
import { bindCredits, bindOffers } from './bind-credits.ts';
import { bindShared } from './bind-shared.ts';

export function bindFolders({ use }: AccountBase) {
  return makeFolders(use(bindShared));
}

export function bindFolderDefaults({ state }: AccountBase) {
  return makeFolderDefaults(state);
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
