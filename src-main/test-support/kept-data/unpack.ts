/**
 * Data folders as released versions left them, each beside the lab it is about and a service that holds its records. They
 * were made once, by `scripts/data-folder.ts` of that version, and are never changed.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase as openServiceDatabase } from '../../../src-mock/store/database.ts';
import { writeDatabase } from './database-text.ts';

export interface KeptDataFolder {
  readonly version: string;
  /** When it was left. */
  readonly endMs: number;
  /** The last one is who signed in last. */
  readonly accounts: readonly {
    readonly userId: string;
    readonly email: string;
    readonly marker: unknown;
    /** Names of saved certificates; those of other records are to be fetched again. */
    readonly certificates: readonly string[];
  }[];
  readonly lab: readonly {
    /** Relative to the lab, with `/` between names. */
    readonly name: string;
    readonly text: string;
    readonly mtimeMs: number;
  }[];
}

const FOLDER = new URL('./', import.meta.url);

/** The versions of which a data folder is kept. */
export const KEPT_VERSIONS: readonly string[] = fs
  .readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

export interface Unpacked extends Pick<KeptDataFolder, 'endMs'> {
  /** LABSEAL_HOME. */
  readonly home: string;
  readonly lab: string;
  /** For `startMockService`, at the port of `server`. */
  readonly serviceFolder: string;
  /** In the order in which they signed in. */
  readonly accounts: readonly { readonly email: string; readonly folder: string }[];
}

/** A text of the kept data folder, as it is in the repository. */
export function keptText(version: string, name: string): string {
  return fs.readFileSync(new URL(`${version}/${name}`, FOLDER), 'utf8');
}

/** Of the last migration of that version. */
export function keptDatabaseVersion(version: string): number {
  const found = /user_version = (?<number>\d+)/.exec(keptText(version, 'schema.sql'));
  return Number(found?.groups?.['number']);
}

function readKept(version: string): KeptDataFolder {
  return JSON.parse(keptText(version, 'data-folder.json')) as KeptDataFolder;
}

/** Names of the files of the last account. */
export function savedCertificates(version: string): readonly string[] {
  return readKept(version).accounts.at(-1)?.certificates ?? [];
}

/** Lays everything out below `root`, an empty folder. `server`: the address at which the service will be. */
export function unpack(version: string, root: string, server: string): Unpacked {
  const kept = readKept(version);
  const [home, lab, serviceFolder] = ['labseal', 'lab', 'service'].map((name) => {
    fs.mkdirSync(path.join(root, name), { mode: 0o700 });
    return path.join(root, name);
  }) as [string, string, string];
  for (const { name, text, mtimeMs } of kept.lab) {
    const file = path.join(lab, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    fs.utimesSync(file, mtimeMs / 1_000, mtimeMs / 1_000);
  }
  const read = (name: string) => filled(keptText(version, name), { root, lab, server });

  const schema = read('schema.sql');
  const accounts = kept.accounts.map(({ userId, email, marker, certificates }, index) => {
    const folder = path.join(home, 'accounts', folderNameOf(server, userId));
    fs.mkdirSync(path.join(folder, 'certificates'), { recursive: true, mode: 0o700 });
    writeDatabase(path.join(folder, 'labseal.db'), schema, read(`account-${index}.sql`));
    fs.writeFileSync(path.join(folder, 'marker.json'), `${JSON.stringify(marker)}\n`);
    for (const name of certificates) {
      const from = new URL(`${version}/certificates/${name}`, FOLDER);
      fs.copyFileSync(from, path.join(folder, 'certificates', name));
    }
    const account = `${JSON.stringify({ server, email, userId }, null, 2)}\n`;
    fs.writeFileSync(path.join(home, 'account.json'), account, { mode: 0o600 });
    return { email, folder };
  });
  fs.writeFileSync(path.join(home, 'engine.lock'), '', { mode: 0o600 });

  const service = openServiceDatabase(path.join(serviceFolder, 'service.sqlite'));
  service.pragma('foreign_keys = OFF');
  service.transaction(() => service.exec(read('service.sql')))();
  service.close();
  return { home, lab, serviceFolder, accounts, endMs: kept.endMs };
}

/** As 0.1.0 named it. Written here again: a program that names it otherwise has to find the old one all the same. */
function folderNameOf(server: string, userId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([server, userId]))
    .digest('hex')
    .slice(0, 32);
}

/** Puts what is particular to this computer in the place of its marks. */
function filled(
  text: string,
  { root, lab, server }: { readonly root: string; readonly lab: string; readonly server: string },
): string {
  const facts = (name: string) => fs.statSync(path.join(lab, name), { bigint: true });
  return text
    .replaceAll('@DEVICE@', String(facts('').dev))
    .replaceAll(/@IDENTITY (?<name>[^@]+)@/g, (_, name: string) => {
      const { dev, ino, size, mtimeNs, ctimeNs } = facts(name);
      return [dev, ino, size, mtimeNs, ctimeNs].join(':');
    })
    .replaceAll(/@INODE (?<name>[^@]+)@/g, (_, name: string) => String(facts(name).ino))
    .replaceAll(/@WRITTEN (?<name>[^@]+)@/g, (_, name: string) => String(facts(name).mtimeNs))
    .replaceAll('@ROOT@', root)
    .replaceAll('@SERVICE@', server);
}
