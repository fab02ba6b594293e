/** What a person should know before an invitation is kept: none of it stands in the way, because only the service decides. Pure. */
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import type { ChangeOffer } from '../../../src-shared/bridge/outbox-calls.ts';
import type { MembersView } from '../../../src-shared/model/changes/pending-view.ts';
import { personName, type PermissionsView } from '../../../src-shared/model/people/person-view.ts';
import type { Words } from '../../words/en.ts';

export interface InviteFacts {
  readonly offer: ChangeOffer;
  readonly list: MembersView;
  /** Null while it is not known. */
  readonly outbox: OutboxView | null;
  /** Null while it is not known. */
  readonly permissions: PermissionsView | null;
}

export function inviteWarnings(
  { offer: { intent, credits, prospect }, list, outbox, permissions }: InviteFacts,
  { members: words, figures }: Words,
): readonly string[] {
  if (intent.kind !== 'invite-member' || prospect.kind !== 'would-wait') return [];
  const { userId } = intent;
  const member = list.members.find((each) => each.userId === userId);
  const isWaiting = list.added.some((each) => each.userId === userId);
  const most = list.maxNumberOfMembers;
  const there = list.members.length + list.added.length;
  const after = outbox?.balance?.after ?? prospect.balance;
  const mayInvite = permissions?.canInviteMember ?? null;
  return [
    ...(member === undefined ? [] : [words.warnMember(personName(member))]),
    ...(isWaiting ? [words.warnWaiting] : []),
    ...(most !== null && there >= most ? [words.warnFull(there, most)] : []),
    ...(after !== null && after < credits ? [words.warnCredits(figures.number(after))] : []),
    ...(mayInvite !== null && !mayInvite.may ? [words.warnMayNot] : []),
  ];
}
