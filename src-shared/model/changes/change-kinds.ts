/**
 * What has to be said of each kind of change, once: its fields, its price, how it merges with changes that wait, and how
 * it shows until it is done. How it is sent and recognised is said in `src-main/features/outbox/outbox-kinds.ts`.
 */
import * as z from 'zod/mini';
import { type Project, NewProject, ProjectChange } from '../../service/projects.ts';
import { type ChangePart, VISIBILITIES } from '../money/price.ts';
import { ProfileChange } from '../../service/users.ts';
import { AVATAR_TYPES } from '../people/avatar-image.ts';
import { Bases } from './record-edit.ts';

/** What a requested change does to changes that wait and were never sent. `Kind`: the kinds there are. */
export interface MergeRule<Kind extends string = string> {
  /** One of this kind about the same person is withdrawn, and nothing is added. */
  readonly cancels?: Kind;
  /** One of this kind about the same person is withdrawn, and this one is added. */
  readonly supersedes?: Kind;
  /**
   * When an equal change waits: `add` a second one, let the waiting one count for both (`once`), `replace` it, or merge
   * both field by field (`edit`).
   */
  readonly repeat: 'add' | 'once' | 'replace' | 'edit';
}

/** What people see of a change before it is done. */
export type PendingEffect =
  /** `project`: as it is shown under this id. */
  | { readonly on: 'new-project'; readonly project: (id: string) => Project }
  | { readonly on: 'project'; readonly projectId: string; readonly edit: object }
  | {
      readonly on: 'member';
      readonly becomes: 'on-hold' | 'active' | 'gone';
      readonly projectId: string;
      readonly userId: string;
      readonly userName: string;
    }
  | { readonly on: 'tag'; readonly name: string }
  | { readonly on: 'profile'; readonly userId: string; readonly edit: object }
  | { readonly on: 'nothing' };

interface CommonSpec<Intent> {
  /** Of the project, the person or the file; shown, never sent. */
  name(intent: Intent): string;
  /** The same for changes that want the same. It is kept in the database. */
  subject(intent: Intent): readonly string[];
  readonly merge: MergeRule;
  effect(intent: Intent): PendingEffect;
  /** The same change with this edit in it, while it was never sent. */
  amend?(intent: Intent, edit: object): Intent;
}

export interface PaidSpec<Intent> extends CommonSpec<Intent> {
  /** What it is charged for. */
  charges(intent: Intent): readonly ChangePart[];
  /** What the service held right before it was sent: its effect is recognised by the difference. */
  readonly baseline: Keyed;
}

/** Anything with a `kind`. */
type Keyed = z.core.$ZodTypeDiscriminable;

export interface ChangeSpec<Intent, Kind extends string> extends CommonSpec<Intent> {
  readonly isFree: boolean;
  readonly merge: MergeRule<Kind>;
  charges(intent: Intent): readonly ChangePart[];
}

/** It costs credits: sent at most once without a person. */
function paidKind<Schema extends Keyed, const Spec extends PaidSpec<z.output<Schema>>>(
  schema: Schema,
  spec: Spec,
) {
  return { ...spec, schema, isFree: false as const };
}

/** It is free: it may wait, is sent automatically, and may be sent twice without harm. */
function freeKind<Schema extends Keyed, const Spec extends CommonSpec<z.output<Schema>>>(
  schema: Schema,
  spec: Spec,
) {
  return { ...spec, schema, isFree: true as const, charges: (): readonly ChangePart[] => [] };
}

const filled = z.string().check(z.minLength(1));

/** Changes of files that are on the platform. */
export const fileChanges = {
  'delete-file': paidKind(
    z.strictObject({
      kind: z.literal('delete-file'),
      projectId: filled,
      visibility: z.enum(VISIBILITIES),
      fileId: filled,
      /** Shown, never sent. */
      fileName: z.string(),
      /** The caller's own id, as the service wants it. */
      userId: filled,
      reason: filled,
    }),
    {
      charges: () => ['deletion'],
      baseline: z.strictObject({ kind: z.literal('delete-file'), status: z.string() }),
      name: ({ fileName }) => fileName,
      subject: ({ projectId, visibility, fileId }) => [projectId, visibility, fileId],
      merge: { repeat: 'add' },
      effect: () => ({ on: 'nothing' }),
    },
  ),
};

/**
 * `projectId`, `userId`: the service's ids, or local ones (`local-id.ts`). `userName`: the name that the person
 * entered; `projectName`: that of the project, where it was known. Both are shown, never sent.
 */
const membership = {
  projectId: filled,
  userId: filled,
  userName: filled,
  projectName: z.optional(filled),
};

export interface Membership {
  readonly projectId: string;
  readonly userId: string;
  readonly userName: string;
}

const named = {
  name: ({ userName }: Membership) => userName,
  subject: ({ projectId, userId }: Membership) => [projectId, userId],
};

