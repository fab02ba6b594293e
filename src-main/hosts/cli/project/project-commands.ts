/** `labseal project …`: the projects this account can see. */
import type { AnsweringCommand } from '../answering-command.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { integer } from '../../../../src-shared/model/words/en/figures.ts';
import { fieldLabels } from '../../../../src-shared/model/words/en/record-fields.ts';
import type { ScopeLabels } from '../../../../src-shared/model/projects/project-fields.ts';
import {
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type Project,
  type ProjectField,
} from '../../../../src-shared/service/projects.ts';
import { EXIT } from '../exit-code.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { copyNote, markDocument, markText, noteCopy } from '../outbox/pending-marks.ts';
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
    .answers(async ({ call }, output) => {
      const list = await call('projects.list', { mode: 'fresh' });
      const pending = Object.entries(list.pending).map(([id, marks]) => [
        id,
        marks.map(markDocument),
      ]);
      output.json({
        projects: list.projects,
        pending: Object.fromEntries(pending) as unknown,
        isComplete: list.isComplete,
        asOf: isoFromMs(list.asOfMs),
      });
      if (list.projects.length === 0) output.line('There is no project that you can see yet.');
      output.table(
        ['id', 'name', 'area', 'leader', 'members', 'not sent'],
        list.projects.map((one) => {
          const waits = (list.pending[one.id] ?? []).map(markText).join('; ');
          return [one.id, one.name, one.area, leaderOf(one), membersOf(one), waits];
        }),
      );
      if (list.fault !== null)
        output.note(`${copyNote(list.asOfMs) ?? ''} ${coreFaultSentence(list.fault)}`);
      else if (!list.isComplete)
        output.note(
          'The service did not show its whole list, or does not stop listing. There may be more projects.',
        );
      return EXIT.done;
    });

  withProject(project.command('show').description('one project with its members')).answersAbout(
    readProject('project show'),
    async ({ call }, output, projectId) => {
      const view = await call('projects.show', { projectId, mode: 'fresh' });
      const { project: shown, asOfMs, scopes, standing, pending } = view;
      const asOf = isoFromMs(asOfMs);
      output.json({ project: shown, scopes, standing, pending: pending.map(markDocument), asOf });
      output.facts([
        ...PROJECT_FIELD_NAMES.filter((field) => field !== 'maxNumberOfMembers').map(
          (field) => [fieldLabels.project[field], valueText(field, shown, scopes)] as const,
        ),
        ['Id', shown.id],
        ['Leader', leaderOf(shown)],
        ['Members', membersOf(shown)],
      ]);
      for (const { name, lastName, email, status } of shown.members.records) {
        output.line(`  ${name} ${lastName} <${email}> · ${status}`);
      }
      for (const mark of pending) output.line(`Not sent: ${markText(mark)}`);
      if (standing !== 'there') output.note(STANDINGS[standing]);
      else noteCopy({ asOfMs, isComplete: true }, '', output);
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

function membersOf({ members, maxNumberOfMembers }: Project): string {
  const count = members.totalRecords ?? members.records.length;
  return maxNumberOfMembers === null
    ? integer(count)
    : `${integer(count)} of ${integer(maxNumberOfMembers)}`;
}

/** The words behind the codes of scopes are not documented: one that was not learned is shown as the code it is. */
function valueText(field: ProjectField, project: Project, scopes: ScopeLabels): string {
  const value = project[field];
  if (field === 'organisationScope' || field === 'leaderScope') {
    return scopes[field] ?? (value === null ? 'not stated' : `not stated (code ${String(value)})`);
  }
  if (value === null) return 'not stated';
  if (typeof value === 'number') return integer(value);
  if (typeof value !== 'string') return value.join(', ');
  return PROJECT_FIELDS[field].kind === 'day' ? value.slice(0, DAY_LENGTH) : value;
}
