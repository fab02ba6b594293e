/** What a person is told where changes in a folder may not be seen at once; nothing anywhere else. */
import type { WatchLimit } from '../../../src-shared/model/folders/watch-capability.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Words } from '../../words/en.ts';

export function watchLimitFacts(
  late: WatchLimit | null,
  { folders }: Words,
): readonly { readonly label: string; readonly value: string }[] {
  if (late === null) return [];
  return [{ label: folders.changes, value: textOf(late, folders) }];
}

function textOf(late: WatchLimit, folders: Words['folders']): string {
  switch (late.kind) {
    case 'network-drive':
      return folders.networkDrive;
    case 'too-many-folders':
      return folders.tooManyFolders(late.most, late.seconds);
    case 'limited':
      return folders.watchLimited(late.seconds);
    case 'polled':
      return late.isNetworkDrive ? folders.polledDrive(late.seconds) : folders.polled(late.seconds);
    default:
      return assertNever(late);
  }
}
