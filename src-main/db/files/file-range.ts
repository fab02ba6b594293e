/**
 * Windows into long lists of files: the rows at positions `first` to `first + count`, and their total number. Only rows
 * of active folders. It changes nothing. Counts come from the counters wherever possible, since counting rows would
 * cost more than reading them.
 */
import type Database from 'better-sqlite3';
import { makePrepareOnce } from '../transactions.ts';
import { splitList } from '../../../src-shared/model/files/assignment.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { type FileGroup, rowsOfGroup } from '../../../src-shared/model/files/file-group.ts';
import type { FileType } from '../../../src-shared/service/files.ts';
import { makePlaceSearch, type SoughtWord, wordConditions, wordValues } from './place-search.ts';

/** Filters of a list; an undefined field does not filter. */
export interface RangeFilter {
  readonly projectId?: string | undefined;
  readonly folderId?: number | undefined;
  readonly states?: readonly FileState[] | undefined;
  readonly holds?: readonly HoldReason[] | undefined;
  readonly group?: FileGroup | undefined;
  /** From the file's own assignment or its folder's. */
  readonly visibility?: Visibility | undefined;
  readonly fileType?: FileType | undefined;
  /** One label, exactly; a file may have several. */
  readonly label?: string | undefined;
  /** A subfolder of the folder of `folderId`, with everything below it. */
  readonly subfolder?: string | undefined;
  /** Words, each part of the name or of its subfolders, whatever the case of ASCII letters. */
  readonly text?: string | undefined;
}

export interface RangeOrder {
  readonly by: 'name' | 'state' | 'size' | 'when';
  readonly isDescending: boolean;
}

export interface RangeWindow {
  readonly first: number;
  readonly count: number;
}

export interface IdRange {
  readonly total: number;
  /** Numbers of the rows, in their order. */
  readonly ids: readonly number[];
}

/** The row's number follows, so that rows with equal keys keep their positions from one window to the next. */
const KEYS: Readonly<Record<RangeOrder['by'], string>> = {
  name: 'f.name COLLATE NOCASE',
  state: 'f.state',
  size: 'f.size_bytes',
  when: 'f.changed_at_ms', // read by `byChange`
};

const EARLY = "('discovered', 'settling', 'hashing', 'checking')";
/** As the index of migration 270 has it. */
const RESTING = `(f.state <> 'discovered' AND f.state <> 'settling' AND f.state <> 'hashing'
  AND f.state <> 'checking')`;

/** More rows that have the words are found faster on the way through a list than beforehand. */
const MOST_SOUGHT = 10_000;

/** Reading so many rows of an index takes a fraction of a millisecond. */
const ROWS_BETWEEN_ANCHORS = 2_000;

type Values = Readonly<Record<string, string | number | null>>;

/** The rows of a filter by destination: whole folders, and single rows with an assignment of their own; and by place. */
interface Belonging {
  readonly folders: readonly number[];
  /** Rows of those folders with another destination. */
  readonly without: readonly number[];
  /** Rows of other folders with this destination. */
  readonly also: readonly number[];
  /** Null: wherever in their folders. */
  readonly directories: readonly number[] | null;
  /** All have to be found. */
  readonly words: readonly SoughtWord[];
  /** The rows that have all words, whatever their folder and state. Null: nothing is sought, or too many have them. */
  readonly sought: readonly number[] | null;
}

const isInDirectory = (list: string) => `f.directory_id IN ${list}`;
const listed = (name: string) => `(SELECT value FROM json_each(@${name}))`;

