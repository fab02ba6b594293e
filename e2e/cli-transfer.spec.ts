import { bytesOf, sha256 } from './support/contents.ts';
import { expect, test, type Lab, type SyncDocument } from './support/lab.ts';

interface QueueDocument {
  readonly pause: { readonly mode: string; readonly until: string | null } | null;
  readonly limitBytesPerSecond: number | null;
  readonly parallel: number | null;
  readonly waits: readonly {
    readonly cause: string;
    readonly files: number;
    until: string | null;
  }[];
  readonly files: readonly { readonly path: string; readonly priority: string }[];
}

/** Each larger than the one before by more than a scan's length weighs in the order. */
const growing = (index: number) => (index + 1) * 500_000;

/** Files in a watched folder; they are known and wait for a yes. */
async function readyFiles(lab: Lab, names: readonly string[], sizeOf = growing): Promise<void> {
  for (const [index, name] of names.entries()) {
    await lab.write(`data/${name}.raw`, bytesOf(name, sizeOf(index)));
  }
  await lab.watch('data', '--check', 'never');
  expect(await lab.sync()).toMatchObject({ code: 1, counts: { ready: names.length } });
}

const queue = (lab: Lab) => lab.ask<QueueDocument>(['transfer', 'list']);

/** Names of what the service took in, in its order. */
async function takenIn(lab: Lab, names: readonly string[]) {
  const nameOf = new Map(names.map((name, index) => [sha256(bytesOf(name, growing(index))), name]));
  return (await lab.mock.takenIn()).map(({ sha256: sum }) => nameOf.get(sum));
}

test('a pause outlives the program: nothing is sent, not even for a check, until it is resumed', async ({
  lab,
}) => {
  await lab.write('data/a.raw');
  await lab.write('data/b.raw');
  await lab.watch('data');
  expect(await lab.ask(['transfer', 'pause'])).toMatchObject({ code: 0, pause: { mode: 'now' } });
  await lab.mock.forgetRequests();
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ code: 0, counts: { held: 2 } });
  expect(synced.files.map(({ hold }) => hold)).toEqual(['paused', 'paused']);
  expect(synced.files.every(({ blake3 }) => blake3 !== null)).toBe(true); // fingerprints go on
  expect((await lab.mock.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
  const told = await lab.run(['status']);
  expect(told.stdout).toMatch(/Paused: 2 files, \d+ bytes, since \d+ \w+ \d{4}/);

  const resumed = await lab.run(['transfer', 'resume']);
  expect(resumed).toMatchObject({ code: 0, stdout: 'Uploads are not paused.\n' });
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, code: 0, counts: { notarized: 2 } });
  expect((await lab.mock.takenIn()).map(({ charged }) => charged)).toEqual([1, 1]);
});

test('a pause until a time says so everywhere, and a paused queue still shows its order', async ({
  lab,
}) => {
  await readyFiles(lab, ['a', 'b']);
  const until = new Date(Date.now() + 7_200_000).toISOString();
  await lab.ask(['transfer', 'pause', '--after-current', '--until', until]);
  const synced = await lab.sync('--yes');
  expect(synced.files[0]?.message).toMatch(
    /^It goes on by itself on \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/,
  );
  expect(await queue(lab)).toMatchObject({
    pause: { mode: 'after-current', until },
    waits: [{ cause: 'paused', files: 2, until }],
    files: [{ path: lab.at('data/a.raw') }, { path: lab.at('data/b.raw') }],
  });
  expect((await lab.run(['transfer', 'list'])).stdout).toContain('Paused until ');
});

test('first, last and one at a time are respected, whatever the size', async ({ lab }) => {
  const names = ['tiny', 'small', 'middle', 'large'];
  await readyFiles(lab, names);
  expect(await lab.ask(['transfer', 'parallel', '1'])).toMatchObject({ parallel: 1 });
  const first = ['transfer', 'first', lab.at('data/large.raw')];
  expect(await lab.ask(first)).toMatchObject({ code: 0, priority: 'first', state: 'ready' });
  await lab.ask(['transfer', 'last', lab.at('data/tiny.raw')]);
  const order = ['large', 'small', 'middle', 'tiny'];
  const { files } = await queue(lab);
  expect(files.map(({ path }) => path)).toEqual(order.map((name) => lab.at(`data/${name}.raw`)));
  expect(await lab.sync('--yes')).toMatchObject({ ok: true });
  expect(await takenIn(lab, names)).toEqual(order);
});

test('a limit holds over all uploads, by the service’s own clock', async ({ lab }) => {
  const byteCount = 200_000;
  await readyFiles(lab, ['a', 'b', 'c', 'd'], () => byteCount);
  await lab.ask(['transfer', 'parallel', '1']);
  const limited = await lab.ask(['transfer', 'limit', '200kB/s']);
  expect(limited).toMatchObject({ code: 0, limitBytesPerSecond: 200_000 });
  await lab.mock.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, counts: { notarized: 4 } });
  const began = (await lab.mock.paidRequests()).map(({ atMs }) => atMs);
  expect(began).toHaveLength(4);
  // Between the first and the last beginning three files went; one piece and a quarter second may go beforehand.
  const tookSeconds = ((began[3] ?? 0) - (began[0] ?? 0)) / 1_000;
  expect(tookSeconds).toBeGreaterThan((3 * byteCount - 131_072 - 50_000) / 200_000);
  expect(tookSeconds).toBeLessThan((3 * byteCount) / 200_000 + 5);
  expect(await lab.ask(['transfer', 'limit', 'none'])).toMatchObject({ limitBytesPerSecond: null });
});

test('a stopped file is not sent by any sync until it is resumed', async ({ lab }) => {
  await readyFiles(lab, ['a', 'b']);
  const path = lab.at('data/a.raw');
  expect(await lab.ask(['transfer', 'cancel', path])).toMatchObject({
    state: 'held',
    hold: 'review',
  });
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ code: 1, counts: { notarized: 1, held: 1 } });
  const shown = await lab.ask<SyncDocument['files'][0]>(['file', 'show', path]);
  expect(shown.message).toContain('You stopped its upload. Nothing was charged.');
  const sent = await lab.run(['transfer', 'cancel', lab.at('data/b.raw')]);
  expect([sent.code, sent.stderr]).toEqual([1, expect.stringContaining('was sent already')]);
  await lab.run(['transfer', 'resume', path]);
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, counts: { notarized: 2 } });
});

const MISTAKES = [
  [['limit', 'fast'], 2, 'is not a rate'],
  [['limit', '10'], 2, 'The lowest limit is 1kB/s'],
  [['parallel', '9'], 2, 'from 1 to 8, or auto'],
  [['pause', '--until', 'noon'], 2, 'is not a time'],
  [['pause', '--until', '2020-01-01T00:00Z'], 2, 'is in the past'],
  [['first', 'nothing'], 2, 'knows no file'],
] as const;
test('what cannot be meant is said in a sentence, and changes nothing', async ({ lab }) => {
  for (const [args, code, sentence] of MISTAKES) {
    const ended = await lab.run(['transfer', ...args]);
    expect(ended, args.join(' ')).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(sentence);
  }
  expect(await queue(lab)).toMatchObject({
    pause: null,
    limitBytesPerSecond: null,
    parallel: null,
    waits: [],
    files: [],
  });
});
