/** Changes of projects and of the tags that projects have. */
import * as z from 'zod/mini';
import { NewProject, ProjectChange, type Project } from '../../../service/projects.ts';
import { Bases } from '../record-edit.ts';
import { filled, freeKind, paidKind } from './change-kind.ts';

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
