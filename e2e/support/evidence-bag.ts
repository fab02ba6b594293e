/** An evidence bundle for a stranger, written by hand: the page that checks it has to be told nothing by its maker. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  BAG_DECLARATION,
  manifestName,
  manifestText,
} from '../../src-main/features/evidence/bundle/bag-format.ts';

export interface BagPart {
  /** As in the bundle, with `/`. */
  readonly name: string;
  readonly content: string;
  /** What its certificate says; its own SHA-256 unless something else is given. */
  readonly certificate?: unknown;
}

const sha256Of = (content: string) => createHash('sha256').update(content).digest('hex');

/** `service`: what the bundle calls the service's address. */
export function writeBag(folder: string, parts: readonly BagPart[], service: string): void {
  const files = new Map<string, string>();
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
    fs.writeFileSync(file, content);
  }
}
