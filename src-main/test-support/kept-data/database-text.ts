/**
 * A database as SQL text, one row a line, and back. The text holds the tables as they were: nothing of the program that
 * reads it is asked for them.
 */
import Database from 'better-sqlite3';

interface Table {
  readonly name: string;
  readonly sql: string;
}

/** Tables first, then what is made once their rows are there, then the version. */
export function schemaText(db: Database.Database): string {
  const statements = db
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'
       ORDER BY type <> 'table', type, name`,
    )
    .pluck()
    .all();
  const version = Number(db.pragma('user_version', { simple: true }));
  return `${statements.join(';\n')};\nPRAGMA user_version = ${version};\n`;
}

/** `rename`: the text of a value as it is kept, by its column. */
export function rowsText(db: Database.Database, rename: Rename = (text) => text): string {
  const tables = db
    .prepare<[], Table>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .all();
  const hasSequence = tables.some(({ sql }) => sql.includes('AUTOINCREMENT'));
  return [
    ...tables.map((table) => tableText(db, table, rename)),
    // Inserting has counted; what was deleted counts too.
    ...(hasSequence ? [`DELETE FROM sqlite_sequence;\n`, sequenceText(db)] : []),
  ].join('');
}

type Rename = (text: string, column: string) => string;

function tableText(db: Database.Database, { name, sql }: Table, rename: Rename): string {
  const columns = db.pragma(`table_info(${name})`) as readonly {
    readonly name: string;
    readonly type: string;
    readonly pk: number;
  }[];
  const keys = columns.filter(({ pk }) => pk > 0);
  // Where the number of a row has no name, what refers to it still has to find it.
  const isNumbered = keys.length === 1 && keys[0]?.type === 'INTEGER';
  const hasHiddenNumber = !sql.includes('WITHOUT ROWID') && !isNumbered;
  const names = [...(hasHiddenNumber ? ['rowid'] : []), ...columns.map((column) => column.name)];
  const order = hasHiddenNumber ? 'rowid' : keys.map((key) => key.name).join(', ');
  return insertText(db, { name, names, order }, rename);
}

function sequenceText(db: Database.Database): string {
  const table = { name: 'sqlite_sequence', names: ['name', 'seq'], order: 'name' };
  return insertText(db, table, (text) => text);
}

function insertText(
  db: Database.Database,
  { name, names, order }: { name: string; names: readonly string[]; order: string },
  rename: Rename,
): string {
  const rows = db
    .prepare<[], readonly unknown[]>(`SELECT ${names.join(', ')} FROM ${name} ORDER BY ${order}`)
    .raw()
    .all()
    .map((row) => {
      const values = row.map((value, index) => literal(value, names[index] ?? '', rename));
      return `(${values.join(', ')})`;
    });
  if (rows.length === 0) return '';
  return `INSERT INTO ${name} (${names.join(', ')}) VALUES\n${rows.join(',\n')};\n`;
}

/** On one line. */
function literal(value: unknown, column: string, rename: Rename): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (value instanceof Buffer) return `X'${value.toString('hex')}'`;
  if (typeof value !== 'string') throw new Error(`${column} is of no type that SQLite has`);
  const quoted = rename(value, column).replaceAll("'", "''");
  // Line ends would break the row into lines, and some editors change them.
  const parts = quoted.split(/(?<ends>[\r\n])/).filter((part) => part !== '');
  if (!parts.some((part) => part === '\r' || part === '\n')) return `'${quoted}'`;
  return parts
    .map((part) => (part === '\r' || part === '\n' ? `char(${part.charCodeAt(0)})` : `'${part}'`))
    .join(' || ');
}

/** Writes the database into `file`, which must not exist. */
export function writeDatabase(file: string, schema: string, rows: string): void {
  const db = new Database(file);
  try {
    db.pragma('synchronous = OFF');
    db.pragma('foreign_keys = OFF');
    const at = schema.search(/^CREATE (?:UNIQUE )?(?:INDEX|TRIGGER)/m);
    db.transaction(() => {
      for (const part of [schema.slice(0, at), rows, schema.slice(at)]) db.exec(part);
    })();
  } finally {
    db.close();
  }
}
