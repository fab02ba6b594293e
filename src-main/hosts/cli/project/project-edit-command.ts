/** `labseal project edit`. */
import type { Command } from 'commander';
import {
  LEADER_SCOPES,
  ORGANISATION_SCOPES,
  type ProjectChange,
} from '../../../../src-shared/service/projects.ts';
import type { CommandContext } from '../command-context.ts';
import { UsageError } from '../exit-code.ts';
import { collect, readCount, readDay, readOneOf } from '../option-values.ts';
import { printWish } from '../outbox/change-report.ts';

interface EditOptions {
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
  project
    .command('edit <id>')
    .description('change a project; what is not named stays. Without the service it waits')
    .option('--name <text>', 'its name')
    .option('--area <text>', 'the field of research')
    .option('--organisation <name>', 'the organisation')
    .option('--location <place>', 'where that is')
    .option('--tag <text>', 'its tags from now on; repeatable', collect)
    .option('--no-tags', 'take all its tags away')
    .option('--max-members <n>', 'members it may have', readCount('--max-members'))
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
    .option('--start <date>', 'first day, like 2026-01-31')
    .option('--end <date>', 'last day, like 2027-12-31')
    .option('--json', 'print one JSON document')
    .action((id: string, options: EditOptions) =>
      context.withAccount(options, async ({ people }, output) => {
        const edit = editOf(options);
        return printWish(await people.wishes.editProject(id, edit, null, context.signal), output);
      }),
    );
}

/** Throws `UsageError` when nothing was named, or what no service could accept. */
function editOf(options: EditOptions): ProjectChange {
  const { name, area, organisation, location, tag, tags, maxMembers } = options;
  const { organisationScope, leaderScope, start, end } = options;
  if (name?.trim() === '') throw new UsageError('A project needs a name: --name TEXT.');
  if (maxMembers === 0) throw new UsageError('--max-members is at least 1.');
  const edit: Record<string, unknown> = {
    name: name?.trim(),
    area,
    organisation,
    location,
    tags: tags === false ? [] : tag,
    maxNumberOfMembers: maxMembers,
    organisationScope,
    leaderScope,
    startDate: start === undefined ? undefined : readDay('--start', start),
    endDate: end === undefined ? undefined : readDay('--end', end),
  };
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  if (given.length === 0) {
    throw new UsageError(
      'Say what to change, for example --name TEXT; "--help" shows all options.',
    );
  }
  return Object.fromEntries(given);
}
