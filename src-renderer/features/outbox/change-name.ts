/** What a change is, in a few words: "Invite Bo Ek". */
import { nameOf, type ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { Words } from '../../words/en.ts';

export function changeName(
  { intent }: { readonly intent: ChangeIntent },
  { changes }: Words,
): string {
  return changes[intent.kind].title(nameOf(intent));
}
