/** The queue of uploads at the command line: pauses, order, and single files that are stopped. */
import { expect, test } from 'vitest';
import { bytesOf, sha256, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

/** Each larger than the one before by more than a scan's length weighs in the order. */
const contentOf = (name: string, index: number) => bytesOf(lab.at(name), (index + 1) * 500_000);

/** Files in a watched folder; they are known and await approval. */
async function readyFiles(...names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    lab.write(`data/${name}.raw`, contentOf(name, index));
  }
  await lab.watch('data', '--check', 'never');
  expect(await lab.sync()).toMatchObject({ code: 1, counts: { ready: names.length } });
}

test('a pause outlives the program and says so everywhere; nothing is sent, not even for a check', async () => {
  lab.write('data/a.raw');
  await lab.watch('data');
  const until = new Date(Date.now() + 7_200_000).toISOString();
  const pause = { mode: 'after-current', until };
  expect(await lab.ask(`transfer pause --after-current --until ${until}`)).toMatchObject({ pause });
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ code: 1, files: [{ state: 'held', hold: 'paused' }] });
  expect(synced.files[0]?.message).toMatch(
    /^The pause ends on \d+ \w+ \d{4}, \d\d:\d\d UTC\. Then the next "labseal sync" sends it/,
  );
  expect(synced.files[0]?.blake3).not.toBeNull(); // fingerprints go on
  expect(lab.requests().filter(({ method }) => method === 'POST')).toEqual([]);
  expect(await lab.ask('transfer list')).toMatchObject({
    pause,
    waits: [{ cause: 'paused', files: 1, until }],
    files: [{ path: lab.at('data/a.raw') }],
  });
  expect(await lab.must('transfer list')).toContain('Paused until ');
  expect(await lab.ask('transfer pause')).toMatchObject({ pause: { mode: 'now', until: null } });
  expect(await lab.must('status')).toMatch(/Paused: 1 file, \d+ bytes, since \d+ \w+ \d{4}/);
  lab.write('unchecked/b.raw');
  await lab.watch('unchecked', '--check', 'never');
  const { stderr } = await lab.run('sync --yes');
  expect(stderr).toMatch(/^Uploads and checks are paused until you resume them/m);
  expect(stderr).toContain(
    '2 files wait for the end of the pause: "labseal transfer resume" ends it, and the next "labseal sync" sends them.',
  );
  expect(await lab.must('transfer resume')).toBe('Uploads go on.\n');
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, counts: { notarized: 2 } });
  expect(lab.charged()).toBe(2);
});

test('what goes next, one at a time and a limit are respected, whatever the size', async () => {
  const names = ['tiny', 'small', 'middle', 'large'];
  await readyFiles(...names);
  expect(await lab.ask('transfer parallel 1')).toMatchObject({ parallel: 1 });
  const next = await lab.ask(`transfer next ${lab.at('data/middle.raw')}`);
  expect(next).toMatchObject({ code: 0, priority: 'first', state: 'ready' });
  const told = await lab.must('transfer next', lab.at('data/large.raw'));
  expect(told).toBe(`${lab.at('data/large.raw')} goes next.\n`);
  const limited = { code: 0, limitBytesPerSecond: 5_000_000 };
  expect(await lab.ask('transfer limit 5MB/s')).toMatchObject(limited);
  const order = ['large', 'middle', 'tiny', 'small'];
  const { files } = await lab.ask<{ files: { path: string }[] }>('transfer list');
  expect(files.map(({ path }) => path)).toEqual(order.map((name) => lab.at(`data/${name}.raw`)));
  expect(await lab.sync('--yes')).toMatchObject({ ok: true });
  expect(lab.takenIn()).toEqual(order.map((name) => sha256(contentOf(name, names.indexOf(name)))));
  expect(await lab.ask('transfer limit none')).toMatchObject({ limitBytesPerSecond: null });
});

test('a stopped file is not sent by any sync until it is resumed', async () => {
  await readyFiles('a', 'b');
  const file = lab.at('data/a.raw');
  const stopped = { state: 'held', hold: 'review' };
  expect(await lab.ask(`transfer cancel ${file}`)).toMatchObject(stopped);
  expect(await lab.sync('--yes')).toMatchObject({ code: 1, counts: { notarized: 1, held: 1 } });
  expect(await lab.must('file show', file)).toContain(
    'You stopped its upload. "labseal transfer resume FILE" returns it to the queue.',
  );
  expect(await lab.must('file list --state held')).toContain('Stopped by you');
  const sent = await lab.run('transfer cancel', lab.at('data/b.raw'));
  expect(sent).toMatchObject({ code: 1, stderr: expect.stringContaining('was sent already') });
  await lab.must('transfer resume', file);
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, counts: { notarized: 2 } });
});

test.each([
  ['limit fast', '<rate> is a rate like'],
  ['parallel 9', 'from 1 to 8, or auto'],
  ['pause --until noon', '--until takes a time'],
  ['next nothing', 'knows no file'],
  ['first 1', 'is gone: "labseal transfer next FILE" sends it before all others'],
  ['normal 1', 'is gone: a file goes in its turn'],
  ['last 1', 'is gone: "labseal transfer next FILE" sends another one before it'],
])('"transfer %s" is said in a sentence, and changes nothing', async (command, sentence) => {
  const ended = await lab.run(`transfer ${command}`);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
  const unchanged = { pause: null, limitBytesPerSecond: null, parallel: null, files: [] };
  expect(await lab.ask('transfer list')).toMatchObject(unchanged);
});
