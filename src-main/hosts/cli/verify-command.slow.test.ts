/** `certificate verify` over the real service with several FileHash methods, and with the service gone. */
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { takeEngineLock } from '../../db/engine-lock.ts';
import { sha256, useCliLab } from './test-support/cli-lab.ts';

interface Found {
  readonly verdict: string;
  readonly meaning: string;
  readonly record: { readonly fileId: string } | null;
}

const lab = useCliLab({ readings: { fileHash: { algorithm: 'keccak-256', encoding: 'base64' } } });

/** Has a file notarized and saves its certificate as run.json. */
async function notarized(name: string, content?: string): Promise<string> {
  const file = lab.write(name, content);
  await lab.must('file upload --yes', file, ...lab.rules());
  fs.rmSync(lab.at('run.json'), { force: true });
  await lab.must('certificate get --raw --out', lab.at('run.json'), file);
  return file;
}

const verify = (file: string, ...more: readonly string[]) =>
  lab.ask<Found>('certificate verify', file, ...more);

test('with the network cut: a match, a mismatch, and what cannot be told (P20)', async () => {
  const two = await notarized('two.raw', 'measured twice');
  const one = await notarized('one.raw', 'measured once');
  await lab.stopService();
  const match = await verify(one);
  expect(match).toMatchObject({
    code: 0,
    verdict: 'match',
    decidedBy: 'metadata',
    comparison: { encoding: 'base64', areEqual: true },
    record: { name: 'one.raw' },
  });
  expect(match.meaning).toMatch(/byte-for-byte the one notarized on/);
  lab.write('one.raw', 'measured once!');
  expect(await verify(one)).toMatchObject({
    code: 1,
    verdict: 'mismatch',
    sizeDifferenceBytes: 1,
    comparison: { areEqual: false },
  });
  fs.copyFileSync(two, one);
  const other = await verify(one);
  expect(other).toMatchObject({
    verdict: 'mismatch',
    otherRecordsWithThisContent: [{ name: 'two.raw' }],
  });
  expect(other.meaning).toMatch(/It matches two\.raw, notarized on/);

  // The same by its certificate, by its project, by its record, and as any file.
  const copy = lab.write('copy.raw', 'measured once');
  const certificate = ['--certificate', lab.at('run.json')];
  expect((await verify(one, ...certificate)).verdict).toBe('mismatch');
  for (const against of [
    certificate,
    ['--project', lab.projectId],
    ['--record', match.record?.fileId ?? ''],
    ['--any'],
  ]) {
    expect(await verify(copy, ...against)).toMatchObject({ code: 0, verdict: 'match' });
  }
  expect(await verify(lab.write('strange.raw', 'never notarized'))).toMatchObject({
    code: 6,
    verdict: 'unsure',
    result: 'unproven',
    doubt: { kind: 'no-such-record' },
    decidedBy: 'search',
  });
});

test('by its certificate a file is compared where nobody ever signed in', async () => {
  const file = await notarized('run.raw');
  await lab.stopService();
  const elsewhere = { env: { LABSEAL_HOME: lab.at('elsewhere') } };
  const there = async (...words: readonly string[]) => {
    const { code, stdout } = await lab.start(elsewhere, 'certificate verify --json', ...words)
      .ended;
    return { code, ...(JSON.parse(stdout) as object) };
  };
  const certificate = ['--certificate', lab.at('run.json')];
  // The file fits, and that is half of a proof: anybody can write such a certificate.
  const half = { code: 6, verdict: 'match', result: 'unproven', record: null };
  const confirmation = { kind: 'unconfirmed', why: 'no-account' };
  expect(await there(file, ...certificate)).toMatchObject({ ...half, confirmation });
  expect(await there(lab.write('other.raw'), ...certificate)).toMatchObject({
    code: 1,
    verdict: 'mismatch',
    result: 'differs',
  });
  // Its PDF says the same.
  await lab.run('certificate get', file, '--out', lab.at('run.pdf'));
  const pdf = ['--certificate', lab.at('run.pdf')];
  expect(await there(file, ...pdf)).toMatchObject({ comparison: { placeInCertificate: null } });
  const told = await lab.start(elsewhere, 'certificate verify', file, ...pdf).ended;
  expect(told.stdout).not.toContain('In the certificate at');
  expect(await there(file, ...pdf)).toMatchObject({ ...half, confirmation });
  expect(await there(lab.at('other.raw'), ...pdf)).toMatchObject({ code: 1, verdict: 'mismatch' });
  expect(await there(file)).toMatchObject({
    code: 3,
    error: { kind: 'no-account', message: expect.stringContaining('--certificate FILE') },
  });
});

