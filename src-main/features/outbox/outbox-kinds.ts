/** The one table of how changes are sent and recognised, with an entry for each kind. */
import type {
  ChangeIntent,
  ChangeKind,
  IntentOf,
  ChangeBaseline,
} from '../../../src-shared/model/changes/change.ts';
import {
  type OutboxKind,
  DONE,
  endNotThere,
  sendAs,
  type Answer,
  expireProject,
  FREE,
  presence,
  wordsOf,
  isShown,
  planEdit,
  end,
  type Verdict,
} from './outbox-kind.ts';
import { ok } from '../../../src-shared/model/result.ts';
import type { File } from '../../../src-shared/service/files.ts';
import {
  EVIDENCE_LIST,
  findInPages,
  readAllPages,
  SEARCHED_LIST,
  SHOWN_LIST,
  startListBudget,
} from '../../service/read-all-pages.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import { emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import type { Member, Project, ProjectChange, Tag } from '../../../src-shared/service/projects.ts';
import type { AvatarType } from '../../../src-shared/model/people/avatar-image.ts';
import { compareEdit, type Fields } from '../../../src-shared/model/changes/record-edit.ts';
import {
  isSameValue,
  projectFields,
  sameProjectField,
  type ScopeLabels,
} from '../../../src-shared/model/projects/project-fields.ts';
import { type ProfileChange, profileOf, type User } from '../../../src-shared/service/users.ts';
import { msFromIso } from '../../../src-shared/model/text/time.ts';

interface FileSnapshot {
  /** The status that the service reports; null when the file was not found. */
  readonly status: string | null;
  readonly isComplete: boolean;
}

const DELETED: ReadonlySet<string> = new Set(['PendingDeletion', 'Deleted']);

const deleteFile: OutboxKind<IntentOf<'delete-file'>, FileSnapshot> = {
  reads: 'file',
  check: (intent, { client }, signal) =>
    intent.visibility === 'public'
      ? checkPublicFile(intent, client, signal)
      : checkPrivateFile(intent, client, signal),
  evaluate({ baseline }, { status, isComplete }) {
    if (status !== null) return DELETED.has(status) ? DONE : { kind: 'not-there' };
    // It existed before the request. If a service no longer lists a file that it deleted, the deletion succeeded.
    return baseline !== null && isComplete ? DONE : { kind: 'cannot-tell' };
  },
  plan: (_change, { status, isComplete }, { atMs }) =>
    status === null && isComplete
      ? endNotThere(atMs)
      : sendAs({ kind: 'delete-file', status: status ?? '' }),
  async send({ intent, key: idempotencyKey }, _body, { client }, signal) {
    const { projectId, fileId, userId, reason, visibility } = intent;
    const name = visibility === 'public' ? 'deletePublicFile' : 'deletePrivateFile';
    const call = { path: { projectId, fileId }, body: { userId, reason }, idempotencyKey };
    const answer = await client.call(name, call, signal);
    return answer.ok ? ok(answer.value.message) : answer;
  },
  /** The engine tracks rows of this computer; data of the platform is read again once it was displayed. */
  expire({ projectId, visibility }, mirror, resources) {
    const list = resources.files(projectId, visibility);
    if (mirror.copyOf(list) !== null) mirror.expire(list);
  },
};

async function checkPublicFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Answer<FileSnapshot> {
  const read = await client.call('getPublicFile', { path: { projectId, fileId } }, signal);
  if (read.ok) return ok({ status: read.value.status, isComplete: true });
  if (read.fault.kind !== 'not-found') return read;
  // A service may answer the same about a project that it does not show.
  const query = { start: 0, limit: 1 };
  const list = await client.call('listPublicFiles', { path: { projectId }, query }, signal);
  return list.ok ? ok({ status: null, isComplete: true }) : list;
}

/** No single record of a private file is documented, so the list is read. */
async function checkPrivateFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Answer<FileSnapshot> {
  const read = await findInPages<File>(
    (query, stop) => client.call('listPrivateFiles', { path: { projectId }, query }, stop),
    ({ id }) => id === fileId,
    startListBudget(EVIDENCE_LIST, client.clock),
    signal,
  );
  if (!read.ok) return read;
  const { found, complete } = read.value;
  return ok({ status: found?.status ?? null, isComplete: complete });
}

/** How changes of files on the platform are sent and recognised. */
const fileKinds = { 'delete-file': deleteFile };

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

