/** What is said about a data folder that others may look into, and that Labseal left as it is. */
import { shellWord } from '../../../src-shared/model/text/shell-word.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { OpenFolder } from '../../platform/close-folder.ts';

export function openFolderSentence({ why, path }: OpenFolder): string {
  const open = `Other users of this computer may look into ${path}, Labseal's data folder.`;
  switch (why) {
    case 'holds-other-files':
      return `${open} Labseal did not change that, because the folder holds other files too. Close it with "chmod 700 ${shellWord(path, 'posix')}", or name a folder of its own with LABSEAL_HOME.`;
    case 'not-ours':
      return `${open} It belongs to another user. Name a folder of your own with LABSEAL_HOME.`;
    case 'unchangeable':
      return `${open} Its permissions cannot be changed on this drive. Name a folder on another disk with LABSEAL_HOME.`;
    default:
      return assertNever(why);
  }
}
