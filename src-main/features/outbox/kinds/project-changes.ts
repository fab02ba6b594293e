/** How changes of projects and their tags are sent and recognised. */
import type { ChangeBaseline, IntentOf } from '../../../../src-shared/model/changes/change.ts';
import { compareEdit, type Fields } from '../../../../src-shared/model/changes/record-edit.ts';
import {
  projectFields,
  sameProjectField,
  type ScopeLabels,
} from '../../../../src-shared/model/projects/project-fields.ts';
import { ok } from '../../../../src-shared/model/result.ts';
import { msFromIso } from '../../../../src-shared/model/text/time.ts';
import type { Project, ProjectChange } from '../../../../src-shared/service/projects.ts';
import type { Tag } from '../../../../src-shared/service/tags.ts';
import { SEARCHED_LIST, SHOWN_LIST, startListBudget } from '../../../service/list-bounds.ts';
import { findInPages, readAllPages } from '../../../service/read-all-pages.ts';
import {
  end,
  expireProject,
  FREE,
  isShown,
  planEdit,
  presence,
  sendAs,
  wordsOf,
  type OutboxKind,
  type Verdict,
} from './outbox-kind.ts';

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

export interface ProjectSnapshot {
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

export interface TagSnapshot {
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

export const projectKinds = {
  'create-project': createProject,
  'edit-project': editProject,
  'create-tag': createTag,
};
