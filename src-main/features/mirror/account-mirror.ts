/**
 * What the mirror keeps of an account: each resource of the service, how it is read and how long a copy counts as
 * fresh.
 */
import * as z from 'zod/mini';
import {
  AVATAR_TYPES,
  type AvatarType,
  avatarTypeOf,
} from '../../../src-shared/model/people/avatar-image.ts';
import type {
  AskedPerson,
  Permission,
  PermissionsView,
  TransactionView,
  UserView,
} from '../../../src-shared/model/people/person-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { TagView } from '../../../src-shared/model/projects/project-fields.ts';
import { isMoving, type ListedFile } from '../../../src-shared/model/files/platform-file.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { MINUTE_MS, msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { File } from '../../../src-shared/service/files.ts';
import { Member, Project, Tag } from '../../../src-shared/service/projects.ts';
import { forProfile, profileOf, type User } from '../../../src-shared/service/users.ts';
import type { Mirror, Resource } from './mirror.ts';
import {
  readAllPages,
  readAllTags,
  type ReadPage,
  SHOWN_LIST,
  startListBudget,
} from '../../service/read-all-pages.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';

/** How long projects and members count as fresh; a later reader gets them refreshed in the background. */
const SHOWN_MS = MINUTE_MS;
/** The same for files, while the service is processing one of them. */
const MOVING_MS = 30 * SECOND_MS;
/** Rarely changes, and nothing waits for it. */
const SETTLED_MS = 10 * MINUTE_MS;

/** Of somebody whom a list names without their record. */
const UNKNOWN = { ...forProfile(() => ''), isActive: null };

const CopiedUser = z.object({
  userId: z.string(),
  ...forProfile(() => z.string()),
  email: z.string(),
  isActive: z.nullable(z.boolean()),
});

const CopiedPicture = z.nullable(z.object({ mediaType: z.enum(AVATAR_TYPES), base64: z.string() }));
export type CopiedPicture = z.output<typeof CopiedPicture>;

const CopiedHash = z.nullable(z.string());

/** Absent from copies that an older version saved: these are read again soon enough. */
const later = z._default(z.nullable(z.string()), null);

/** Ten thousand of them are read back at once, so only displayed fields are saved. */
const CopiedFiles = z.array(
  z.object({
    fileId: z.string(),
    name: z.string(),
    fileType: z.string(),
    labels: z.string(),
    status: z.string(),
    ownerId: z._default(z.string(), ''),
    ownerName: z.string(),
    uploadedAtMs: z.nullable(z.number()),
    primaryData: later,
    linkToProcedure: later,
    procedureDescription: later,
  }),
);

const CopiedPermission = z.discriminatedUnion('may', [
  z.object({ may: z.literal(true) }),
  z.object({ may: z.literal(false), serviceSays: z.nullable(z.string()) }),
]);
const CopiedPermissions = z.object({
  isAdmin: z.boolean(),
  canCreateProject: CopiedPermission,
  canInviteMember: CopiedPermission,
});

export type Resources = ReturnType<typeof makeResources>;

type Fetched<Value> = Result<{ readonly value: Value; readonly isComplete: boolean }, ServiceFault>;

function whole<Value>(read: Result<Value, ServiceFault>): Fetched<Value> {
  return read.ok ? ok({ value: read.value, isComplete: true }) : read;
}

/** What is read with one schema. */
function resource<Value>(
  [kind, key]: readonly [kind: string, key: string],
  freshMs: Resource<Value>['freshMs'],
  copied: { parse(body: unknown): Value },
  fetch: Resource<Value>['fetch'],
): Resource<Value> {
  return { kind, key, freshMs, parse: (body) => copied.parse(body), fetch };
}

