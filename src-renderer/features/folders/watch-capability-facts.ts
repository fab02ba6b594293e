/** What a person is told where changes in a folder may not be seen at once; nothing anywhere else. */
import type { LateSight } from '../../../src-shared/model/folders/watch-capability.ts';
import type { Words } from '../../words/en.ts';

export function lateSightFacts(
  late: LateSight | null,
  { folders }: Words,
): readonly { readonly label: string; readonly value: string }[] {
  if (late === null) return [];
  const value =
    late.kind === 'network-drive' ? folders.networkDrive : folders.tooManyFolders(late.most);
  return [{ label: folders.changes, value }];
}
