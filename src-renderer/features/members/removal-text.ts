/** What it means to end somebody's membership: removing them, taking an invitation back, or leaving oneself. Pure. */
import type { MemberView } from '../../../src-shared/model/people/member-list.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import type { Words } from '../../words/en.ts';

export interface RemovalWords {
  readonly title: string;
  readonly text: string;
  /** On the button. */
  readonly label: string;
  /** Once it is done. */
  readonly done: string;
}

/** `ownId`: of whoever is signed in. */
export function removalWords(
  member: MemberView,
  ownId: string | null,
  { members }: Words,
): RemovalWords {
  const name = personName(member);
  const done = members.removed(name);
  if (member.standing === 'on-hold') {
    const title = members.withdrawTitle(name);
    return { title, text: members.withdrawText, label: members.withdraw, done };
  }
  if (member.userId === ownId) {
    const title = members.leaveTitle;
    return { title, text: members.leaveText, label: members.leave, done };
  }
  return {
    title: members.removeTitle(name),
    text: members.removeText,
    label: members.remove,
    done,
  };
}