export function makeResources(client: ServiceClient) {
  /** A whole list, page by page. */
  async function listed<One extends { readonly id: string }>(
    ask: ReadPage<One>,
    signal: AbortSignal,
  ): Promise<Fetched<One[]>> {
    const read = await readAllPages(ask, startListBudget(SHOWN_LIST, client.clock), signal);
    if (!read.ok) return read;
    return ok({ value: [...read.value.records], isComplete: read.value.complete });
  }

  return {
    projects: resource<Project[]>(['projects', ''], SHOWN_MS, z.array(Project), (signal) =>
      listed<Project>((query, stop) => client.call('listProjects', { query }, stop), signal),
    ),

    project: (projectId: string) =>
      resource<Project>(['project', projectId], SHOWN_MS, Project, async (signal) =>
        whole(await client.call('getProject', { path: { projectId } }, signal)),
      ),

    /**
     * Open invitations. Who may see them is not documented. Without permission there are none, and the project's data
     * must suffice.
     */
    onHold: (projectId: string) =>
      resource<Member[]>(['on-hold', projectId], SHOWN_MS, z.array(Member), async (signal) => {
        const read = await listed<Member>(
          (query, stop) => client.call('listMembersOnHold', { path: { projectId }, query }, stop),
          signal,
        );
        if (read.ok) return read;
        const isHidden = ['forbidden', 'not-found'].includes(read.fault.kind);
        return isHidden ? ok({ value: [], isComplete: true }) : read;
      }),

    /** All files of a project that the service lists, of one kind. */
    files: (projectId: string, visibility: Visibility) =>
      resource<readonly ListedFile[]>(
        [`${visibility}-files`, projectId],
        (files) => (files.some(isMoving) ? MOVING_MS : SHOWN_MS),
        CopiedFiles,
        async (signal) => {
          const name = visibility === 'public' ? 'listPublicFiles' : 'listPrivateFiles';
          const read = await listed<File>(
            (query, stop) => client.call(name, { path: { projectId }, query }, stop),
            signal,
          );
          if (!read.ok) return read;
          return ok({ ...read.value, value: read.value.value.map(listedFile) });
        },
      ),

    /** The service's hash of a file's content, which never changes; null: the service has none yet. */
    fileHash: (projectId: string, visibility: Visibility, fileId: string) =>
      resource<string | null>(
        [`${visibility}-hash`, JSON.stringify([projectId, fileId])],
        (hash) => (hash === null ? SETTLED_MS : Infinity),
        CopiedHash,
        async (signal) => {
          const name = visibility === 'public' ? 'getPublicMetadata' : 'getPrivateMetadata';
          const read = await client.call(name, { path: { projectId, fileId } }, signal);
          if (!read.ok) return read;
          return whole(ok(read.value.FileHash === '' ? null : read.value.FileHash));
        },
      ),

    tags: resource<TagView[]>(['tags', ''], SHOWN_MS, z.array(Tag), (signal) =>
      readAllTags(client, signal),
    ),

    user: (userId: string) =>
      resource<UserView>(['user', userId], SHOWN_MS, CopiedUser, async (signal) => {
        const read = await client.call('getUser', { path: { userId } }, signal);
        return read.ok ? whole(ok(userView(read.value))) : read;
      }),

    avatar: (userId: string) =>
      resource<CopiedPicture>(['avatar', userId], SETTLED_MS, CopiedPicture, async (signal) => {
        const read = await client.call('getAvatar', { path: { userId } }, signal);
        if (!read.ok) return read.fault.kind === 'not-found' ? whole(ok(null)) : read;
        const picture = readAvatar(read.value.avatar);
        if (picture === null) return whole(ok(null));
        const { mediaType, bytes } = picture;
        return whole(ok({ mediaType, base64: bytes.toString('base64') }));
      }),

    address: (userId: string) =>
      resource<string>(['address', userId], SETTLED_MS, z.string(), async (signal) => {
        const read = await client.call('getPublicKey', { path: { userId } }, signal);
        return read.ok ? whole(ok(read.value.pubKey)) : read;
      }),

    permissions: (userId: string) =>
      resource<PermissionsView>(
        ['permissions', userId],
        SHOWN_MS,
        CopiedPermissions,
        async (signal) => whole(await askPermissions(client, userId, signal)),
      ),
  };
}

function listedFile(file: File): ListedFile {
  return {
    fileId: file.id,
    name: file.name,
    fileType: file.type,
    labels: file.label,
    status: file.status,
    ownerId: file.ownerId,
    ownerName: `${file.ownerName} ${file.ownerLastName}`.trim(),
    uploadedAtMs: msFromIso(file.uploaded),
    primaryData: file.primaryData,
    linkToProcedure: file.linkToProcedure,
    procedureDescription: file.procedureDescription,
  };
}

/** A user that the service named before, in a record of their own or in a project. Null when there is none. */
export function findSeenUser(
  asked: { readonly email: string } | { readonly userId: string },
  users: readonly UserView[],
  projects: readonly Project[],
): UserView | null {
  const isMeant = (one: { readonly userId: string; readonly email: string }) =>
    'email' in asked
      ? one.email.toLowerCase() === asked.email.trim().toLowerCase()
      : one.userId === asked.userId;
  const known = users.find(isMeant);
  if (known !== undefined) return known;
  const member = projects
    .flatMap(({ members: { records } }) => records)
    .find(({ id: userId, email }) => isMeant({ userId, email }));
  if (member === undefined) return null;
  const { id: userId, name, lastName, email } = member;
  return { ...UNKNOWN, userId, name, lastName, email };
}