test('while Labseal is at work with the account, a certificate is held against the file all the same', async () => {
  const file = await notarized('run.raw');
  const lock = takeEngineLock(lab.home);
  onTestFinished(() => lock?.release());
  const words = ['--certificate', lab.at('run.json')];
  const reported = await lab.run('certificate verify', file, ...words);
  expect(reported).toMatchObject({ code: 6, stdout: expect.stringMatching(/^Not proven yet\n/) });
  expect(reported.stderr).toContain('compared with the certificate alone');
  expect(reported.stdout).toContain(
    'your account was not looked at, because another command is using it',
  );
  expect((await lab.run('certificate verify', file)).code).toBe(5);
});

test('the answer is said in sentences, saved as a report, and wrong usage is told before anything is read', async () => {
  const file = await notarized('run.raw');
  for (const name of ['report.json', 'report.txt']) {
    const reported = await lab.run('certificate verify --report', lab.at(name), file);
    expect(reported).toMatchObject({ code: 0, stderr: '' });
    expect(reported.stdout).toMatch(/^Match\n {2}This file is byte-for-byte/);
    expect(reported.stdout).toContain(`Saved ${lab.at(name)}`);
  }
  expect(JSON.parse(fs.readFileSync(lab.at('report.json'), 'utf8'))).toMatchObject({
    format: 'labseal-verification',
    formatVersion: 1,
    verdict: 'match',
  });
  expect(fs.readFileSync(lab.at('report.txt'), 'utf8')).toMatch(/^Verification of a file\n/);

  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[file, '--report', lab.at('report.json')], /exists already/],
    [[file, '--report', lab.at('report.pdf')], /\.json or \.txt/],
    [[file, '--certificate', lab.at('none.json')], /There is no file .* for --certificate/],
    [[file, '--certificate', lab.at('report.json'), '--any'], /one thing/],
    [[lab.at('none.raw')], /There is no file/],
    [[lab.at('.')], /not an ordinary file/],
    [[], /<file> is missing/],
  ];
  for (const [words, sentence] of wrong) {
    const refused = await lab.run('certificate verify', ...words);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(sentence);
  }
  const none = await lab.run('certificate verify --certificate', file, file);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('is not a certificate that can be read');
});

test('only --ask-service sends the file, and the answer stands beside the verdict (P15)', async () => {
  const file = await notarized('run.raw');
  lab.forgetRequests();
  const asked = () => lab.requests().filter(({ endpoint }) => endpoint === 'verifyContent');
  await verify(file);
  expect(asked()).toEqual([]);
  expect(await lab.must('certificate verify --ask-service', file)).toMatch(
    /\n\nThe service knows this content: run\.raw, in .+\.\n$/,
  );
  expect(asked()).toHaveLength(1);
  expect(await verify(lab.write('other.raw'), '--ask-service')).toMatchObject({
    code: 1,
    verdict: 'unsure',
    result: 'denied',
    serviceAnswer: { exists: false, wasContentSent: true },
  });
});

test('a certificate that somebody wrote proves nothing, and one that the service denies is refused (P20)', async () => {
  await notarized('run.raw');
  const certificate = JSON.parse(fs.readFileSync(lab.at('run.json'), 'utf8')) as object;
  const file = lab.write('forged.raw', 'measured never');
  const digest = sha256('measured never');
  const careless = JSON.stringify(certificate).replaceAll(/(?<="FileHash":")[^"]+/g, digest);
  const text = await lab.run(
    'certificate verify',
    file,
    '--certificate',
    lab.write('careless.json', careless),
  );
  expect(text).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Denied\n/) });
  expect(text.stdout).toContain(
    'It contradicts itself: it gives the fingerprint of this file of 14 bytes',
  );
  const forged = lab.write('forged.json', careless.replace(/(?<="sizeBytes":)\d+/, '14'));
  const named = await verify(file, '--certificate', forged);
  expect(named).toMatchObject({ code: 1, result: 'denied', confirmation: { by: 'record' } });
  const unknown = lab.write('unknown.json', JSON.stringify({ file: { FileHash: digest } }));
  const words = ['--certificate', unknown, '--report', lab.at('denied.txt')];
  const reported = await lab.run('certificate verify', file, '--certificate', unknown);
  expect(reported).toMatchObject({ code: 6, stdout: expect.stringMatching(/^Not proven yet\n/) });
  expect(reported.stdout).toContain('Anybody can write such a file.');
  const denied = await lab.run('certificate verify --ask-service', file, ...words);
  expect(denied).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Denied\n/) });
  const report = fs.readFileSync(lab.at('denied.txt'), 'utf8');
  expect(report).toMatch(/^Verdict +Denied$/m);
  expect(report).toContain('it does not know this content.');
  expect(report).toContain('It was sent to the service');
});

test("of Labseal's own data another file is asked for, and nothing follows nothing", async () => {
  const { stdout } = await lab.run('verify', `${lab.home}/account.json`);
  expect(stdout).toContain('which is never uploaded.');
  expect(stdout).toContain('  Give another file.\n');
  expect(stdout).not.toMatch(/^ +(Then|Or) |again/m);
});
