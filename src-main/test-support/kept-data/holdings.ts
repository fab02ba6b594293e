/**
 * What the databases of a data folder hold: every value that their schema lists, every column once with and once without a
 * value, and every word that the code keeps in a text. Nothing of it is listed by hand, so that what a later version adds
 * is missed as soon as it is not there.
 */
import type Database from 'better-sqlite3';
import type * as z from 'zod/mini';
import { CHECK_POLICIES } from '../../../src-shared/model/files/assignment.ts';
import {
  ChangeIntent,
  ChangeState,
  FINDINGS,
  RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import { FILE_STATES, HOLD_REASONS } from '../../../src-shared/model/files/file-state.ts';
import {
  CHARGE_EVIDENCE,
  DOUBTS,
  Received,
  UploadFinding,
} from '../../../src-shared/model/files/file-view.ts';
import type { WaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { HoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { AUDIT_VERDICTS } from '../../../src-shared/model/proofs/audit.ts';

export interface Holding {
  /** Such as `file.state` or `folder.budget_credits`. */
  readonly where: string;
  /** `(none)` and `(any)` of a column that may be null. */
  readonly value: string;
  /** In all databases. */
  readonly rows: number;
}

/** Of databases with one schema. */
export function holdingsOf(databases: readonly Database.Database[]): readonly Holding[] {
  const [first] = databases;
  if (first === undefined) return [];
  const questions = [...schemaQuestions(first), ...codeQuestions()];
  return questions.map(({ where, value, sql }) => {
    const counts = databases.map((db) => db.prepare<[], number>(sql).pluck().get() ?? 0);
    return { where, value, rows: counts.reduce((sum, count) => sum + count, 0) };
  });
}

interface Question {
  readonly where: string;
  readonly value: string;
  /** Counts the rows. */
  readonly sql: string;
}

/** What the tables themselves allow. */
export function schemaQuestions(db: Database.Database): readonly Question[] {
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    .all();
  return tables.flatMap(({ name, sql }) =>
    [
      { where: name, value: '(row)', sql: `SELECT count(*) FROM ${name}` },
      listedValues(name, sql),
      optionalColumns(db, name).map((column) => [
        question(name, column, '(none)', `${column} IS NULL`),
        question(name, column, '(any)', `${column} IS NOT NULL`),
      ]),
    ].flat(2),
  );
}

function listedValues(table: string, sql: string): readonly Question[] {
  const lists = sql.matchAll(/CHECK \((?<column>\w+) IN \((?<values>[^)]*)\)/g);
  return [...lists].flatMap((found) => {
    const { column = '', values = '' } = found.groups ?? {};
    return values
      .split(',')
      .map((text) => text.trim())
      .map((value) => question(table, column, value.replaceAll("'", ''), `${column} = ${value}`));
  });
}

function optionalColumns(db: Database.Database, table: string): readonly string[] {
  const columns = db.pragma(`table_info(${table})`) as readonly {
    readonly name: string;
    readonly notnull: number;
    readonly pk: number;
  }[];
  return columns.filter(({ notnull, pk }) => notnull === 0 && pk === 0).map(({ name }) => name);
}

const WAITS: Readonly<Record<WaitNote['waits'], true>> = {
  stopped: true,
  until: true,
  'session-too-short': true,
  'no-progress': true,
  'record-unseen': true,
  'unknown-status': true,
  'list-refused': true,
  'not-carried-out': true,
  'project-refused': true,
  'sent-again': true,
};

const WHYS: Readonly<Record<HoldNote['why'], true>> = {
  budget: true,
  'approve-each': true,
  'id-in-use': true,
  'record-deleted': true,
};

/** A word in the note of a row. */
function note(key: string): string {
  return `iif(json_valid(message), message ->> '$.${key}', NULL)`;
}

/** Words that the tables take as any text. */
function codeQuestions(): readonly Question[] {
  const lists: readonly (readonly [table: string, where: string, values: readonly string[]])[] = [
    ['file', 'state', FILE_STATES],
    ['file', 'hold', HOLD_REASONS],
    ['file', note('waits'), Object.keys(WAITS)],
    ['file', note('why'), Object.keys(WHYS)],
    ['upload_job', "received ->> '$.kind'", wordsOf(Received, 'kind')],
    ['upload_job', "finding ->> '$.kind'", wordsOf(UploadFinding, 'kind')],
    ['upload_job', "finding ->> '$.charge'", CHARGE_EVIDENCE],
    ['upload_job', "finding ->> '$.why'", DOUBTS],
    ['change', "intent ->> '$.kind'", wordsOf(ChangeIntent, 'kind')],
    ['change', "facts ->> '$.state'", wordsOf(ChangeState, 'state')],
    ['change', "facts ->> '$.finding'", FINDINGS],
    ['change', "facts ->> '$.by'", ['answer', 'evidence', 'already-there']],
    ['change', "facts ->> '$.cause.kind'", wordsOf(RefusalCause, 'kind')],
    ['audit_row', 'verdict', AUDIT_VERDICTS],
    ['assignment', 'check_policy', CHECK_POLICIES],
  ];
  // Only one of all is sent at a time, and only what costs credits is left open.
  const states = wordsOf(ChangeState, 'state').filter((state) => !/sending|left/.test(state));
  const eachKindInEachState = wordsOf(ChangeIntent, 'kind').flatMap((kind) =>
    states.map((state) => ({
      where: 'change of a kind in a state',
      value: `${kind} ${state}`,
      sql: `SELECT count(*) FROM change WHERE intent ->> '$.kind' = '${kind}' AND state = '${state}'`,
    })),
  );
  return [
    ...lists.flatMap(([table, where, values]) =>
      values.map((value) => question(table, where, value, `${where} = '${value}'`)),
    ),
    ...eachKindInEachState,
  ];
}

function question(table: string, column: string, value: string, condition: string): Question {
  const sql = `SELECT count(*) FROM ${table} WHERE ${condition}`;
  return { where: `${table}.${column}`, value, sql };
}

interface Union {
  readonly def: { readonly type: string; readonly options: readonly Option[] };
}
interface Option {
  readonly def: {
    readonly shape: Readonly<
      Record<string, { readonly def: { readonly values: readonly string[] } }>
    >;
  };
}

/** The words by which a union of objects is told apart. */
function wordsOf(union: z.ZodMiniDiscriminatedUnion, key: string): readonly string[] {
  return (union as unknown as Union).def.options.flatMap(
    ({ def }) => def.shape[key]?.def.values ?? [],
  );
}
