/** An evidence bundle for a stranger, written by hand: the page that checks it has to be told nothing by its maker. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  configure,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import {
  BAG_DECLARATION,
  manifestName,
  manifestText,
} from '../../src-shared/evidence/bag-format.ts';

export interface BagPart {
  /** As in the bundle, with `/`. */
  readonly name: string;
  /** A number: of that many bytes, all zero, which take no room on the disk. */
  readonly content: string | number;
  /** What its certificate says; its own SHA-256 unless something else is given. */
  readonly certificate?: unknown;
}

const ZEROS = new Uint8Array(1_000_000);

function sha256Of(content: BagPart['content']): string {
  const hash = createHash('sha256');
  if (typeof content === 'string') return hash.update(content).digest('hex');
  for (let left = content; left > 0; left -= ZEROS.length) {
    hash.update(left < ZEROS.length ? ZEROS.subarray(0, left) : ZEROS);
  }
  return hash.digest('hex');
}

/** `service`: what the bundle calls the service's address. */
export function writeBag(folder: string, parts: readonly BagPart[], service: string): void {
  const files = new Map<string, BagPart['content']>();
  for (const { name, content, certificate } of parts) {
    files.set(`data/files/${name}`, content);
    const proof = certificate ?? { FileHash: sha256Of(content) };
    files.set(`data/certificates/${name}.json`, JSON.stringify(proof));
  }
  const described = parts.map(({ name }) => ({
    content: { path: `files/${name}` },
    certificate: { json: `certificates/${name}.json` },
  }));
  const checks = { format: 'labseal-evidence-checks', version: 1, service, files: described };
  files.set('data/checks.json', JSON.stringify(checks));
  const listed = [...files].map(([name, content]) => ({ path: name, digest: sha256Of(content) }));
  files.set(manifestName('sha256'), manifestText(listed));
  files.set('bagit.txt', BAG_DECLARATION);
  for (const [name, content] of files) {
    const file = path.join(folder, ...name.split('/'));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : '');
    if (typeof content === 'number') fs.truncateSync(file, content);
  }
}

/** The files of a folder in a ZIP, each with its name in that folder. */
export async function writeZip(zip: string, folder: string): Promise<void> {
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter());
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.toSorted()) {
    const file = path.join(folder, name);
    if (!fs.statSync(file).isFile()) continue;
    const inside = name.split(path.sep).join('/');
    await writer.add(inside, new Uint8ArrayReader(fs.readFileSync(file)));
  }
  fs.writeFileSync(zip, await writer.close());
}