/** Every user whose own record was ever read. */
export function seenUsers(copies: ReadonlyMap<string, { readonly body: unknown }>): UserView[] {
  return [...copies.values()].map(({ body }) => CopiedUser.parse(body));
}

/** Saves what a list of projects contains about each of them. */
export function keepEach(
  mirror: Mirror,
  resources: Resources,
  projects: readonly Project[],
  fetchedAtMs: number,
): void {
  for (const project of projects) mirror.keep(resources.project(project.id), project, fetchedAtMs);
}

export interface UserParts {
  readonly client: ServiceClient;
  /** A user that the service named before; null when there is none. */
  readonly seen: (asked: AskedPerson) => UserView | null;
  /** A record that was just read. */
  readonly onRead: (user: UserView) => void;
}

/** Users of the service, looked up by id or by their complete e-mail address: the service offers nothing else. */
export function makeUsers({ client, seen, onRead }: UserParts) {
  return {
    /** From the service; when it is unavailable or refuses, a user that it named before. */
    async find(asked: AskedPerson, signal: AbortSignal): Promise<Result<UserView, CoreFault>> {
      const read =
        'email' in asked
          ? await client.call('getUserByEmail', { path: { email: asked.email } }, signal)
          : await client.call('getUser', { path: { userId: asked.userId } }, signal);
      if (read.ok) {
        const user = userView(read.value);
        onRead(user);
        return ok(user);
      }
      if (read.fault.kind !== 'not-found') {
        const known = seen(asked);
        if (known !== null) return ok(known);
        const isHidden = 'email' in asked && read.fault.kind === 'forbidden';
        return isHidden ? fail({ ...read.fault, kind: 'no-look-up', email: asked.email }) : read;
      }
      return fail({ kind: 'unknown-user', asked: 'email' in asked ? asked.email : asked.userId });
    },

    permissions: (
      userId: string,
      signal: AbortSignal,
    ): Promise<Result<PermissionsView, ServiceFault>> => askPermissions(client, userId, signal),

    /** `from`, `to`: days of UTC, both included, as YYYY-MM-DD. In the service's order. */
    async transactions(
      userId: string,
      days: { readonly from: string; readonly to: string },
      signal: AbortSignal,
    ): Promise<Result<readonly TransactionView[], CoreFault>> {
      const path = { userId, ...days };
      const read = await client.call('downloadTransactions', { path }, signal);
      if (!read.ok) return read;
      return ok(
        read.value.txs.map(({ id, createdAt, amount, type }) => {
          return { id, atMs: msFromIso(createdAt), amount, type };
        }),
      );
    },
  };
}
export type Users = ReturnType<typeof makeUsers>;

export function userView(user: User): UserView {
  const { id: userId, email, isActive = null } = user;
  return { userId, ...profileOf(user), email, isActive };
}

/**
 * What the service lets this user do now; a refusal has the service's own text. Each of the three questions may be
 * refused by itself. A fault: one could not be asked, or the service does not know the user.
 */
async function askPermissions(
  client: ServiceClient,
  userId: string,
  signal: AbortSignal,
): Promise<Result<PermissionsView, ServiceFault>> {
  const [admin, canCreateProject, canInviteMember] = await Promise.all([
    client.call('isAdmin', { path: { userId } }, signal),
    client.call('canCreateProject', { path: { userId } }, signal),
    client.call('canInviteMember', { path: { userId } }, signal),
  ]);
  const answers = [admin, canCreateProject, canInviteMember];
  const isUnknown = answers.every((answer) => !answer.ok && answer.fault.kind === 'not-found');
  const failed = answers.find((answer) => !answer.ok && (isUnknown || !isNo(answer.fault)));
  if (failed !== undefined && !failed.ok) return failed;
  return ok({
    isAdmin: admin.ok && admin.value.isAdmin,
    canCreateProject: permission(canCreateProject),
    canInviteMember: permission(canInviteMember),
  });
}

function permission(answer: Result<unknown, ServiceFault>): Permission {
  if (answer.ok) return { may: true };
  const { fault } = answer;
  return { may: false, serviceSays: 'serviceSays' in fault ? fault.serviceSays : null };
}

/** The service said no, to the question itself or to asking it. */
function isNo({ kind }: ServiceFault): boolean {
  return kind === 'forbidden' || kind === 'refused' || kind === 'not-found';
}

export interface Avatar {
  readonly mediaType: AvatarType;
  readonly bytes: Buffer;
}

/**
 * The picture in an answer of the service. Base64 as documented; some services add the prefix of a data URL. Null: not
 * a picture that we show.
 */
export function readAvatar(text: string): Avatar | null {
  const bytes = Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64');
  const mediaType = avatarTypeOf(bytes);
  return mediaType === null ? null : { mediaType, bytes };
}
