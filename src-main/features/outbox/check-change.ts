/** Reads what the service holds about a change, with documented calls only. It changes nothing and costs nothing. */
import type { ChangeIntent, IntentOf } from '../../../src-shared/model/changes/change.ts';
import { projectFields, type ScopeLabels } from '../../../src-shared/model/projects/project-fields.ts';
import { assertNever, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { File } from '../../../src-shared/service/files.ts';
import type { Member, Project } from '../../../src-shared/service/projects.ts';
import type { Tag } from '../../../src-shared/service/tags.ts';
import { findInPages, readAllPages } from '../../service/read-all-pages.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { Sight } from './change-snapshot.ts';

type Looked = Promise<Result<Sight, ServiceFault>>;

export interface LookPorts {
  readonly client: ServiceClient;
  /** What the scopes of a project are called, as far as that was learned. */
  readonly labelsOf: (project: Project) => ScopeLabels;
  /** Bytes that a change sends; null when they are gone. */
  readonly blob: (id: string) => Uint8Array | null;
  /** The picture in an answer; null when it is none. */
  readonly readPicture: (text: string) => Buffer | null;
}

/** Aborting ends the look. */
export function look(intent: ChangeIntent, ports: LookPorts, signal: AbortSignal): Looked {
  const { client } = ports;
  switch (intent.kind) {
    case 'create-project':
      return lookForProjects(client, signal);
    case 'invite-member':
      return lookForInvited(intent, client, signal);
    case 'delete-file':
      return intent.visibility === 'public'
        ? lookForPublicFile(intent, client, signal)
        : lookForPrivateFile(intent, client, signal);
    case 'remove-member':
    case 'activate-member':
      return lookForMember(intent, client, signal);
    case 'edit-project':
      return lookAtProject(intent, ports, signal);
    case 'create-tag':
      return lookForTag(intent, client, signal);
    case 'edit-profile':
      return lookAtProfile(intent, client, signal);
    case 'set-avatar':
      return lookAtPicture(intent, ports, signal);
    default:
      return assertNever(intent);
  }
}

async function lookForProjects(client: ServiceClient, signal: AbortSignal): Looked {
  const read = await readAllPages<Project>(
    (query, stop) => client.call('listProjects', { query }, stop),
    signal,
  );
  if (!read.ok) return read;
  const { records, complete } = read.value;
  return ok({ kind: 'create-project', projects: records, isComplete: complete });
}

interface SeenPerson {
  readonly project: Project;
  /** Null when they were not seen. */
  readonly status: string | null;
  /** Members and pending invitations were both read to their ends. */
  readonly isComplete: boolean;
  readonly members: number;
}

/** The project names its members; the document has a list of its own for pending invitations. Either may show them. */
async function lookForPerson(
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  client: ServiceClient,
  signal: AbortSignal,
): Promise<Result<SeenPerson, ServiceFault>> {
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

async function lookForInvited(
  intent: IntentOf<'invite-member'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const read = await lookForPerson(intent, client, signal);
  if (!read.ok) return read;
  const { project, status, isComplete, members } = read.value;
  const isInvolved = status !== null || project.leaderId === intent.userId;
  return ok({
    kind: 'invite-member',
    isInvolved,
    isComplete: isInvolved || isComplete,
    members,
    most: project.maxNumberOfMembers,
  });
}

async function lookForMember(
  intent: IntentOf<'remove-member'> | IntentOf<'activate-member'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const read = await lookForPerson(intent, client, signal);
  if (!read.ok) return read;
  const { status, isComplete } = read.value;
  return ok({ kind: 'member', status, isComplete });
}

async function lookAtProject(
  { projectId }: IntentOf<'edit-project'>,
  { client, labelsOf }: LookPorts,
  signal: AbortSignal,
): Looked {
  const read = await client.call('getProject', { path: { projectId } }, signal);
  if (!read.ok) return read;
  return ok({ kind: 'project', fields: projectFields(read.value), labels: labelsOf(read.value) });
}

async function lookForTag(
  { name }: IntentOf<'create-tag'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const tag = name.trim();
  const read = await findInPages<Tag>(
    (query, stop) => client.call('searchTags', { query: { ...query, tag } }, stop),
    (each) => each.name.trim().toLowerCase() === tag.toLowerCase(),
    signal,
  );
  if (!read.ok) return read;
  const { found, complete } = read.value;
  return ok({ kind: 'tag', isThere: found !== null, isComplete: complete });
}

async function lookAtProfile(
  { userId }: IntentOf<'edit-profile'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const read = await client.call('getUser', { path: { userId } }, signal);
  return read.ok ? ok({ kind: 'profile', user: read.value }) : read;
}

async function lookAtPicture(
  { userId, blob }: IntentOf<'set-avatar'>,
  ports: LookPorts,
  signal: AbortSignal,
): Looked {
  const read = await ports.client.call('getAvatar', { path: { userId } }, signal);
  if (!read.ok) {
    return read.fault.kind === 'not-found' ? ok({ kind: 'avatar', isThere: false }) : read;
  }
  const wanted = ports.blob(blob);
  const shown = ports.readPicture(read.value.avatar);
  return ok({ kind: 'avatar', isThere: wanted !== null && shown?.equals(wanted) === true });
}

async function lookForPublicFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const read = await client.call('getPublicFile', { path: { projectId, fileId } }, signal);
  if (read.ok) return ok({ kind: 'delete-file', status: read.value.status, isComplete: true });
  if (read.fault.kind !== 'not-found') return read;
  return ok({ kind: 'delete-file', status: null, isComplete: true });
}

/** No single record of a private file is documented, so its list is read. */
async function lookForPrivateFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const read = await findInPages<File>(
    (query, stop) => client.call('listPrivateFiles', { path: { projectId }, query }, stop),
    ({ id }) => id === fileId,
    signal,
  );
  if (!read.ok) return read;
  const { found, complete } = read.value;
  return ok({ kind: 'delete-file', status: found?.status ?? null, isComplete: complete });
}