/** `rowsBetween`: the distance of rows whose positions are remembered. */
export function makeFileRange(db: Database.Database, rowsBetween = ROWS_BETWEEN_ANCHORS) {
  const anchorBefore = makeRangeAnchors(rowsBetween);
  const prepare = makePrepareOnce<Values>(db);
  const places = makePlaceSearch(db);
  const ids = (sql: string, values: Values): readonly number[] =>
    prepare<{ id: number }>(sql)
      .all(values)
      .map(({ id }) => id);

  function belonging(filter: RangeFilter): Belonging {
    const values = instructionValues(filter);
    const { folderId, subfolder, text } = filter;
    const inside =
      folderId === undefined || subfolder === undefined ? null : places.below(folderId, subfolder);
    const words = text === undefined ? [] : places.sought(text);
    const place = {
      directories: inside,
      words,
      sought: words.length === 0 ? null : soughtRows(words),
    };
    const isActive = 'o.removed_at_ms IS NULL AND (@folderId IS NULL OR o.id = @folderId)';
    if (!asksForInstructions(filter)) {
      const folders = ids(`SELECT o.id FROM folder o WHERE ${isActive}`, values);
      return { ...place, folders, without: [], also: [] };
    }
    const own = `SELECT f.id FROM file f JOIN assignment a ON a.id = f.assignment_id
      JOIN folder o ON o.id = f.folder_id JOIN assignment b ON b.id = o.assignment_id
      WHERE f.assignment_id IS NOT NULL AND ${isActive}`;
    const [fits, folderFits] = [instructionsFit(filter, 'a'), instructionsFit(filter, 'b')];
    return {
      ...place,
      folders: ids(
        `SELECT o.id FROM folder o JOIN assignment a ON a.id = o.assignment_id WHERE ${isActive} AND ${fits}`,
        values,
      ),
      without: ids(`${own} AND NOT (${fits}) AND ${folderFits}`, values),
      also: ids(`${own} AND ${fits} AND NOT (${folderFits})`, values),
    };
  }

  /** From the index of names in directories alone. Null: too many. */
  function soughtRows(words: readonly SoughtWord[]): readonly number[] | null {
    const found = ids(
      `SELECT f.id FROM file f WHERE TRUE${wordConditions(words, 'f.name', isInDirectory)} LIMIT +@most`,
      { ...wordValues(words), most: MOST_SOUGHT + 1 },
    );
    return found.length > MOST_SOUGHT ? null : found;
  }

  function totalOf(filter: RangeFilter, where: Belonging, values: Values): number {
    const count = (sql: string) => prepare<{ total: number | null }>(sql).get(values)?.total ?? 0;
    if (isByPlace(where)) {
      return count(`SELECT count(*) AS total FROM file f WHERE ${rowConditions(filter, where)}`);
    }
    const whole = count(
      `SELECT sum(files) AS total FROM file_count c WHERE c.folder_id IN ${listed('folders')}
        ${stateConditions(filter, 'c')}`,
    );
    const single = (name: 'without' | 'also') =>
      where[name].length === 0
        ? 0
        : count(
            `SELECT count(*) AS total FROM file f WHERE f.id IN ${listed(name)}${stateConditions(filter, 'f')}`,
          );
    return whole + readyInFolders(filter, values) - single('without') + single('also');
  }

  /** Counters do not know which ready files are approved; approvals are fewer than files that wait for one. */
  function readyInFolders({ states, holds, group }: RangeFilter, values: Values): number {
    const ready = group === undefined ? null : rowsOfGroup(group).ready;
    const isAsked = states?.includes('ready') !== false && holds === undefined;
    if (ready === null || !isAsked) return 0;
    const [all = 0, approved = 0] = prepare<{ files: number | null }>(
      `SELECT sum(files) AS files FROM file_count WHERE state = 'ready' AND folder_id IN ${listed('folders')}
       UNION ALL
       SELECT count(*) FROM (
         SELECT f.id FROM approval a CROSS JOIN file f ON f.id = a.file_id AND f.content_id = a.content_id
         WHERE f.state = 'ready' AND f.folder_id IN ${listed('folders')}
         UNION
         SELECT f.id FROM folder o CROSS JOIN file f ON f.folder_id = o.id AND f.state = 'ready'
         WHERE o.id IN ${listed('folders')} AND ${PAID_BY_FOLDER})`,
    )
      .all(values)
      .map(({ files }) => files ?? 0);
    return ready === 'approved' ? approved : all - approved;
  }

  /** Every text that it was for has other rows, or rows in another order, once it differs. */
  function versionOf(
    { states, holds, group }: RangeFilter,
    { by }: RangeOrder,
    total: number,
  ): string {
    const isOfStates = [states, holds, group].some((wish) => wish !== undefined);
    const isByNameAlone = by === 'name' && !isOfStates;
    // Names never change, and no number is given twice: only new and deleted rows count.
    const sql = isByNameAlone
      ? `SELECT seq AS number FROM sqlite_sequence WHERE name = 'file'`
      : 'SELECT total_changes() AS number';
    return `${prepare<{ number: number }>(sql).get({})?.number ?? 0} ${total}`;
  }

  /** Other lists are sorted, or searched for a text, as a whole at each reading: a row in them is no place to start. */
  function isReadInOrder(where: Belonging, { by }: RangeOrder, values: Values): boolean {
    if (isByPlace(where) || by === 'state' || by === 'size') return false;
    if (by === 'name') return true;
    const early = `SELECT sum(files) AS total FROM file_count
      WHERE state IN ${EARLY} AND folder_id IN ${listed('folders')}`;
    const { total } = prepare<{ total: number | null }>(early).get(values) ?? { total: 0 };
    return (total ?? 0) <= rowsBetween;
  }

  return (filter: RangeFilter, order: RangeOrder, { first, count }: RangeWindow): IdRange => {
    const where = belonging(filter);
    const values = valuesOf(filter, where);
    const total = totalOf(filter, where, values);
    const rowsAfter = (after: Anchor | null, skipped: number, most: number) =>
      prepare<{ id: number; key: string | number }>(listAfter(after, filter, order, where)).all({
        ...values,
        ...(after === null ? {} : { afterKey: after.key, afterId: after.id }),
        ...(order.by === 'when' ? { most: skipped + most } : {}),
        skipped,
        count: most,
      });
    // What is not committed may be undone.
    const after =
      isReadInOrder(where, order, values) && !db.inTransaction
        ? anchorBefore(
            {
              list: JSON.stringify([order.by, order.isDescending, values]),
              version: versionOf(filter, order, total),
              first: Math.min(first, total),
            },
            (anchor, rows) => rowsAfter(anchor, rows - 1, 1)[0],
          )
        : null;
    const skipped = after === null ? first : first - after.position - 1;
    return { total, ids: rowsAfter(after, skipped, count).map(({ id }) => id) };
  };
}

