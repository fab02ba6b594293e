import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { provenanceTerms } from '../../../../src-shared/model/lineage/provenance-terms.ts';
import { makeLineage } from '../../../../src-shared/model/lineage/lineage.ts';
import {
  derived,
  lineageFacts,
  recorded,
} from '../../../../src-shared/model/lineage/test-support/lineage.ts';
import { expectWholeBag, expectWholeCrate, sumsOf } from './test-support/independent-checks.ts';
import {
  bundleFacts,
  filesIn,
  sampleBundle,
  type SampleBundle,
} from './test-support/sample-bundle.ts';

/** `bagit.py`, the validator of the Library of Congress. It is not in Node's registry, so it may be absent. */
const HAS_BAGIT = spawnSync('bagit.py', ['--version']).error === undefined;

async function made(sample: SampleBundle, ...asked: Parameters<SampleBundle['make']>) {
  const bundle = await sample.make(...asked);
  if (!bundle.ok) throw new Error(bundle.fault.kind);
  return bundle.value;
}

describe('a bundle', () => {
  test('is a BagIt bag and an RO-Crate by the evaluation of others', async () => {
    const sample = sampleBundle();
    const files = [
      sample.file('Tide tables/run 14 #3 [final].raw'),
      sample.file('Tide tables/表/潮位 50%.csv'),
      sample.file('Tide tables/empty.dat', ''),
      sample.file('con.txt'),
    ];
    const report = await made(sample, { files });
    expect(report).toMatchObject({ path: sample.target, isComplete: true, unproven: [] });
    expectWholeBag(sample.target);
    const entities = expectWholeCrate(sample.target);
    const original = entities.find((one) => one['@id'] === 'files/Tide%20tables/表/潮位%2050_.csv');
    expect(original?.['name']).toEqual(['潮位 50%.csv']);
    expect(filesIn(sample.target)).toContain('data/files/_con.txt');
    expect(fs.readdirSync(path.dirname(sample.target))).toEqual(['tides']);
    // One damaged byte is detected.
    fs.writeFileSync(path.join(sample.target, 'data/files/_con.txt'), 'content of con.tyt');
    const said = sumsOf(sample.target, 'manifest-sha512.txt');
    expect(said.match(/^.*: FAILED$/gm)).toEqual(['data/files/_con.txt: FAILED']);
  });

  test.skipIf(!HAS_BAGIT)(
    'is whole for the validator of the Library of Congress, where that is installed',
    { meta: { notRunBecause: 'bagit.py (the Python package bagit) not installed' } },
    async () => {
      const sample = sampleBundle();
      const files = [sample.file('Tide tables/潮位 50%.csv'), sample.file('run 14 #3.raw')];
      await made(sample, { files });
      const validate = () => spawnSync('bagit.py', ['--validate', '--quiet', sample.target]).status;
      expect(validate()).toBe(0);
      fs.appendFileSync(path.join(sample.target, 'data/files/run 14 #3.raw'), '!');
      expect(validate()).toBe(1);
    },
  );

  test('tells where files come from in the words of PROV, also of files that are not in it', async () => {
    const sample = sampleBundle();
    const peaks = sample.file('peaks.csv');
    const lineage = makeLineage(
      lineageFacts([
        recorded('raw', { ownerId: 'user-2', ownerName: 'Ada Løvland' }),
        recorded('sop'),
        derived(peaks.record.fileId, ['raw'], { linkToProcedure: 'sop' }),
      ]),
    );
    const [project] = bundleFacts().projects;
    const provenance = provenanceTerms(lineage);
    const projects = project === undefined ? [] : [{ ...project, provenance }];
    await made(sample, { files: [peaks], projects });
    const entities = expectWholeCrate(sample.target);
    expectWholeBag(sample.target);
    const file = entities.find((one) => one['@id'] === 'files/peaks.csv');
    expect(file).toMatchObject({
      '@type': ['File', 'prov:Entity'],
      wasDerivedFrom: [{ '@id': '#file-raw' }],
      'prov:wasGeneratedBy': [expect.anything()],
    });
    const making = entities.find((one) => one['@type'].includes('prov:Activity'));
    expect(making).toMatchObject({
      object: [{ '@id': '#file-raw' }],
      instrument: [{ '@id': '#file-sop' }],
      result: [{ '@id': 'files/peaks.csv' }],
    });
    const ada = entities.find((one) => one['@id'] === '#person-user-2');
    expect(ada?.['@type']).toEqual(['Person', 'prov:Agent']);
  });
});

test('the README tells how, in lines that fit every window; nothing names this computer or its folders (P23)', async () => {
  const sample = sampleBundle();
  await made(sample, { files: [sample.file('run.raw')] });
  const readme = sample.textOf('README.txt');
  const command = /Linux +(sha512sum --check manifest-sha512\.txt)/.exec(readme)?.[1] ?? '';
  const said = execFileSync('sh', ['-c', command], { cwd: sample.target, encoding: 'utf8' });
  expect(said.trim().split('\n')).toHaveLength(6);
  expect(readme.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(readme).toContain('https://service.example');
  expect(readme).toContain('SHA-256');
  const texts = filesIn(sample.target).map(sample.textOf).join('\n');
  expect(texts).not.toContain(sample.at(''));
  expect(texts).not.toContain(sample.folderPath);
  expect(texts).not.toContain(os.hostname());
});
