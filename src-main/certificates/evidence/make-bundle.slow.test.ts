import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { provenanceTerms } from '../../../src-shared/model/provenance-terms.ts';
import { makeLineage } from '../../../src-shared/model/lineage.ts';
import { derived, lineageFacts, recorded } from '../../../src-shared/model/test-support/lineage.ts';
import { expectWholeBag, expectWholeCrate, sumsOf } from './test-support/independent-checks.ts';
import {
  bundleFacts,
  filesIn,
  sampleBundle,
  type SampleBundle,
} from './test-support/sample-bundle.ts';

/** `bagit.py`, the validator of the Library of Congress: in a registry that is not Node's, so it may not be here. */
const HAS_BAGIT = spawnSync('bagit.py', ['--version']).error === undefined;

async function made(sample: SampleBundle, ...asked: Parameters<SampleBundle['make']>) {
  const bundle = await sample.make(...asked);
  if (!bundle.ok) throw new Error(bundle.fault.kind);
  return bundle.value;
}

describe('a bundle', () => {
  test('is a BagIt bag and an RO-Crate by the judgement of others', async () => {
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
  });

  test('one damaged byte is found by sha512sum', async () => {
    const sample = sampleBundle();
    await made(sample, { files: [sample.file('run.raw')] });
    const copy = path.join(sample.target, 'data/files/run.raw');
    const bytes = fs.readFileSync(copy);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    fs.writeFileSync(copy, bytes);
    const said = sumsOf(sample.target, 'manifest-sha512.txt');
    expect(said.match(/^.*: FAILED$/gm)).toEqual(['data/files/run.raw: FAILED']);
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

  test('names no folder of this computer, nor the computer', async () => {
    const sample = sampleBundle();
    await made(sample, { files: [sample.file('run.raw')] });
    const own = filesIn(sample.target).filter((file) => {
      const text = fs.readFileSync(path.join(sample.target, file), 'utf8');
      return text.includes(sample.at('')) || text.includes(os.hostname());
    });
    expect(own).toEqual([]);
  });

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
    if (project === undefined) throw new Error('no project');
    await made(sample, {
      files: [peaks],
      projects: [{ ...project, provenance: provenanceTerms(lineage) }],
    });
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

test('the README tells how, in lines that fit every window', async () => {
  const sample = sampleBundle();
  await made(sample, { files: [sample.file('run.raw')] });
  const readme = fs.readFileSync(path.join(sample.target, 'README.txt'), 'utf8');
  const command = /Linux +(sha512sum --check manifest-sha512\.txt)/.exec(readme)?.[1] ?? '';
  const said = execFileSync('sh', ['-c', command], { cwd: sample.target, encoding: 'utf8' });
  expect(said.trim().split('\n')).toHaveLength(6);
  expect(readme.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(readme).toContain('https://service.example');
  expect(readme).toContain('SHA-256');
});