/** Counters and indexes know nothing of these; such a list is sorted as a whole. */
function isByPlace({ directories, words }: Belonging): boolean {
  return directories !== null || words.length > 0;
}

/** `+@`: see `inLine` in file-repository.ts. */
function listAfter(
  after: Anchor | null,
  filter: RangeFilter,
  { by, isDescending }: RangeOrder,
  where: Belonging,
): string {
  const [direction, beyond] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const conditions = rowConditions(filter, where);
  const window = 'LIMIT +@count OFFSET +@skipped';
  if (by === 'when' && where.sought === null) {
    const start =
      after === null ? '' : `(f.changed_at_ms, f.id) ${beyond} (+@afterKey, +@afterId) AND `;
    return `${byChange(start + conditions, direction, where)} ${window}`;
  }
  // `+`: SQLite would walk the index for the order, and look up each row for what is sought.
  const key = isByPlace(where) ? `+${KEYS[by]}` : KEYS[by];
  const rows = `SELECT f.id AS id, ${key} AS key FROM file f WHERE ${conditions}`;
  if (after === null) return `${rows} ORDER BY ${key} ${direction}, f.id ${direction} ${window}`;
  // Two ranges of the index, merged: SQLite finds no beginning in it for a pair with a collation, and many files of
  // different directories may have one name.
  return `${rows} AND ${key} = +@afterKey AND f.id ${beyond} +@afterId
    UNION ALL ${rows} AND ${key} ${beyond} +@afterKey
    ORDER BY 2 COLLATE NOCASE ${direction}, 1 ${direction} ${window}`;
}

