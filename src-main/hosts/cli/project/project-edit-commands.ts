/** `labseal project create` and `edit`. */
import type { AnsweringCommand } from '../answering-command.ts';
import type { Application } from '../application.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import type { ProjectWish } from '../../../../src-shared/bridge/outbox-calls.ts';
import { MOST_TAGS, MOST_MEMBERS } from '../../../../src-shared/bridge/project-calls.ts';
import { utcDay } from '../../../../src-shared/model/text/time.ts';
import {
  PROJECT_FIELD_NAMES,
  type ProjectChange,
  type ProjectField,
  LEADER_SCOPES,
  ORGANISATION_SCOPES,
  PROJECT_FIELDS,
} from '../../../../src-shared/service/projects.ts';
import { UsageError } from '../exit-code.ts';
import { collect, readDay, readOneOf, readSome } from '../option-values.ts';
import { printFreeChange } from '../outbox/change-report.ts';
import { type PaidOptions, runPaidChange, withLaterPrice } from '../outbox/run-paid-change.ts';
import { personCalled, type ProjectOption, readProject, withProject } from '../subjects.ts';
import { Option } from 'commander';

interface CreateOptions extends PaidOptions {
  readonly leader?: string;
  readonly member?: readonly string[];
  readonly maxMembers: number;
  readonly another?: boolean;
}

const NEEDED: ReadonlySet<ProjectField> = new Set(['name', 'area', 'endDate']);

/** What a new project has of the others unless it is named, and how the help says that. */
const ABSENT: Partial<Record<ProjectField, readonly [value: unknown, said: string]>> = {
  organisation: [null, 'yours'],
  location: [null, 'yours'],
  startDate: [null, 'today, by the clock of the service'],
  maxNumberOfMembers: [10, '10'],
  organisationScope: ['Private', 'Private'],
  leaderScope: ['Full Access', 'Full Access'],
  tags: [[], 'none'],
};

/** `project`: the noun the command is added to. */
export function addProjectCreateCommand(project: AnsweringCommand): void {
  const command = project
    .command('create')
    .description('create a project (costs credits, and more for each first member)');
  for (const field of PROJECT_FIELD_NAMES) {
    const option = projectOption(field);
    command.addOption(
      NEEDED.has(field)
        ? option.makeOptionMandatory()
        : option.default(...(ABSENT[field] ?? ['', 'none'])),
    );
  }
  command
    .option('--leader <name>', "the leader's name as shown (default: yours)")
    .option(
      '--member <person>',
      'somebody to invite at once, by id or e-mail address; repeatable',
      collect,
    )
    .option('--another', 'create it although an equal one exists');
  withLaterPrice(command).answers(async (application, output, options: CreateOptions) => {
    const isToday = valuesOf(options).startDate === null;
    const startDate = isToday ? midnightOf(await todayThere(application)) : null;
    const offer = await application.call('outbox.price', wishOf(options, startDate));
    return runPaidChange(application, offer, options, output);
  });
}

/** The service's day, which its answers tell; this computer's where it does not answer. */
async function todayThere({ ask, call }: Pick<Application, 'ask' | 'call'>): Promise<string> {
  await ask('credits.balance', {});
  const { clockAheadMs } = await call('status.read', {});
  return utcDay(Date.now() - (clockAheadMs ?? 0));
}

/**
 * Throws `UsageError` for input that no service could accept: a mistake is cheaper before the price is approved. `startDate`:
 * where none was named.
 */
function wishOf(options: CreateOptions, startDate: string | null): CallInput<'outbox.price'> {
  const named = valuesOf(options) as Omit<ProjectWish, 'leader' | 'members'>;
  const values = startDate === null ? named : { ...named, startDate };
  if (values.endDate < values.startDate) {
    throw new UsageError('The project would end before it starts.');
  }
  const members = [...new Set(options.member)];
  if (options.maxMembers < members.length) {
    throw new UsageError('--max-members is less than the members you named.');
  }
  const project = {
    ...values,
    leader: options.leader ?? null,
    members: members.map(personCalled),
    maxNumberOfMembers: String(options.maxMembers),
  };
  return { kind: 'create-project', project, isAnother: options.another === true };
}

/** `labseal project edit`. */
interface EditOptions extends ProjectOption {
  readonly tag?: readonly string[];
  /** False: they are taken away. */
  readonly tags?: boolean;
}

/** `project`: the noun the command is added to. */
export function addProjectEditCommand(project: AnsweringCommand): void {
  const command = withProject(
    project
      .command('edit')
      .description('change a project; what is not named stays. Without the service it waits'),
  );
  for (const field of PROJECT_FIELD_NAMES) command.addOption(projectOption(field));
  const read = readProject('project edit');
  command.option('--no-tags', 'take all its tags away').answersAbout(
    (named: string | undefined, options: EditOptions) => ({
      projectId: read(named, options),
      edit: editOf(options),
    }),
    async ({ call }, output, wish) =>
      printFreeChange((await call('projects.edit', wish)).change, output),
  );
}

/** Throws `UsageError` when nothing was named, or what no service could accept. */
function editOf(options: EditOptions): ProjectChange {
  const { tag = [], tags } = options;
  if (tag.length > MOST_TAGS) throw new UsageError(`A project has at most ${MOST_TAGS} tags.`);
  const edit = tags === false ? { ...valuesOf(options), tags: [] } : valuesOf(options);
  if (Object.keys(edit).length === 0) {
    throw new UsageError(
      'Say what to change, for example --name TEXT; "--help" shows all options.',
    );
  }
  return edit as ProjectChange;
}

type Read = (text: string, before: never) => unknown;

/** The fields of a project as options of `labseal project create` and `edit`. */
const OPTIONS: Readonly<Record<ProjectField, readonly [flags: string, about: string, Read?]>> = {
  name: ['--name <text>', 'its name'],
  area: ['--area <text>', 'the field of research'],
  organisation: ['--organisation <name>', 'the organisation'],
  location: ['--location <place>', 'where that is'],
  startDate: ['--start <date>', 'first day, like 2026-01-31', readDay('--start')],
  endDate: ['--end <date>', 'last day, like 2027-12-31', readDay('--end')],
  maxNumberOfMembers: [
    '--max-members <n>',
    'members it may have',
    readSome('--max-members', 'members', { least: 1, most: MOST_MEMBERS }),
  ],
  organisationScope: [
    '--organisation-scope <scope>',
    ORGANISATION_SCOPES.join(' or '),
    readOneOf('--organisation-scope', ORGANISATION_SCOPES),
  ],
  leaderScope: [
    '--leader-scope <scope>',
    LEADER_SCOPES.join(' or '),
    readOneOf('--leader-scope', LEADER_SCOPES),
  ],
  tags: ['--tag <text>', 'a tag that it has from now on; repeatable', collect],
};

/** A new one each time: a command changes its own. */
function projectOption(field: ProjectField): Option {
  const [flags, about, read] = OPTIONS[field];
  const option = new Option(flags, about);
  return read === undefined
    ? option
    : option.argParser<never>(read as (text: string, before: unknown) => never);
}

/** Of the fields that were named the values as the service wants them. */
function valuesOf(options: object): Partial<Record<ProjectField, unknown>> {
  const named = new Map<string, unknown>(Object.entries(options));
  const values = PROJECT_FIELD_NAMES.map((field) => {
    const value = named.get(projectOption(field).attributeName());
    if (typeof value !== 'string') return [field, value];
    return [field, PROJECT_FIELDS[field].kind === 'day' ? midnightOf(value) : value.trim()];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The first moment of a day, in UTC. */
function midnightOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
