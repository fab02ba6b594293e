/** Writes a data folder, its lab and its service as text that holds on any computer; `unpack.ts` is the way back. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { PRODUCT } from '../../src-shared/model/text/product.ts';
import { factsKey } from '../../src-main/platform/disk/file-identity.ts';
import type { Holding } from '../../src-main/test-support/kept-data/holdings.ts';
import { rowsText, schemaText } from '../../src-main/test-support/kept-data/database-text.ts';
import type { KeptDataFolder } from '../../src-main/test-support/kept-data/unpack.ts';
import { END_MS, type Places, type Told } from './tell-story.ts';

/** Certificates that are kept with their record; all others were cut by a power loss, as it were. */
const KEPT_CERTIFICATES = 1;

export interface MadeData {
  readonly places: Places;
  readonly told: Told;
  readonly holdings: readonly Holding[];
}

/** `folder` is made anew. */
export function writeKeptData(folder: string, { places, told, holdings }: MadeData): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, 'certificates'), { recursive: true });
  const put = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  const rename = renamer(places, told.server);
  const accounts = told.accounts.map(({ userId, email, folder: at }, index) => {
    using db = opened(path.join(at, 'labseal.db'));
    if (index === 0) put('schema.sql', schemaText(db));
    put(`account-${index}.sql`, rowsText(db, rename));
    const marker = JSON.parse(fs.readFileSync(path.join(at, 'marker.json'), 'utf8')) as unknown;
    return { userId, email, marker, certificates: keepCertificates(folder, at, db) };
  });
  using service = opened(path.join(places.service, 'service.sqlite'));
  service.exec('DELETE FROM setting'); // its secrets are made anew
  put('service.sql', rowsText(service, rename));
  const kept: KeptDataFolder = {
    version: PRODUCT.version,
    endMs: END_MS,
    accounts,
    lab: labFiles(places.lab),
  };
  put(
    'holds.txt',
    holdings.map(({ where, value, rows }) => `${where} ${value}: ${rows}\n`).join(''),
  );
  put('data-folder.json', `${JSON.stringify(kept, null, 1)}\n`);
}

function opened(file: string): Database.Database & Disposable {
  const db = new Database(file);
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

/** Names of the files. */
function keepCertificates(folder: string, account: string, db: Database.Database): string[] {
  const from = path.join(account, 'certificates');
  const names = db
    .prepare<[number], string>(
      'SELECT certificate_pdf FROM record WHERE certificate_pdf IS NOT NULL ORDER BY id LIMIT ?',
    )
    .pluck()
    .all(KEPT_CERTIFICATES)
    .map((name) => path.parse(name).name);
  const files = names.flatMap((name) => ['pdf', 'json', 'seal'].map((form) => `${name}.${form}`));
  for (const name of files) {
    fs.copyFileSync(path.join(from, name), path.join(folder, 'certificates', name));
  }
  return files;
}

function labFiles(lab: string): KeptDataFolder['lab'] {
  const names = fs.readdirSync(lab, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(lab, path.join(entry.parentPath, entry.name)))
    .toSorted()
    .map((name) => {
      const file = path.join(lab, name);
      return { name, text: fs.readFileSync(file, 'utf8'), mtimeMs: fs.statSync(file).mtimeMs };
    });
}

/** What is particular to this computer becomes a mark. */
function renamer({ lab }: Places, server: string): (text: string, column: string) => string {
  const root = path.dirname(lab);
  const marks = new Map<string, string>();
  const inodes = new Map<string, string>();
  const { dev } = fs.statSync(lab);
  for (const entry of fs.readdirSync(lab, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(lab, file);
    const facts = fs.statSync(file, { bigint: true });
    marks.set(factsKey(facts), `@IDENTITY ${name}@`);
    inodes.set(String(facts.ino), `@INODE ${name}@`);
    inodes.set(String(facts.mtimeNs), `@WRITTEN ${name}@`);
  }
  return (text, column) => {
    if (/^(root_)?dev$/.test(column) && text === String(dev)) return '@DEVICE@';
    if (/^(root_)?ino$|^mtime_ns$/.test(column)) return inodes.get(text) ?? text;
    return (marks.get(text) ?? text).replaceAll(root, '@ROOT@').replaceAll(server, '@SERVICE@');
  };
}
