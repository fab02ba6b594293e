/**
 * Checks a bundle with independent programs: the checksum programs of the system, and the RO-Crate library of the
 * University of Queensland with its own validator. Further requirements of RFC 8493 and RO-Crate 1.2 are checked here.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'vitest';
import { filesIn } from './sample-bundle.ts';

interface CrateEntity {
  readonly '@id': string;
  readonly '@type': readonly string[];
  readonly [property: string]: unknown;
}

interface ValidatorResult {
  readonly status: string;
  readonly message: string;
}

interface RoCrateLibrary {
  readonly Validator: new () => {
    parseJSON(text: string): void;
    rootDataEntity(): void;
    checkFiles(files: Record<string, { exists: boolean; isDir: boolean }>): void;
    readonly results: readonly ValidatorResult[];
  };
  readonly Checker: new (crate: unknown) => Record<string, () => { readonly status: boolean }>;
  readonly ROCrate: new (
    json: unknown,
    options: { array: boolean; link: boolean },
  ) => {
    entities(): Iterable<CrateEntity>;
    resolveTerm(term: string): string | undefined;
  };
}

const { Validator, Checker, ROCrate } = createRequire(import.meta.url)(
  'ro-crate',
) as RoCrateLibrary;

const TAG_LISTS = ['tagmanifest-sha512.txt', 'tagmanifest-sha256.txt'];
const LISTS = ['manifest-sha512.txt', 'manifest-sha256.txt', ...TAG_LISTS];
const CHECKS = [
  'hasRootDataset',
  'hasRootDatasetWithProperID',
  'hasName',
  'hasDescription',
  'hasAuthor',
  'hasLicense',
  'hasDatePublished',
];
const OUTSIDE = /^(https:\/\/w3id\.org\/ro\/crate\/1\.2|http:\/\/schema\.org\/)/;

/** The result of `sha512sum --check` or `sha256sum --check` for the files of a manifest. */
export function sumsOf(bag: string, list: string): string {
  const program = list.endsWith('sha512.txt') ? 'sha512sum' : 'sha256sum';
  const ended = spawnSync(program, ['--check', '--strict', list], { cwd: bag, encoding: 'utf8' });
  if (ended.error !== undefined) throw ended.error;
  return ended.stdout;
}

export function expectWholeBag(bag: string): void {
  const files = filesIn(bag);
  const payload = files.filter((file) => file.startsWith('data/'));
  const read = (name: string) => fs.readFileSync(path.join(bag, name), 'utf8');
  expect(read('bagit.txt')).toBe('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
  for (const list of LISTS) {
    const lines = sumsOf(bag, list).trim().split('\n');
    const expected = TAG_LISTS.includes(list)
      ? files.filter((file) => !file.startsWith('data/') && !TAG_LISTS.includes(file))
      : payload;
    expect(lines.toSorted()).toEqual(expected.map((file) => `${file}: OK`).toSorted());
  }
  const bytes = payload.reduce((sum, file) => sum + fs.statSync(path.join(bag, file)).size, 0);
  const info = read('bag-info.txt');
  expect(info).toContain(`\nPayload-Oxum: ${bytes}.${payload.length}\n`);
  expect(info).toMatch(/^Bagging-Date: \d{4}-\d\d-\d\d$/m);
  expect(info).toMatch(/^External-Identifier: urn:uuid:\S+$/m);
  for (const line of info.trimEnd().split('\n')) expect(line).toMatch(/^[A-Z][\w-]+: \S/);
}

/** Also checks that every file is described, with its size and digest, and that every reference resolves. */
export function expectWholeCrate(bag: string): readonly CrateEntity[] {
  const root = path.join(bag, 'data');
  const text = fs.readFileSync(path.join(root, 'ro-crate-metadata.json'), 'utf8');
  const validator = new Validator();
  validator.parseJSON(text);
  validator.rootDataEntity();
  const present = filesIn(root).filter((file) => file !== 'ro-crate-metadata.json');
  const addresses = present.map((file) => file.replaceAll(/[% #[\]{}^`]/g, encodeURIComponent));
  validator.checkFiles(
    Object.fromEntries(addresses.map((file) => [file, { exists: true, isDir: false }])),
  );
  expect(validator.results.filter(({ status }) => status !== 'success')).toEqual([]);

  const json = JSON.parse(text) as { '@context': unknown };
  expect(json['@context']).toBe('https://w3id.org/ro/crate/1.2/context');
  const checker = new Checker(new ROCrate(json, { array: false, link: false }));
  expect(CHECKS.filter((check) => checker[check]?.().status !== true)).toEqual([]);

  const crate = new ROCrate(json, { array: true, link: false });
  const entities = [...crate.entities()];
  const ids = new Set(entities.map((one) => one['@id']));
  expect(ids.size).toBe(entities.length);
  const references = entities.flatMap(referencesOf);
  expect(references.filter((id) => !ids.has(id) && !OUTSIDE.test(id))).toEqual([]);
  const terms = entities.flatMap((one) => [...Object.keys(one), ...one['@type']]);
  const ownTerms = terms.filter((term) => !term.startsWith('@'));
  expect(ownTerms.filter((term) => !crate.resolveTerm(term))).toEqual([]);
  const described = entities.filter((one) => one['@type'].includes('File'));
  const parts = described.filter((one) => !one['@id'].startsWith('#'));
  for (const part of parts) expectSamePart(root, part);
  expect(parts.map((one) => decodeURIComponent(one['@id'])).toSorted()).toEqual(present);
  return entities;
}

/** The ids that an entity refers to. */
function referencesOf(one: CrateEntity): readonly string[] {
  const values: readonly unknown[] = Object.values(one).flat();
  return values.flatMap((value) =>
    typeof value === 'object' && value !== null && '@id' in value ? [String(value['@id'])] : [],
  );
}

function expectSamePart(root: string, file: CrateEntity): void {
  const bytes = fs.readFileSync(path.join(root, decodeURIComponent(file['@id'])));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(file).toMatchObject({ contentSize: [String(bytes.length)], sha256: [sha256] });
}