const effect =
  (becomes: 'on-hold' | 'active' | 'gone') =>
  ({ projectId, userId, userName }: Membership): PendingEffect => {
    return { on: 'member', becomes, projectId, userId, userName };
  };

/** Changes of who is in a project. */
export const memberChanges = {
  'invite-member': paidKind(z.strictObject({ kind: z.literal('invite-member'), ...membership }), {
    ...named,
    charges: () => ['invitation'],
    baseline: z.strictObject({
      kind: z.literal('invite-member'),
      /** False when the lists were cut short: the person was not seen, which does not prove their absence. */
      isProvenAbsent: z.boolean(),
    }),
    merge: { cancels: 'remove-member', repeat: 'add' },
    effect: effect('on-hold'),
  }),
  /**
   * Ends a membership, or withdraws an invitation. If the invitation was not sent yet, the service never learns of it.
   */
  'remove-member': freeKind(z.strictObject({ kind: z.literal('remove-member'), ...membership }), {
    ...named,
    merge: { cancels: 'invite-member', supersedes: 'activate-member', repeat: 'once' },
    effect: effect('gone'),
  }),
  /** Accepts an open invitation. */
  'activate-member': freeKind(
    z.strictObject({ kind: z.literal('activate-member'), ...membership }),
    {
      ...named,
      merge: { supersedes: 'remove-member', repeat: 'once' },
      effect: effect('active'),
    },
  ),
};

/** Changes of the caller's own record. */
export const profileChanges = {
  'edit-profile': freeKind(
    z.strictObject({
      kind: z.literal('edit-profile'),
      /** The caller's own. */
      userId: filled,
      edit: z.partial(ProfileChange),
      bases: Bases,
    }),
    {
      name: () => '',
      subject: () => [],
      merge: { repeat: 'edit' },
      effect: ({ userId, edit }) => ({ on: 'profile', userId, edit }),
    },
  ),
  'set-avatar': freeKind(
    z.strictObject({
      kind: z.literal('set-avatar'),
      userId: filled,
      /** Under which the bytes are kept. */
      blob: filled,
      mediaType: z.enum(AVATAR_TYPES),
    }),
    {
      name: () => '',
      subject: () => [],
      merge: { repeat: 'replace' },
      effect: () => ({ on: 'nothing' }),
    },
  ),
};

/** Changes of projects and of the tags that projects have. */
export const projectChanges = {
  'create-project': paidKind(
    z.strictObject({
      kind: z.literal('create-project'),
      project: NewProject,
      /** The person wants it although a project with this name, dates and leader exists. */
      isAnother: z.boolean(),
    }),
    {
      charges: ({ project }) => ['project', ...project.members.map(() => 'member' as const)],
      baseline: z.strictObject({
        kind: z.literal('create-project'),
        projectIds: z.array(z.string()),
        /** False when the list could not be read to its end: then nothing can be recognised as new. */
        isComplete: z.boolean(),
      }),
      name: ({ project }) => project.name,
      subject: ({ project: { name, startDate, endDate } }) => [name, startDate, endDate],
      merge: { repeat: 'add' },
      effect: ({ project }) => ({ on: 'new-project', project: (id) => draftOf(project, id) }),
      amend: (intent, edit) => ({ ...intent, project: draftWith(intent.project, edit) }),
    },
  ),
  'edit-project': freeKind(
    z.strictObject({
      kind: z.literal('edit-project'),
      projectId: filled,
      projectName: z.string(),
      edit: ProjectChange,
      bases: Bases,
      /** The person sends it although the service does not show the values that it replaces. */
      isUnseen: z.optional(z.literal(true)),
    }),
    {
      name: ({ projectName }) => projectName,
      subject: ({ projectId }) => [projectId],
      merge: { repeat: 'edit' },
      effect: ({ projectId, edit }) => ({ on: 'project', projectId, edit }),
    },
  ),
  'create-tag': freeKind(z.strictObject({ kind: z.literal('create-tag'), name: filled }), {
    name: ({ name }) => name,
    subject: ({ name }) => [name.trim().toLowerCase()],
    merge: { repeat: 'once' },
    effect: ({ name }) => ({ on: 'tag', name: name.trim() }),
  }),
};

/** A project that was never sent is simply described anew. */
function draftWith(draft: NewProject, { maxNumberOfMembers, ...edit }: ProjectChange): NewProject {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  return {
    ...draft,
    ...Object.fromEntries(given),
    ...(maxNumberOfMembers === undefined ? {} : { maxNumberOfMembers: String(maxNumberOfMembers) }),
  };
}

/** Its scopes have no number yet. */
function draftOf({ leader, members: _invited, ...draft }: NewProject, id: string): Project {
  const [leaderFirstName = '', ...rest] = leader.split(' ');
  return {
    ...draft,
    id,
    leaderId: '',
    leaderFirstName,
    leaderLastName: rest.join(' '),
    maxNumberOfMembers: Number(draft.maxNumberOfMembers),
    organisationScope: null,
    leaderScope: null,
    members: { records: [], start: null, limit: null, totalRecords: null },
  };
}