/**
 * Resting rows come from the index of migration 270 in its order, those on their way to their fingerprints from the
 * index of their folders. SQLite uses the first only when the states are named in the same way.
 */
function byChange(conditions: string, direction: string, { also }: Belonging): string {
  const order = `ORDER BY at ${direction}, id ${direction}`;
  const foremost = (which: string) =>
    `SELECT * FROM (SELECT f.id, f.changed_at_ms AS at FROM file f
       WHERE ${which} AND ${conditions} ORDER BY f.changed_at_ms ${direction}, f.id ${direction} LIMIT +@most)`;
  const parts = [
    foremost(RESTING),
    foremost(`f.folder_id IN ${listed('folders')} AND f.state IN ${EARLY}`),
    // Rows of other folders, so none is returned twice.
    ...(also.length === 0 ? [] : [foremost(`f.id IN ${listed('also')} AND f.state IN ${EARLY}`)]),
  ];
  return `SELECT id, at AS key FROM (${parts.join(' UNION ALL ')}) ${order}`;
}

function asksForInstructions({ projectId, visibility, fileType, label }: RangeFilter): boolean {
  return [projectId, visibility, fileType, label].some((wish) => wish !== undefined);
}

/** The text contains only the fields that are set: the same filter is prepared once. */
function instructionsFit({ projectId, visibility, fileType, label }: RangeFilter, a: string) {
  const parts = [
    projectId === undefined ? [] : [`${a}.project_id = @projectId`],
    visibility === undefined ? [] : [`${a}.visibility = @visibility`],
    fileType === undefined ? [] : [`${a}.file_type = @fileType`],
    label === undefined
      ? []
      : [`instr(',' || ${a}.labels || ',', ',' || @label || ',') > 0 AND instr(@label, ',') = 0`],
  ];
  return parts.flat().join(' AND ');
}

function instructionValues(filter: RangeFilter): Values {
  const { folderId, projectId, visibility, fileType, label } = filter;
  return {
    folderId: folderId ?? null,
    projectId: projectId ?? null,
    visibility: visibility ?? null,
    fileType: fileType ?? null,
    label: label ?? null,
  };
}

/** Of a ready file `f` and its folder `o`: the folder's budget pays for it without an approval. */
const PAID_BY_FOLDER =
  'o.budget_credits IS NOT NULL AND o.approve_each = 0 AND f.id > o.large_batch_until_id';
const IS_PAID_FOR = `(
  EXISTS (SELECT 1 FROM approval a WHERE a.file_id = f.id AND a.content_id = f.content_id)
  OR EXISTS (SELECT 1 FROM folder o WHERE o.id = f.folder_id AND ${PAID_BY_FOLDER}))`;

/** Conditions on a row's state, as the rows and the counters both have it; of a group, ready rows are among rows alone. */
function stateConditions({ states, holds, group }: RangeFilter, table: 'f' | 'c'): string {
  const ready = group === undefined || table === 'c' ? null : rowsOfGroup(group).ready;
  const orReady =
    ready === null
      ? ''
      : ` OR f.state = 'ready' AND ${ready === 'approved' ? '' : 'NOT '}${IS_PAID_FOR}`;
  const parts = [
    states === undefined ? [] : [`${table}.state IN ${listed('states')}`],
    holds === undefined ? [] : [`${table}.hold IN ${listed('holds')}`],
    group === undefined
      ? []
      : [
          `(${table}.hold IN ${listed('groupHolds')} OR ifnull(${table}.hold, '') = '' AND ${table}.state IN ${listed('unheld')}${orReady})`,
        ],
  ].flat();
  return parts.map((part) => ` AND ${part}`).join('');
}

function rowConditions(filter: RangeFilter, where: Belonging): string {
  const { without, also, directories, words, sought } = where;
  // `+`: SQLite would start with the folders and then sort all rows.
  const folders = `+f.folder_id IN ${listed('folders')}`;
  const stay = without.length === 0 ? folders : `${folders} AND f.id NOT IN ${listed('without')}`;
  const belongs = also.length === 0 ? stay : `(${stay} OR f.id IN ${listed('also')})`;
  const place = directories === null ? '' : ` AND ${isInDirectory(listed('directories'))}`;
  const named =
    sought === null
      ? wordConditions(words, 'f.name', isInDirectory)
      : ` AND f.id IN ${listed('sought')}`;
  return belongs + place + stateConditions(filter, 'f') + named;
}

