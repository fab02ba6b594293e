/** `labseal project …`: the projects this account can see. */
import type { AnsweringCommand } from '../answering-command.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { integer } from '../../../../src-shared/model/words/en/figures.ts';
import { fieldLabels } from '../../../../src-shared/model/words/en/record-fields.ts';
import type { ProjectView } from '../../../../src-shared/bridge/project-calls.ts';
import {
  knownPeople,
  withLeader,
  personName,
} from '../../../../src-shared/model/people/person-view.ts';
import {
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type Project,
  type ProjectField,
} from '../../../../src-shared/service/projects.ts';
import { BRIEF } from '../application.ts';
import { EXIT } from '../exit-code.ts';
import { markDocument, markText, noteCopy } from '../outbox/pending-marks.ts';
import { freshOrKept } from './fresh-or-kept.ts';
import { memberCountText } from './member-commands.ts';
import { addProjectCreateCommand, addProjectEditCommand } from './project-edit-commands.ts';
import { readProject, withProject } from '../subjects.ts';
import { addFormerLineageCommand } from '../lineage/lineage-show-command.ts';

const STANDINGS = {
  gone: 'The service does not show this project any more; this is the last copy.',
  forbidden: 'You may not see this project any more; this is the last copy.',
} as const;

const DAY_LENGTH = 10; // of an ISO time

export function addProjectCommands(program: AnsweringCommand): void {
  const project = program.command('project').description('projects you can see');

  project
    .command('list')
    .description('all projects')
    .answers(async ({ ask }, output) => {
      const read = await freshOrKept((mode) => ask('projects.list', { mode }, BRIEF));
      const list = read.value;
      const fault = read.fault ?? list.fault;
      const pending = Object.entries(list.pending).map(([id, marks]) => [
        id,
        marks.map(markDocument),
      ]);
      output.json({
        projects: list.projects,
        pending: Object.fromEntries(pending) as unknown,
        isComplete: list.isComplete,
        asOf: isoFromMs(list.asOfMs),
        fault: fault?.kind ?? null,
      });
      if (list.projects.length === 0) output.line('There is no project that you can see yet.');
      output.table(
        ['id', 'name', 'area', 'leader', 'members', 'not sent'],
        list.projects.map((one) => {
          const waits = (list.pending[one.id] ?? []).map(markText).join('; ');
          return [one.id, one.name, one.area, leaderOf(one), membersOf(one), waits];
        }),
      );
      const more = 'The service did not show its whole list. There may be more projects.';
      noteCopy({ ...list, fault }, more, output);
      return EXIT.done;
    });

  withProject(project.command('show').description('one project with its members')).answersAbout(
    readProject('project show'),
    async ({ ask }, output, projectId) => {
      const read = await freshOrKept((mode) => ask('projects.show', { projectId, mode }, BRIEF));
      const view = read.value;
      const { project: shown, asOfMs, scopes, likelyScopes, standing, pending } = view;
      const asOf = isoFromMs(asOfMs);
      const marks = pending.map(markDocument);
      const fault = read.fault ?? view.fault ?? null;
      output.json({
        project: shown,
        scopes,
        likelyScopes,
        standing,
        pending: marks,
        asOf,
        fault: fault?.kind ?? null,
      });
      output.facts([
        ...PROJECT_FIELD_NAMES.filter((field) => field !== 'maxNumberOfMembers').map(
          (field) => [fieldLabels.project[field], valueText(field, view)] as const,
        ),
        ['Id', shown.id],
        ['Leader', leaderOf(shown)],
        ['Members', membersOf(shown)],
      ]);
      const people = { ...knownPeople(shown), leaderName: leaderOf(shown) };
      for (const each of withLeader(people)) {
        const role = each.userId === shown.leaderId ? 'Leader' : each.status;
        const address = each.email === '' ? '' : ` <${each.email}>`;
        output.line(`  ${personName(each)}${address} · ${role}`);
      }
      for (const mark of pending) output.line(`Not sent: ${markText(mark)}`);
      if (standing !== 'there') output.note(STANDINGS[standing]);
      else noteCopy({ asOfMs, isComplete: true, fault }, '', output);
      return EXIT.done;
    },
  );

  addProjectCreateCommand(project);
  addProjectEditCommand(project);
  addFormerLineageCommand(project);
}

function leaderOf({ leaderFirstName, leaderLastName }: Project): string {
  return `${leaderFirstName} ${leaderLastName}`.trim();
}

function membersOf(project: Project): string {
  return memberCountText(knownPeople(project), project.maxNumberOfMembers);
}

/** The words behind the codes of scopes are not documented: one that was not learned is said to be likely, or shown as the code it is. */
function valueText(
  field: ProjectField,
  { project, scopes, likelyScopes }: Pick<ProjectView, 'project' | 'scopes' | 'likelyScopes'>,
): string {
  const value = project[field];
  if (field === 'organisationScope' || field === 'leaderScope') {
    if (scopes[field] !== null) return scopes[field];
    if (value === null) return 'not stated';
    const likely = likelyScopes[field];
    return likely === null ? 'not stated' : `${likely} (likely)`;
  }
  if (value === null) return 'not stated';
  if (typeof value === 'number') return integer(value);
  if (typeof value !== 'string') return value.join(', ');
  return PROJECT_FIELDS[field].kind === 'day' ? value.slice(0, DAY_LENGTH) : value;
}
