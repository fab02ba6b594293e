/** Texts and labels over the real service: they cite what is notarized, and nothing else. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();
const sha256 = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

test('a statement cites each notarized file once, and says what it leaves out', async () => {
  lab.write('tides/a.csv');
  lab.write('tides/twin.csv', lab.at('tides/a.csv'));
  lab.write('tides/b.csv');
  await lab.watch('tides', '--visibility', 'private');
  const before = await lab.run('evidence statement', lab.at('tides'), '--project', lab.projectId);
  expect([before.code, before.stdout]).toEqual([2, '']); // nothing is known of the folder yet
  await lab.must('sync --yes');
  lab.write('tides/later.csv');
  await lab.must('folder list');

  const { code, stdout } = await lab.run('evidence statement', lab.at('tides'));
  expect(code).toBe(0);
  expect(stdout).toContain('The data are in 2 files');
  expect(stdout).toContain('2 files are private and cannot be downloaded from it.');
  for (const name of ['a.csv', 'b.csv']) {
    expect(stdout).toContain(`SHA-256 ${sha256(lab.at(`tides/${name}`))}. Notarized on`);
  }

  await lab.must(
    'evidence statement --as records',
    lab.at('tides'),
    '--out',
    lab.at('records.csv'),
  );
  const lines = fs.readFileSync(lab.at('records.csv'), 'utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(await lab.must('evidence statement --as plan --language it', lab.at('tides'))).toContain(
    'Integrità e provenienza dei dati',
  );

  const made = await lab.ask(
    'evidence qr-labels',
    lab.at('tides'),
    '--together',
    'Box 12',
    '--out',
    lab.at('box.pdf'),
  );
  expect(made).toMatchObject({ code: 0, labels: 1, cited: 2 });
  expect(fs.readFileSync(lab.at('box.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  const refused = await lab.run('evidence qr-labels 1 --used 65', '--out', lab.at('x.pdf'));
  expect([refused.code, fs.existsSync(lab.at('x.pdf'))]).toEqual([2, false]);
});

test('whoever cites a file that was changed or is gone since is told; others read nothing of this computer', async () => {
  for (const name of ['kept', 'edited', 'gone']) lab.write(`tides/${name}.csv`);
  await lab.watch('tides');
  await lab.must('sync --yes');
  lab.write('tides/edited.csv', Buffer.from('another content'));
  fs.rmSync(lab.at('tides/gone.csv'));
  await lab.run('sync');

  const { code, stdout, stderr } = await lab.run('evidence statement', lab.at('tides'));
  expect(code).toBe(0);
  expect(stdout).toContain('The data are in 3 files (');
  expect(stdout).not.toMatch(/\bhere\b/);
  expect(stderr).toContain('1 file was changed here since: what is cited');
});

test('a file whose bytes only an audit found to be others is named, too', async () => {
  lab.write('tides/kept.csv');
  const rotten = lab.write('tides/rotten.csv', 'signal');
  await lab.watch('tides');
  await lab.must('sync --yes');
  const { atime, mtime } = fs.statSync(rotten);
  fs.writeFileSync(rotten, 'Signal');
  fs.utimesSync(rotten, atime, mtime);
  await lab.run('audit', lab.at('tides'));
  const { stderr } = await lab.run('evidence statement', lab.at('tides'));
  expect(stderr).toContain('1 file was changed here since');
});

test('a record that names another content than was sent is left out of a text', async () => {
  const wrong = lab.write('tides/wrong.csv');
  lab.write('tides/right.csv');
  await lab.watch('tides');
  await lab.must('sync --yes');
  for (const name of ['wrong', 'right']) {
    await lab.must('certificate verify', lab.at(`tides/${name}.csv`));
  }
  const other = createHash('sha256').update('another').digest('hex');
  lab.withDatabase((db) =>
    db
      .prepare(
        'UPDATE metadata_document SET file_hash = @other, file_hash_hex = @other WHERE file_hash_hex = @own',
      )
      .run({ other, own: sha256(wrong) }),
  );
  const { code, stdout, stderr } = await lab.run('evidence statement', lab.at('tides'));
  expect(code).toBe(0);
  expect(stdout).toContain('The data are in 1 file (');
  expect(stdout).not.toContain('wrong.csv');
  expect(stderr).toContain('Not in it: 1 file whose record or certificate names another content');
});
