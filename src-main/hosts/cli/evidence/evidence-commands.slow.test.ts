/** `evidence` over the real service, with it, and without it. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { EvidenceReport } from '../../../../src-shared/model/proofs/evidence.ts';
import {
  expectWholeBag,
  expectWholeCrate,
} from '../../../features/evidence/bundle/test-support/independent-checks.ts';
import { filesIn } from '../../../features/evidence/bundle/test-support/sample-bundle.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();
beforeEach(async () => void (await lab.must('project list'))); // whose persons a bundle names
const make = (...words: readonly string[]) => lab.ask<EvidenceReport>('evidence export', ...words);
const check = (folder: string) => lab.ask<object>('evidence check', folder);

async function notarizeFolder(name: string, ...more: readonly string[]): Promise<void> {
  await lab.watch(name, ...more);
  await lab.must('sync --yes');
}

test('a bundle of a folder is made and checked, also while the service is gone, and holds nobody’s e-mail address (P23)', async () => {
  lab.write('tides/a.csv');
  lab.write('tides/sub/b.csv');
  lab.write('tides/sub/twin.csv', lab.at('tides/a.csv'));
  await notarizeFolder('tides');
  await lab.must('project show', lab.projectId);
  await lab.stopService();

  const report = await make(lab.at('tides'), '--to', lab.at('bundle'));
  expect(report).toMatchObject({ path: lab.at('bundle'), isComplete: true, unproven: [] });
  expect(report.code).toBe(0);
  expect(report.files.map(({ verdict }) => verdict)).toEqual(['match', 'match', 'match']);
  expectWholeBag(lab.at('bundle'));
  const entities = expectWholeCrate(lab.at('bundle'));
  expect(entities.some((one) => one['@type'].includes('Project'))).toBe(true);
  const files = filesIn(lab.at('bundle'));
  expect(files.filter((file) => file.startsWith('data/files/'))).toEqual([
    'data/files/tides/a.csv',
    'data/files/tides/sub/b.csv',
    'data/files/tides/sub/twin.csv',
  ]);
  expect(files.filter((file) => file.endsWith('.pdf'))).toHaveLength(2); // one for each record
  const texts = files.map((file) => fs.readFileSync(path.join(lab.at('bundle'), file), 'latin1'));
  expect(texts.filter((text) => text.includes(lab.account('researcher').email))).toEqual([]);

  expect(await check(lab.at('bundle'))).toMatchObject({
    code: 0,
    result: 'proven',
    isWhole: true,
    matchingCertificates: 3,
    algorithms: ['sha256', 'sha512'],
  });
  const whole = await lab.run('evidence check', lab.at('bundle'));
  expect(whole.stdout).toMatch(/^Proven: all 3 files are byte for byte what was notarized on /);
  const copy = path.join(lab.at('bundle'), 'data/files/tides/a.csv');
  fs.writeFileSync(copy, fs.readFileSync(copy, 'utf8').replace('c', 'C'));
  expect(await check(lab.at('bundle'))).toMatchObject({
    code: 1,
    troubles: [{ kind: 'changed', where: 'data/files/tides/a.csv' }],
  });
  const reported = await lab.run('evidence check', lab.at('bundle'));
  expect(reported.stdout).toContain(
    'Do not rely on data/files/tides/a.csv: it is not what the bundle lists',
  );
  expect(reported.stdout).toContain(
    'data/files/tides/a.csv: Does not match. It is not what the lists',
  );
});

test('a bundle that was written anew, certificate and lists included, is told by the records of its owner', async () => {
  lab.write('tides/a.csv');
  await notarizeFolder('tides');
  await make(lab.at('tides'), '--to', lab.at('bundle'));
  const bundle = lab.at('bundle');
  const [sent = ''] = lab.takenIn();
  const copy = path.join(bundle, 'data/files/tides/a.csv');
  const other = 'forged'.padEnd(fs.statSync(copy).size, '!');
  const forged = createHash('sha256').update(other).digest('hex');
  fs.writeFileSync(copy, other);
  for (const file of filesIn(bundle).filter((name) => name.endsWith('.json'))) {
    const text = fs.readFileSync(path.join(bundle, file), 'utf8');
    fs.writeFileSync(path.join(bundle, file), text.replaceAll(sent, forged));
  }
  writeListsAnew(bundle);

  const said = await lab.run('evidence check', bundle);
  expect(said).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Do not rely on /) });
  expect(said.stdout).toContain('of this file has another fingerprint');
  // Only the file was written anew: then its certificate is of another.
  fs.writeFileSync(copy, 'forged again');
  writeListsAnew(bundle);
  const differing = await lab.run('evidence check', bundle);
  expect(differing.code).toBe(1);
  expect(differing.stdout).toContain(
    'a.csv.json: this certificate does not name the fingerprint of its file',
  );
  fs.writeFileSync(copy, other);

  const checks = fs.readFileSync(path.join(bundle, 'data/checks.json'), 'utf8');
  const [{ record }] = (JSON.parse(checks) as { files: [{ record: { fileId: string } }] }).files;
  const advised = await lab.run(
    `certificate verify --record ${record.fileId} --project ${lab.projectId}`,
    copy,
  );
  expect(advised).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Does not match\n/) });
});

test('what was changed, is gone, or was never notarized is said, and it ends with 1', async () => {
  lab.write('tides/good.csv');
  lab.write('tides/edited.csv');
  lab.write('tides/gone.csv');
  await notarizeFolder('tides', '--exclude', '*.tmp');
  lab.write('tides/edited.csv', 'something else');
  fs.rmSync(lab.at('tides/gone.csv'));
  lab.write('tides/left-out.tmp');
  lab.write('tides/later.csv');
  const unread = { code: 1, unproven: [{ name: 'later.csv', why: 'unread' }], leftOutByRules: 1 };
  expect(await make(lab.at('tides'), '--to', lab.at('before'))).toMatchObject(unread);
  await lab.run('sync');

  const report = await make(lab.at('tides'), '--to', lab.at('bundle'));
  const contents = report.files.map(({ name, content }) => `${name} ${content.kind}`);
  expect(contents.toSorted()).toEqual([
    'edited.csv mismatch',
    'gone.csv no-copy',
    'good.csv included',
  ]);
  expect(report).toMatchObject({
    code: 1,
    unproven: [{ name: 'later.csv' }],
    leftOutByRules: 1,
  });
  const reported = await lab.run('evidence export', lab.at('tides'), '--to', lab.at('other'));
  expect(reported.stdout).toContain('1 of 3 files with what proves them');
  expect(reported.stdout).toContain('edited.csv: the copy is not what was notarized');
  expect(reported.stdout).toContain('later.csv: it has no record on the service');
  expect(reported.stdout).toContain('1 file was left out by the rules of their folder.');
});

test('--to is taken as cp takes it, a bundle that is there is never touched, and what cannot be meant is said', async () => {
  lab.write('tides/a.csv');
  await notarizeFolder('tides');
  fs.mkdirSync(lab.at('out'));
  const day = new Date().toISOString().slice(0, 10);
  const first = await make(lab.at('tides/a.csv'), '--to', lab.at('out'), '--proofs-only');
  const second = await make(lab.at('tides/a.csv'), '--to', lab.at('out'), '--proofs-only');
  expect(first.path).toBe(lab.at(`out/evidence-a.csv-${day}`));
  expect(second.path).toBe(lab.at(`out/evidence-a.csv-${day}-2`));
  const before = sumOf(first.path);
  const refused = await lab.run('evidence export', lab.at('tides'), '--to', first.path);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`${first.path}-3 would be free`);
  expect(sumOf(first.path)).toBe(before);

  fs.mkdirSync(lab.at('unknown'));
  for (const [what, to, sentence] of [
    [[], 'bundle', 'Say what to take along'],
    [['no-such-file'], 'bundle', 'no-such-file'],
    [[lab.at('unknown')], 'bundle', 'No file below'],
    [[lab.at('tides')], 'tides/bundle', 'lies in the watched folder'],
    [[lab.at('tides')], 'none/bundle', 'There is no folder'],
  ] as const) {
    const reported = await lab.run('evidence export', ...what, '--to', lab.at(to));
    expect(reported).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  }
  expect(fs.existsSync(lab.at('bundle'))).toBe(false);
  const nowhere = await lab.run('evidence check', lab.at('none'));
  expect(nowhere).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is nothing at'),
  });
});

test('by its id with its project also what was never here, and all of a project, deleted files too', async () => {
  const place = ['--project', lab.projectId] as const;
  const { files } = await lab.ask<{
    files: readonly { readonly fileId: string; readonly name: string }[];
  }>('file list --on-service', ...place);
  const grid = files.find(({ name }) => name === 'grid-10um.csv')?.fileId ?? '';
  const document = { kind: 'included' };
  const file = { fileId: grid, certificate: document, metadata: document };
  expect(await make(grid, ...place, '--to', lab.at('one'))).toMatchObject({
    code: 1,
    files: [{ ...file, content: { kind: 'no-copy' }, verdict: null }],
  });
  const proofs = await make(grid, ...place, '--proofs-only', '--to', lab.at('proofs'));
  expect(proofs).toMatchObject({
    code: 0,
    isComplete: true,
    files: [{ ...file, content: { kind: 'not-wanted' } }],
  });
  expectWholeBag(lab.at('proofs'));
  const entities = expectWholeCrate(lab.at('proofs'));
  const described = entities.find((entity) => entity['identifier']?.toString() === grid);
  expect(described).toMatchObject({ '@id': `#file-${grid}`, creativeWorkStatus: ['Available'] });

  const all = await make(...place, '--to', lab.at('all'));
  expect(all.files.map(({ name }) => name).toSorted()).toEqual(
    files.map(({ name }) => name).toSorted(),
  );
  expectWholeBag(lab.at('all'));
  const unknown = await lab.run('evidence export', grid, '--to', lab.at('none'));
  expect(unknown.code).toBe(2);
});

test('how far a large bundle is read is shown', async () => {
  fs.mkdirSync(lab.at('bag/data'), { recursive: true });
  fs.writeFileSync(
    lab.at('bag/bagit.txt'),
    'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
  );
  fs.writeFileSync(lab.at('bag/manifest-sha256.txt'), '');
  fs.truncateSync(lab.write('bag/data/large.raw', ''), 20_000_000_000);
  const checking = lab.start({ isTerminal: true }, 'evidence check', lab.at('bag'));
  await expect.poll(checking.written.stderr).toMatch(/Reading 20 GB · \d+ %/);
  checking.interrupt();
  expect((await checking.ended).code).toBe(130);
});

function sumOf(folder: string): string {
  const sum = createHash('sha256');
  for (const file of filesIn(folder))
    sum.update(file).update(fs.readFileSync(path.join(folder, file)));
  return sum.digest('hex');
}

/** As somebody would who wants nobody to see what they changed. */
function writeListsAnew(bundle: string): void {
  const sums = (algorithm: string, files: readonly string[]) =>
    files
      .map((file) => {
        const bytes = fs.readFileSync(path.join(bundle, file));
        return `${createHash(algorithm).update(bytes).digest('hex')}  ${file}\n`;
      })
      .join('');
  const payload = filesIn(bundle).filter((file) => file.startsWith('data/'));
  const sizes = payload.map((file) => fs.statSync(path.join(bundle, file)).size);
  const oxum = `Payload-Oxum: ${sizes.reduce((sum, size) => sum + size, 0)}.${payload.length}`;
  const info = path.join(bundle, 'bag-info.txt');
  fs.writeFileSync(info, fs.readFileSync(info, 'utf8').replace(/^Payload-Oxum: .*$/m, oxum));
  for (const algorithm of ['sha256', 'sha512']) {
    fs.writeFileSync(path.join(bundle, `manifest-${algorithm}.txt`), sums(algorithm, payload));
  }
  const tags = filesIn(bundle).filter((file) => !/^(data\/|tagmanifest)/.test(file));
  for (const algorithm of ['sha256', 'sha512']) {
    fs.writeFileSync(path.join(bundle, `tagmanifest-${algorithm}.txt`), sums(algorithm, tags));
  }
}

test('the page that checks a bundle is saved by itself, the same as in a bundle, and nothing is overwritten', async () => {
  lab.write('tides/a.csv');
  await notarizeFolder('tides');
  await make(lab.at('tides'), '--to', lab.at('bundle'));
  await lab.must('evidence page', '--out', lab.at('verify.html'));
  const page = fs.readFileSync(lab.at('verify.html'), 'utf8');
  expect(page).toContain("default-src 'none'");
  expect(fs.readFileSync(path.join(lab.at('bundle'), 'verify.html'), 'utf8')).toBe(page);
  const again = await lab.run('evidence page', '--out', lab.at('verify.html'));
  expect(again.code).toBe(2);
});

test('what a bundle lacks is named from the watched folder on, whether it was read or not', async () => {
  lab.write('reef/sub/a.csv');
  await notarizeFolder('reef');
  lab.write('reef/sub/b.csv');
  await lab.run('sync');
  lab.write('reef/c.csv');
  const { stdout } = await lab.run('evidence export', lab.at('reef'), '--to', lab.at('bundle'));
  expect(stdout).toMatch(/^ {2}reef\/sub\/b\.csv: /m);
  expect(stdout).toMatch(/^ {2}reef\/c\.csv: /m);
});
