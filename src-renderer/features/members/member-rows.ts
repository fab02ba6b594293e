/** The people of a project as rows: those the service shows, with what waits about them, and those who wait to be invited. Pure. */
import { type MemberView, withLeader } from '../../../src-shared/model/people/person-view.ts';
import type { MembersView, PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { RowLook } from '../../ui/grid/table.tsx';

export interface MemberRow {
  readonly member: MemberView;
  /** Of the change that waits about them; null: none does. */
  readonly mark: PendingMark | null;
  /** Not in the project yet. */
  readonly isAdded: boolean;
  /** Only their address is known so far. */
  readonly willBeLookedUp: boolean;
}

export function memberRows(view: MembersView, self: Self | null) {
  const { members, marks, added } = view;
  const row = (member: MemberView): MemberRow => ({
    member,
    mark: marks[member.userId] ?? null,
    isAdded: false,
    willBeLookedUp: false,
  });
  const invited = members.filter((member) => !isNotOnHold(member)).map(row);
  const waiting = added.map(({ userId, userName, email, willBeLookedUp, mark }): MemberRow => {
    const person = { userId, name: userName, lastName: '', email: email ?? '' };
    const member = { ...person, standing: 'on-hold', status: '' } as const;
    return { member, mark, isAdded: true, willBeLookedUp };
  });
  return {
    active: withLeader(view, self).filter(isNotOnHold).map(row),
    /** On hold on the service, then those whose invitation was not sent. */
    invited: [...invited, ...waiting],
    /** Of all rows. */
    marks: [...Object.values(marks), ...added.map(({ mark }) => mark)],
    /** Who will be there more once everything is sent. */
    notSent: added.filter(({ mark }) => mark.stage !== 'refused').length,
  };
}

export function rowLook({ mark, isAdded }: MemberRow): RowLook | undefined {
  if (mark?.stage === 'refused' || mark?.stage === 'unknown') return 'asking';
  if (isAdded) return 'added';
  return mark?.kind === 'remove-member' ? 'leaving' : undefined;
}

/** Whoever is signed in. */
interface Self {
  readonly userId: string;
  readonly email: string;
}

function isNotOnHold({ standing }: MemberView): boolean {
  return standing !== 'on-hold';
}

/** What became of what a person did: it is so on the service now, or it waits for it. */
export interface Done {
  readonly isSent: boolean;
  readonly sentence: string;
}
