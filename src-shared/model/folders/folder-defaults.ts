/** What a folder begins with when it is watched and nobody said otherwise. Folders that are watched already keep theirs. */
import type { FolderRules } from './folder-rules.ts';

export type FolderDefaults = Pick<FolderRules, 'settleSeconds' | 'exclude'>;

export const NO_FOLDER_DEFAULTS: FolderDefaults = { settleSeconds: null, exclude: [] };
