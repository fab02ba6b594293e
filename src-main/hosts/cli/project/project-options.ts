/** The fields of a project as options of `labseal project create` and `edit`. */
import { Option } from 'commander';
import { MOST_MEMBERS } from '../../../../src-shared/bridge/project-calls.ts';
import {
  LEADER_SCOPES,
  ORGANISATION_SCOPES,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type ProjectField,
} from '../../../../src-shared/service/projects.ts';
import { collect, readDay, readOneOf, readSome } from '../option-values.ts';

type Read = (text: string, before: never) => unknown;

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
export function projectOption(field: ProjectField): Option {
  const [flags, about, read] = OPTIONS[field];
  const option = new Option(flags, about);
  return read === undefined
    ? option
    : option.argParser<never>(read as (text: string, before: unknown) => never);
}

/** Of the fields that were named the values as the service wants them. */
export function valuesOf(options: object): Partial<Record<ProjectField, unknown>> {
  const named = new Map<string, unknown>(Object.entries(options));
  const values = PROJECT_FIELD_NAMES.map((field) => {
    const value = named.get(projectOption(field).attributeName());
    if (typeof value !== 'string') return [field, value];
    return [field, PROJECT_FIELDS[field].kind === 'day' ? midnightOf(value) : value.trim()];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The first moment of a day, in UTC. */
export function midnightOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
