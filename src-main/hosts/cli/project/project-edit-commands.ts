/** `labseal project create` and `edit`. */
import type { Command } from 'commander';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import { MOST_MEMBERS, MOST_TAGS } from '../../../../src-shared/bridge/project-calls.ts';
import { utcDay } from '../../../../src-shared/model/text/time.ts';
import {
  LEADER_SCOPES,
  ORGANISATION_SCOPES,
  type ProjectChange,
} from '../../../../src-shared/service/projects.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-code.ts';
import { collect, readDay, readOneOf, readSome } from '../option-values.ts';
import { printFreeChange } from '../outbox/change-report.ts';
import { type PaidOptions, runPaidChange, withLaterPrice } from '../outbox/run-paid-change.ts';
import { personCalled, type ProjectOption, projectOf, withProject } from '../subjects.ts';

const readMostMembers = readSome('--max-members', 'members', { least: 1, most: MOST_MEMBERS });

interface CreateOptions extends PaidOptions {
  readonly name: string;
  readonly area: string;
  readonly start?: string;
  readonly end: string;
  readonly leader?: string;
  readonly organisation?: string;
  readonly location?: string;
  readonly tag?: readonly string[];
  readonly member?: readonly string[];
  readonly maxMembers: number;
  readonly organisationScope: (typeof ORGANISATION_SCOPES)[number];
  readonly leaderScope: (typeof LEADER_SCOPES)[number];
  readonly another?: boolean;
}

/** `project`: the noun the command is added to. */
export function addProjectCreateCommand(project: Command, context: CommandContext): void {
  const organisationScope = readOneOf('--organisation-scope', ORGANISATION_SCOPES);
  const create = project
    .command('create')
    .description('create a project (costs credits, and more for each first member)')
    .requiredOption('--name <text>', 'its name')
    .requiredOption('--area <text>', 'the field of research')
    .requiredOption('--end <date>', 'last day, like 2027-12-31', readDay('--end'))
    .option('--start <date>', 'first day (default: today)', readDay('--start'))
    .option('--leader <name>', "the leader's name as shown (default: yours)")
    .option('--organisation <name>', 'default: yours')
    .option('--location <place>', 'default: yours')
    .option('--tag <text>', 'a tag; repeatable', collect)
    .option(
      '--member <person>',
      'somebody to invite at once, by id or e-mail address; repeatable',
      collect,
    )
    .option('--max-members <n>', 'members it may have', readMostMembers, 10)
    .option('--organisation-scope <scope>', 'Public or Private', organisationScope, 'Private')
    .option(
      '--leader-scope <scope>',
      'Full Access or Limited Access',
      readOneOf('--leader-scope', LEADER_SCOPES),
      'Full Access',
    )
    .option('--another', 'create it although an equal one exists');
  withLaterPrice(create).action((options: CreateOptions) =>
    context.withApplication(options, async (application, output) => {
      const offer = await application.call('outbox.price', wishOf(options));
      return runPaidChange(application, offer, options, output, context);
    }),
  );
}

/** Throws `UsageError` for input that no service could accept: a mistake is cheaper before the price is approved. */
function wishOf(options: CreateOptions): CallInput<'outbox.price'> {
  const startDate = midnightOf(options.start ?? utcDay(Date.now()));
  const endDate = midnightOf(options.end);
  if (endDate < startDate) throw new UsageError('The project would end before it starts.');
  const members = [...new Set(options.member)];
  if (options.maxMembers < members.length) {
    throw new UsageError('--max-members is less than the members you named.');
  }
  const project = {
    name: options.name.trim(),
    area: options.area.trim(),
    leader: options.leader ?? null,
    organisation: options.organisation ?? null,
    location: options.location ?? null,
    tags: [...(options.tag ?? [])],
    members: members.map(personCalled),
    maxNumberOfMembers: String(options.maxMembers),
    organisationScope: options.organisationScope,
    leaderScope: options.leaderScope,
    startDate,
    endDate,
  };
  return { kind: 'create-project', project, isAnother: options.another === true };
}

/** As the service wants a day. */
function midnightOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** `labseal project edit`. */
interface EditOptions extends ProjectOption {
  readonly name?: string;
  readonly area?: string;
  readonly organisation?: string;
  readonly location?: string;
  readonly tag?: readonly string[];
  /** False: they are taken away. */
  readonly tags?: boolean;
  readonly maxMembers?: number;
  readonly organisationScope?: (typeof ORGANISATION_SCOPES)[number];
  readonly leaderScope?: (typeof LEADER_SCOPES)[number];
  readonly start?: string;
  readonly end?: string;
  readonly json?: boolean;
}

/** `project`: the noun the command is added to. */
export function addProjectEditCommand(project: Command, context: CommandContext): void {
  withProject(
    project
      .command('edit')
      .description('change a project; what is not named stays. Without the service it waits'),
  )
    .option('--name <text>', 'its name')
    .option('--area <text>', 'the field of research')
    .option('--organisation <name>', 'the organisation')
    .option('--location <place>', 'where that is')
    .option('--tag <text>', 'its tags from now on; repeatable', collect)
    .option('--no-tags', 'take all its tags away')
    .option('--max-members <n>', 'members it may have', readMostMembers)
    .option(
      '--organisation-scope <scope>',
      'Public or Private',
      readOneOf('--organisation-scope', ORGANISATION_SCOPES),
    )
    .option(
      '--leader-scope <scope>',
      'Full Access or Limited Access',
      readOneOf('--leader-scope', LEADER_SCOPES),
    )
    .option('--start <date>', 'first day, like 2026-01-31', readDay('--start'))
    .option('--end <date>', 'last day, like 2027-12-31', readDay('--end'))
    .option('--json', 'print one JSON document')
    .action((named: string | undefined, options: EditOptions) => {
      const projectId = projectOf(named, options, 'project edit');
      const edit = editOf(options);
      return context.withApplication(options, async ({ call }, output) => {
        const { change } = await call('projects.edit', { projectId, edit });
        return printFreeChange(change, output);
      });
    });
}

/** Throws `UsageError` when nothing was named, or what no service could accept. */
function editOf(options: EditOptions): ProjectChange {
  const { name, area, organisation, location, tag, tags, maxMembers } = options;
  const { organisationScope, leaderScope, start, end } = options;
  if ((tag ?? []).length > MOST_TAGS) {
    throw new UsageError(`A project has at most ${MOST_TAGS} tags.`);
  }
  const edit: Record<string, unknown> = {
    name: name?.trim(),
    area,
    organisation,
    location,
    tags: tags === false ? [] : tag,
    maxNumberOfMembers: maxMembers,
    organisationScope,
    leaderScope,
    startDate: start === undefined ? undefined : midnightOf(start),
    endDate: end === undefined ? undefined : midnightOf(end),
  };
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  if (given.length === 0) {
    throw new UsageError(
      'Say what to change, for example --name TEXT; "--help" shows all options.',
    );
  }
  return Object.fromEntries(given);
}
