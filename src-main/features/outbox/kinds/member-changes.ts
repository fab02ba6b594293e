/** How changes of a project's members are sent and recognised. */
import type { IntentOf } from '../../../../src-shared/model/changes/change.ts';
import { emailToLookUp } from '../../../../src-shared/model/changes/local-id.ts';
import { ok } from '../../../../src-shared/model/result.ts';
import type { Member, Project } from '../../../../src-shared/service/projects.ts';
import { SEARCHED_LIST, startListBudget } from '../../../service/list-bounds.ts';
import { findInPages } from '../../../service/read-all-pages.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import {
  endNotThere,
  expireProject,
  FREE,
  presence,
  sendAs,
  wordsOf,
  type Answer,
  type OutboxKind,
} from './outbox-kind.ts';

interface SeenPerson {
  readonly project: Project;
  /** The status that the service reports; null when the person was not found. */
  readonly status: string | null;
  /** Members and pending invitations were both read completely. */
  readonly isComplete: boolean;
  readonly members: number;
}

/** The project names its members; the API has a separate list for pending invitations. A person may be in either. */
async function checkPerson(
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  { client }: { readonly client: ServiceClient },
  signal: AbortSignal,
): Answer<SeenPerson> {
  const read = await client.call('getProject', { path: { projectId } }, signal);
  if (!read.ok) return read;
  const project = read.value;
  const { members } = project;
  const isThem = ({ id }: { readonly id: string }) => id === userId;
  const named = members.records.find(isThem);
  const seen = { project, members: members.totalRecords ?? members.records.length };
  if (named !== undefined) return ok({ ...seen, status: named.status, isComplete: true });
  const onHold = await findInPages<Member>(
    (query, stop) => client.call('listMembersOnHold', { path: { projectId }, query }, stop),
    isThem,
    startListBudget(SEARCHED_LIST, client.clock),
    signal,
  );
  // Who may see that list is not documented. Without it absence is not proven, but the change can be tried.
  if (!onHold.ok) {
    const isHidden = ['forbidden', 'not-found'].includes(onHold.fault.kind);
    return isHidden ? ok({ ...seen, status: null, isComplete: false }) : onHold;
  }
  const { found, complete } = onHold.value;
  if (found !== null) return ok({ ...seen, status: found.status, isComplete: true });
  const areAllMembersSeen = members.totalRecords === members.records.length;
  return ok({ ...seen, status: null, isComplete: areAllMembersSeen && complete });
}

export interface InvitedSnapshot {
  /** In the project, active or with a pending invitation, or leading it. */
  readonly isInvolved: boolean;
  readonly isComplete: boolean;
  /** How many people were found, and the maximum; null: the service does not report it. */
  readonly members: number;
  readonly most: number | null;
}

const inviteMember: OutboxKind<IntentOf<'invite-member'>, InvitedSnapshot> = {
  /** The person behind an address that was entered without the service. */
  async identify(intent, client, signal) {
    const email = emailToLookUp(intent.userId);
    if (email === null) return ok({ intent });
    const read = await client.call('getUserByEmail', { path: { email } }, signal);
    if (!read.ok) {
      return read.fault.kind === 'not-found' ? ok({ cause: { kind: 'no-account', email } }) : read;
    }
    const { id: userId, name, lastName } = read.value;
    const userName = `${name} ${lastName}`.trim() || email;
    return ok({ intent: { ...intent, userId, userName } });
  },
  reads: 'project',
  async check(intent, ports, signal) {
    const read = await checkPerson(intent, ports, signal);
    if (!read.ok) return read;
    const { project, status, isComplete, members } = read.value;
    const isInvolved = status !== null || project.leaderId === intent.userId;
    const most = project.maxNumberOfMembers;
    return ok({ isInvolved, isComplete: isInvolved || isComplete, members, most });
  },
  evaluate: (_change, { isInvolved, isComplete }) => presence(isInvolved, isComplete),
  plan: (_change, { isComplete }) => sendAs({ kind: 'invite-member', isProvenAbsent: isComplete }),
  question: 'canInviteMember',
  async send({ intent: { projectId, userId }, key: idempotencyKey }, _body, { client }, signal) {
    const path = { projectId, userId };
    return wordsOf(await client.call('inviteMember', { path, idempotencyKey }, signal));
  },
  explain(cause, { members, most }) {
    const isRefused = cause.kind === 'service' && cause.fault.kind === 'refused';
    return isRefused && most !== null && members >= most ? { kind: 'full', members, most } : cause;
  },
  expire: expireProject,
};

type MemberSnapshot = Pick<SeenPerson, 'status' | 'isComplete'>;

const removeMember: OutboxKind<IntentOf<'remove-member'>, MemberSnapshot> = {
  reads: 'project',
  check: checkPerson,
  evaluate(_change, { status, isComplete }) {
    return status === null ? presence(isComplete, false) : { kind: 'not-there' };
  },
  plan: () => sendAs(FREE),
  sendUnread: () => sendAs(FREE),
  async send({ intent: { projectId, userId } }, _body, { client }, signal) {
    return wordsOf(await client.call('removeMember', { path: { projectId, userId } }, signal));
  },
  /** The project was found just before, so "not found" means the person, whoever may see the lists. */
  isDoneBy: (cause) => cause.kind === 'service' && cause.fault.kind === 'not-found',
  expire: expireProject,
};

const activateMember: OutboxKind<IntentOf<'activate-member'>, MemberSnapshot> = {
  reads: 'project',
  check: checkPerson,
  evaluate: (_change, { status, isComplete }) =>
    presence(status === 'Active', status !== null || isComplete),
  /** Without an invitation there is nothing to accept. */
  plan: (_change, { status, isComplete }, { atMs }) =>
    status === null && isComplete ? endNotThere(atMs) : sendAs(FREE),
  /** Whoever is invited may not see the project yet. */
  sendUnread: () => sendAs(FREE),
  async send({ intent: { projectId, userId } }, _body, { client }, signal) {
    return wordsOf(await client.call('activateMember', { path: { projectId, userId } }, signal));
  },
  expire: expireProject,
};

export const memberKinds = {
  'invite-member': inviteMember,
  'remove-member': removeMember,
  'activate-member': activateMember,
};
