/** What a folder begins with when it is watched and nobody said otherwise. Folders that are watched already keep theirs. */
import { AUTO_WATCHING, type FolderRules } from './folder-rules.ts';

export type FolderDefaults = Pick<FolderRules, 'settleSeconds' | 'exclude' | 'watching'>;

export const NO_FOLDER_DEFAULTS: FolderDefaults = {
  settleSeconds: null,
  exclude: [],
  watching: AUTO_WATCHING,
};
