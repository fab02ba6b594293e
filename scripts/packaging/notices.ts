/**
 * The licences of everything a person gets with the program, as the licences ask for. Pure but for reading the packages.
 */
import fs from 'node:fs';
import path from 'node:path';
import { shippedFolders, type ShippedFacts } from './shipped-packages.ts';

/** Beside the build, and beside the archive in the package. */
export const NOTICES_FILE = 'out/third-party-notices.txt';

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** As the package has it; empty when it has none of its own. */
  readonly text: string;
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;
/** What may be given away with a program of ours, each by its name or joined by OR and AND. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
]);
/** What these say instead of a name. Each text was read, is as free as the others (png-js: MIT), and is among the notices. */
const READ = new Map([
  ['dejavu-fonts-ttf', 'SEE LICENSE IN README.md AND LICENSE'],
  ['png-js', ''],
]);

/** What ships and is in no package: a font. */
const FONT = { name: 'Droid Sans Fallback', version: '6.0.1', licence: 'Apache-2.0' };

/** Each package that ships, read from its folder, and the font. */
export function readNotices(root: string, facts: ShippedFacts): readonly Notice[] {
  const ofFont = fs.readFileSync(path.join(root, 'build/fonts/LICENSE.txt'), 'utf8').trim();
  const ofPackages = shippedFolders(facts).map((folder) => {
    const place = path.join(root, folder);
    const manifest = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8')) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string;
    };
    const files = fs.readdirSync(place, { withFileTypes: true });
    const texts = files
      .filter((file) => file.isFile() && LICENCE_FILE.test(file.name))
      .map(({ name }) => fs.readFileSync(path.join(place, name), 'utf8').trim());
    const { name, version, license = '' } = manifest;
    return { name, version, licence: license, text: texts.join('\n\n') };
  });
  return [...ofPackages, { ...FONT, text: ofFont }];
}

/** Packages that may not ship, a sentence each. */
export function licenceFaults(notices: readonly Notice[]): readonly string[] {
  return notices
    .filter(({ name, licence }) => READ.get(name) !== licence && !isAccepted(licence))
    .map(({ name, licence }) => `${name} is under ${licence === '' ? 'no licence' : licence}`);
}

/** One of several is enough, all of several are needed. */
function isAccepted(licence: string): boolean {
  const bare = licence.replaceAll(/[()]/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAccepted);
  return bare.split(' AND ').every((name) => ACCEPTED.has(name));
}

/** One text to read, package by package. */
export function noticesText(notices: readonly Notice[]): string {
  const parts = notices.map(({ name, version, licence, text }) => {
    const head = `${name} ${version} (${licence === '' ? 'as below' : licence})`;
    return `${head}\n${'-'.repeat(head.length)}\n\n${text === '' ? 'The package has no text of its own.' : text}\n`;
  });
  return `Labseal is made with the work of others. This is what it holds, and under which licences.\n\n${parts.join('\n\n')}`;
}