function valuesOf(filter: RangeFilter, where: Belonging): Values {
  const { states, holds, group } = filter;
  const rows = group === undefined ? null : rowsOfGroup(group);
  return {
    folders: JSON.stringify(where.folders),
    without: JSON.stringify(where.without),
    also: JSON.stringify(where.also),
    states: JSON.stringify(states ?? []),
    holds: JSON.stringify(holds ?? []),
    groupHolds: JSON.stringify(rows?.holds ?? []),
    unheld: JSON.stringify(rows?.unheld ?? []),
    directories: JSON.stringify(where.directories ?? []),
    ...(where.sought === null ? wordValues(where.words) : { sought: JSON.stringify(where.sought) }),
  };
}

/** Every label that files of a project can have by their assignments, in order; null: of all projects. */
export function makeLabelReader(db: Database.Database) {
  const inUse = db.prepare<[{ projectId: string | null }], { labels: string }>(
    `SELECT a.labels FROM folder o JOIN assignment a ON a.id = o.assignment_id
       WHERE o.removed_at_ms IS NULL AND (@projectId IS NULL OR a.project_id = @projectId)
     UNION SELECT a.labels FROM assignment a WHERE a.id IN (
       SELECT f.assignment_id FROM file f JOIN folder o ON o.id = f.folder_id
       WHERE f.assignment_id IS NOT NULL AND o.removed_at_ms IS NULL)
       AND (@projectId IS NULL OR a.project_id = @projectId)`,
  );
  return (projectId: string | null): readonly string[] => {
    const labels = inUse.all({ projectId }).flatMap((row) => splitList(row.labels));
    return [...new Set(labels)].toSorted((one, other) => one.localeCompare(other));
  };
}

interface Anchor {
  /** In its list, counted from 0. */
  readonly position: number;
  readonly id: number;
  /** What the list is sorted by. */
  readonly key: string | number;
}

interface KnownList {
  readonly version: string;
  /** By position. */
  readonly anchors: Anchor[];
}

/** A page shows one list and remembers one or two others; each takes some 100 KB for a million rows. */
const LISTS = 4;

/**
 * Rows of long lists whose positions are known: a window far down a list continues behind the nearest of them instead
 * of counting from the start. Kept in memory; a list that may have changed has none until it is walked again.
 */
export function makeRangeAnchors(rowsBetween: number) {
  const lists = new Map<string, KnownList>();

  function anchorsOf(list: string, version: string): Anchor[] {
    const known = lists.get(list);
    lists.delete(list);
    const kept = known?.version === version ? known : { version, anchors: [] };
    lists.set(list, kept); // last: used most recently
    for (const oldest of lists.keys()) {
      if (lists.size <= LISTS) break;
      lists.delete(oldest);
    }
    return kept.anchors;
  }

  /**
   * The known row that is nearest before position `first`; null: the list is read from its start. What lies between is
   * walked with `following`, which returns the row `rows` behind an anchor, and remembered. `version` changes whenever
   * rows may have come, gone or moved.
   */
  return function before(
    { list, version, first }: { list: string; version: string; first: number },
    following: (after: Anchor | null, rows: number) => Omit<Anchor, 'position'> | undefined,
  ): Anchor | null {
    const anchors = anchorsOf(list, version);
    let index = Math.min(anchors.length, Math.floor(first / rowsBetween)) - 1;
    let nearest = anchors[index] ?? null;
    while ((index + 2) * rowsBetween <= first) {
      const found = following(nearest, rowsBetween);
      if (found === undefined) break; // the list ends before
      index += 1;
      nearest = { ...found, position: (index + 1) * rowsBetween - 1 };
      anchors.push(nearest);
    }
    return nearest;
  };
}
