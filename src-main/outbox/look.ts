/** Reads what the service holds about a change, with documented calls only. It changes nothing and costs nothing. */
import type { ChangeIntent } from '../../src-shared/model/change.ts';
import { assertNever, ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { File } from '../../src-shared/service/files.ts';
import type { Member, Project } from '../../src-shared/service/projects.ts';
import { findInPages, readAllPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Sight } from './sight.ts';

type Looked = Promise<Result<Sight, ServiceFault>>;
type Of<Kind extends ChangeIntent['kind']> = Extract<ChangeIntent, { kind: Kind }>;

/** Aborting ends the look. */
export function look(intent: ChangeIntent, client: ServiceClient, signal: AbortSignal): Looked {
  switch (intent.kind) {
    case 'create-project':
      return lookForProjects(client, signal);
    case 'invite-member':
      return lookForPerson(intent, client, signal);
    case 'delete-file':
      return intent.visibility === 'public'
        ? lookForPublicFile(intent, client, signal)
        : lookForPrivateFile(intent, client, signal);
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

/** The project names its members; the document has a list of its own for pending invitations. Either may show them. */
async function lookForPerson(
  { projectId, userId }: Of<'invite-member'>,
  client: ServiceClient,
  signal: AbortSignal,
): Looked {
  const project = await client.call('getProject', { path: { projectId } }, signal);
  if (!project.ok) return project;
  const { leaderId, members } = project.value;
  const isThem = ({ id }: { readonly id: string }) => id === userId;
  if (leaderId === userId || members.records.some(isThem)) return ok(involved(true));
  const onHold = await findInPages<Member>(
    (query, stop) => client.call('listMembersOnHold', { path: { projectId }, query }, stop),
    isThem,
    signal,
  );
  // Who may see that list is not documented. Without it absence is not proven, but the invitation can be tried.
  if (!onHold.ok) {
    return ['forbidden', 'not-found'].includes(onHold.fault.kind) ? ok(involved(false)) : onHold;
  }
  if (onHold.value.found !== null) return ok(involved(true));
  const areAllMembersSeen = members.totalRecords === members.records.length;
  return ok(involved(false, areAllMembersSeen && onHold.value.complete));
}

function involved(isInvolved: boolean, isComplete = isInvolved): Sight {
  return { kind: 'invite-member', isInvolved, isComplete };
}

async function lookForPublicFile(
  { projectId, fileId }: Of<'delete-file'>,
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
  { projectId, fileId }: Of<'delete-file'>,
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