interface InvitedSnapshot {
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

/** How changes of a project's members are sent and recognised. */
const memberKinds = {
  'invite-member': inviteMember,
  'remove-member': removeMember,
  'activate-member': activateMember,
};

type EditProfile = IntentOf<'edit-profile'>;

function compareProfile(intent: EditProfile, user: User) {
  const { edit, bases } = intent;
  return compareEdit(edit as Fields, bases, profileOf(user), (_field, one, other) =>
    isSameValue(one, other),
  );
}

const editProfile: OutboxKind<EditProfile, User, ProfileChange> = {
  reads: 'record',
  check: ({ userId }, { client }, signal) => client.call('getUser', { path: { userId } }, signal),
  evaluate: ({ intent }, user) => presence(isShown(compareProfile(intent, user)), true),
  plan({ intent }, user, { atMs }) {
    const given = Object.entries(intent.edit).filter(([, value]) => value !== undefined);
    // The service requires all: unchanged ones are sent with its current values.
    const body = () => ({ ...profileOf(user), ...Object.fromEntries(given) });
    return planEdit<ProfileChange>(compareProfile(intent, user), body, atMs);
  },
  async send({ intent: { userId } }, body, { client }, signal) {
    const answer = await client.call('updateUser', { path: { userId }, body }, signal);
    return answer.ok ? wordsOf(ok(answer.value.info)) : answer;
  },
  expire: ({ userId }, mirror, { user }) => mirror.expire(user(userId)),
};

/** File name for a picture of that type; the service gets no name from this computer. */
const PICTURE_NAMES: Readonly<Record<AvatarType, string>> = {
  'image/png': 'avatar.png',
  'image/jpeg': 'avatar.jpg',
  'image/gif': 'avatar.gif',
  'image/webp': 'avatar.webp',
};

/** Whether the picture is the requested one, byte for byte. */
interface AvatarSnapshot {
  readonly isThere: boolean;
}

const setAvatar: OutboxKind<IntentOf<'set-avatar'>, AvatarSnapshot> = {
  reads: 'record',
  async check({ userId, blob }, ports, signal) {
    const read = await ports.client.call('getAvatar', { path: { userId } }, signal);
    if (!read.ok) return read.fault.kind === 'not-found' ? ok({ isThere: false }) : read;
    const wanted = ports.blob(blob);
    const shown = ports.readPicture(read.value.avatar);
    return ok({ isThere: wanted !== null && shown?.equals(wanted) === true });
  },
  evaluate: (_change, { isThere }) => presence(isThere, true),
  plan: () => sendAs(FREE),
  sendUnread: () => sendAs(FREE),
  async send({ intent: { blob, mediaType, userId } }, _body, ports, signal) {
    const bytes = ports.blob(blob);
    if (bytes === null) throw new Error('the picture to send is gone');
    const file = { fileName: PICTURE_NAMES[mediaType], mediaType, bytes };
    const answer = await ports.client.sendSmallFile('uploadAvatar', { userId }, file, signal);
    return answer.ok ? ok('done') : answer;
  },
  expire: ({ userId }, mirror, { avatar }) => mirror.expire(avatar(userId)),
};

/** How changes of the user's own record are sent and recognised. */
const profileKinds = { 'edit-profile': editProfile, 'set-avatar': setAvatar };

export interface SeenProject {
  readonly id: string;
  readonly name: string;
  readonly leaderId: string;
  readonly startDate: string;
  readonly endDate: string;
}

export interface ProjectsSnapshot {
  readonly projects: readonly SeenProject[];
  /** Proven to be the complete list. */
  readonly isComplete: boolean;
}

/** The service returns no id: the new project is the one with this draft's fields that did not exist before. */
const createProject: OutboxKind<IntentOf<'create-project'>, ProjectsSnapshot> = {
  reads: 'projects',
  async check(_intent, { client }, signal) {
    const read = await readAllPages<Project>(
      (query, stop) => client.call('listProjects', { query }, stop),
      startListBudget(SHOWN_LIST, client.clock),
      signal,
    );
    if (!read.ok) return read;
    return ok({ projects: read.value.records, isComplete: read.value.complete });
  },
  evaluate: ({ intent, baseline }, { projects, isComplete }, userId) =>
    evaluateProjects(matching(intent.project, projects, userId), isComplete, baseline),
  plan({ intent, baseline }, { projects, isComplete }, { userId, atMs }) {
    const [equal] = matching(intent.project, projects, userId);
    if (equal !== undefined && baseline === null && !intent.isAnother) {
      return end({ type: 'refused', cause: { kind: 'exists', projectId: equal.id }, atMs });
    }
    const projectIds = projects.map(({ id }) => id);
    return sendAs({ kind: 'create-project', projectIds, isComplete });
  },
  question: 'canCreateProject',
  async send({ intent: { project: body }, key: idempotencyKey }, _body, { client }, signal) {
    return wordsOf(await client.call('createProject', { body, idempotencyKey }, signal));
  },
  expire: (_intent, mirror, { projects }) => mirror.expire(projects),
  scopes: ({ project }, { by, projectId }) =>
    by === 'already-there' || projectId === null ? null : { projectId, sent: project },
};

function evaluateProjects(
  matches: readonly SeenProject[],
  isComplete: boolean,
  baseline: ChangeBaseline | null,
): Verdict {
  if (baseline?.kind !== 'create-project') return presence(false, isComplete);
  const before = new Set(baseline.projectIds);
  const fresh = matches.filter(({ id }) => !before.has(id));
  const [only] = fresh;
  if (only === undefined) return presence(false, isComplete);
  if (fresh.length > 1) return { kind: 'several', projectIds: fresh.map(({ id }) => id) };
  // If the earlier list was truncated, any project may have been in the missing part.
  return baseline.isComplete ? { kind: 'done', projectId: only.id } : { kind: 'cannot-tell' };
}

/** Projects that could match this draft: same name, same days, led by the user. */
function matching(
  draft: Pick<SeenProject, 'name' | 'startDate' | 'endDate'>,
  projects: readonly SeenProject[],
  userId: string,
): readonly SeenProject[] {
  return projects.filter(
    ({ name, leaderId, startDate, endDate }) =>
      name === draft.name &&
      leaderId === userId &&
      isSameMoment(startDate, draft.startDate) &&
      isSameMoment(endDate, draft.endDate),
  );
}

/** Services write the same moment in several formats. */
function isSameMoment(one: string, other: string): boolean {
  const ms = msFromIso(one);
  return ms !== null && ms === msFromIso(other);
}

interface ProjectSnapshot {
  readonly fields: Fields;
  readonly labels: ScopeLabels;
}

export function compareProject(
  intent: Pick<IntentOf<'edit-project'>, 'edit' | 'bases'>,
  { fields, labels }: ProjectSnapshot,
) {
  return compareEdit(intent.edit as Fields, intent.bases, fields, sameProjectField(labels));
}

const editProject: OutboxKind<IntentOf<'edit-project'>, ProjectSnapshot, ProjectChange> = {
  reads: 'project',
  async check({ projectId }, { client, labelsOf }, signal) {
    const read = await client.call('getProject', { path: { projectId } }, signal);
    if (!read.ok) return read;
    return ok({ fields: projectFields(read.value), labels: labelsOf(read.value) });
  },
  evaluate: ({ intent }, snapshot) => presence(isShown(compareProject(intent, snapshot)), true),
  plan: ({ intent }, snapshot, { atMs }) =>
    planEdit<ProjectChange>(
      compareProject(intent, snapshot),
      (toSend) =>
        Object.fromEntries(Object.entries(intent.edit).filter(([field]) => toSend.includes(field))),
      atMs,
    ),
  /** Only the fields that the person changed, and only if they agreed to replace values that nobody saw. */
  sendUnread: ({ edit, isUnseen }) =>
    isUnseen === true ? { do: 'send', baseline: FREE, body: edit } : null,
  async send({ intent: { projectId } }, body, { client }, signal) {
    return wordsOf(await client.call('updateProject', { path: { projectId }, body }, signal));
  },
  expire: expireProject,
  /** Only an answer proves that the scopes were accepted: what is read after a lost answer may be someone else's. */
  scopes({ projectId, edit: { organisationScope, leaderScope } }, { by }) {
    if (by !== 'answer') return null;
    if (organisationScope === undefined && leaderScope === undefined) return null;
    return { projectId, sent: { organisationScope, leaderScope } };
  },
};

interface TagSnapshot {
  readonly isThere: boolean;
  readonly isComplete: boolean;
}

const createTag: OutboxKind<IntentOf<'create-tag'>, TagSnapshot> = {
  reads: 'tags',
  async check({ name }, { client }, signal) {
    const tag = name.trim();
    const read = await findInPages<Tag>(
      (query, stop) => client.call('searchTags', { query: { ...query, tag } }, stop),
      (each) => each.name.trim().toLowerCase() === tag.toLowerCase(),
      startListBudget(SEARCHED_LIST, client.clock),
      signal,
    );
    if (!read.ok) return read;
    return ok({ isThere: read.value.found !== null, isComplete: read.value.complete });
  },
  evaluate: (_change, { isThere, isComplete }) => presence(isThere, isComplete),
  plan: () => sendAs(FREE),
  /** Sent a second time it might be there twice. */
  sendUnread: (_intent, isRepeat) => (isRepeat ? null : sendAs(FREE)),
  async send({ intent }, _body, { client }, signal) {
    const body = { name: intent.name.trim() };
    const answer = await client.call('createTag', { body }, signal);
    return answer.ok ? wordsOf(ok(answer.value.info)) : answer;
  },
  expire: (_intent, mirror, { tags }) => mirror.expire(tags),
};

/** How changes of projects and their tags are sent and recognised. */
const projectKinds = {
  'create-project': createProject,
  'edit-project': editProject,
  'create-tag': createTag,
};

const kinds = { ...projectKinds, ...memberKinds, ...fileKinds, ...profileKinds };

type Of<Entry, Part extends 1 | 2> =
  Entry extends OutboxKind<infer _Intent, infer Snapshot, infer Body>
    ? [never, Snapshot, Body][Part]
    : never;

/** The result of checking the service for one change. */
export type ChangeSnapshot = Of<(typeof kinds)[ChangeKind], 1>;
export type SentBody = Of<(typeof kinds)[ChangeKind], 2>;

const OUTBOX_KINDS: {
  readonly [Kind in ChangeKind]: OutboxKind<IntentOf<Kind>, ChangeSnapshot, SentBody>;
} = kinds;

export function outboxKindOf(
  intent: ChangeIntent,
): OutboxKind<ChangeIntent, ChangeSnapshot, SentBody> {
  return OUTBOX_KINDS[intent.kind];
}
