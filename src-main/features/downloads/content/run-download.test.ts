import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../../src-shared/model/result.ts';
import type { StartedAgain } from '../../../../src-shared/model/files/download-view.ts';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { SPARE_BYTES } from './run-download.ts';
import {
  download,
  filesIn,
  NAME,
  PART,
  startStore,
  status,
  store,
  type Answer,
} from './test-support/store-server.ts';
import { expectPrivate } from '../../../test-support/expect-private.ts';

const CONTENT = Buffer.from('0123456789'.repeat(20_000));
const OTHER = Buffer.from('abcdefghij'.repeat(20_000));
const TEXT = CONTENT.toString();
const KNOWN = { validator: '"one"', totalBytes: CONTENT.length };
const MISMATCHED = 'run 03 (does not match its record).raw';
const whole = store(CONTENT);
const half = store(CONTENT, { cutAfter: 100_000 });

const upgrade: Answer = ({ socket }) =>
  void socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');

function folderWith(partial: string): string {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, PART), partial, { mode: 0o600 });
  return folder;
}

describe('a download', () => {
  test('brings the whole content under its name, for its owner alone, and says nothing but what it wants', async () => {
    const { origin, requests } = await startStore(whole);
    const folder = temporaryFolder();
    let takenBytes = 0;
    const take = async (bytes: number) => void (takenBytes += bytes);
    const { result, links, files, kept } = await download(origin, { folder, ports: { take } });
    const arrived = { path: path.join(folder, NAME), verdict: 'match', sizeBytes: CONTENT.length };
    expect(result).toEqual({ ok: true, value: arrived });
    expect([links, Object.keys(files), files[NAME] === TEXT]).toEqual([1, [NAME], true]);
    expect(takenBytes).toBe(CONTENT.length); // the limit of bytes per second was applied
    expectPrivate(path.join(folder, NAME));
    expect(kept).toEqual([KNOWN]);
    const fields = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    expect(Object.keys(requests[0]?.headers ?? {}).toSorted()).toEqual(fields);
  });

  const elsewhere = store(OTHER, { headers: { 'Content-Range': 'bytes 0-199999/200000' } });
  const nameless = [store(CONTENT, { tag: '', cutAfter: 5 }), store(CONTENT, { tag: '' })];
  const expired = status(403);
  const expiring = [half, expired, store(CONTENT, { cutAfter: 50_000 }), expired, whole];
  const slow = [...Array<Answer>(9).fill(store(CONTENT, { cutAfter: 20_000 })), whole];
  const goingOn = ['1 all', '1 bytes=100000-'];

  test.each<[string, readonly Answer[], readonly string[], readonly StartedAgain[]]>([
    ['goes on where the connection broke, with the same link', [half, whole], goingOn, []],
    [
      'outlives a change of protocol that nobody asked for',
      [upgrade, whole],
      ['1 all', '1 all'],
      [],
    ],
    [
      'begins again when the store gives no parts',
      [half, store(CONTENT, { ranges: false })],
      goingOn,
      ['no-ranges'],
    ],
    ['begins again when nothing names the content', nameless, ['1 all', '1 all'], ['no-ranges']],
    [
      'never appends a part from the wrong place',
      [half, elsewhere, whole],
      [...goingOn, '1 all'],
      ['no-ranges'],
    ],
    [
      'replaces an expired link by one new one, each time it had worked before',
      expiring,
      [...goingOn, '2 bytes=100000-', '2 bytes=150000-', '3 bytes=150000-'],
      [],
    ],
    [
      'goes on as long as bytes come',
      slow,
      ['1 all', ...[2, 4, 6, 8, 10, 12, 14, 16, 18].map((n) => `1 bytes=${n}0000-`)],
      [],
    ],
  ])('%s', async (_what, answers, asked, expected) => {
    const { origin, requests } = await startStore(...answers);
    const { files, again } = await download(origin);
    expect(files[NAME] === TEXT).toBe(true);
    expect(again).toEqual(expected);
    expect(requests.map(({ url, headers }) => `${url?.at(-1)} ${headers.range ?? 'all'}`)).toEqual(
      asked,
    );
    const parts = requests.filter(({ headers }) => headers.range !== undefined);
    expect(parts.every(({ headers }) => headers['if-range'] === '"one"')).toBe(true);
  });

  test('begins again when the store has another content by now, and says so', async () => {
    const { origin } = await startStore(half, store(OTHER, { tag: '"two"' }));
    const { files, again, kept } = await download(origin);
    expect([files[NAME] === OTHER.toString(), again]).toEqual([true, ['changed']]);
    expect(kept.at(-1)).toMatchObject({ validator: '"two"' });
  });

  test('a connection that stands still is broken off and taken up again', async () => {
    const { origin, requests } = await startStore((_request, response) => {
      response.writeHead(200, { 'Content-Length': CONTENT.length, ETag: '"one"' });
      response.write(CONTENT.subarray(0, 10));
    }, whole);
    const { files } = await download(origin, { silenceMs: 60 });
    expect(files[NAME] === TEXT).toBe(true);
    expect(requests[1]?.headers.range).toBe('bytes=10-');
  });

  test('goes on with what an earlier run left, and asks for nothing when that is all', async () => {
    const { origin, requests } = await startStore(whole);
    const folder = folderWith(TEXT.slice(0, 50_000));
    expect((await download(origin, { folder, known: KNOWN })).files[NAME] === TEXT).toBe(true);
    expect(requests[0]?.headers.range).toBe('bytes=50000-');
    const all = await download(origin, { folder: folderWith(TEXT), known: KNOWN });
    expect([all.links, all.files[NAME] === TEXT, requests.length]).toEqual([0, true, 1]);
  });

  test.each([
    ['of which nothing is known', { validator: null, totalBytes: null }],
    ['longer than it can be', { validator: '"one"', totalBytes: 10 }],
  ])('bytes %s are no beginning', async (_what, known) => {
    const { origin, requests } = await startStore(whole);
    const { files } = await download(origin, { folder: folderWith('others’ bytes'), known });
    expect(files[NAME] === TEXT).toBe(true);
    expect(requests[0]?.headers.range).toBeUndefined();
  });

  test('a new link that is refused at once ends it, and what came is kept', async () => {
    const { origin } = await startStore(half, status(403));
    const { result, links, files } = await download(origin);
    expect(result).toEqual(fail({ kind: 'store-trouble', what: 'refused', status: 403 }));
    expect([links, files[PART]?.length]).toEqual([2, 100_000]);
  });

  test('waits as long as the store asks, and longer each time nothing comes', async () => {
    const asking = status(429, { 'Retry-After': '7' });
    const { origin } = await startStore(asking, status(503), whole);
    const waits: string[] = [];
    const { files, pausesMs } = await download(origin, {
      ports: { onWaiting: ({ kind }) => waits.push(kind) },
    });
    expect(files[NAME] === TEXT).toBe(true);
    expect(pausesMs.filter((ms) => ms === 7_000 || ms === 2_000)).toEqual([7_000, 2_000]);
    expect(waits).toEqual(['throttled', 'unavailable']);
  });

  test('gives up after a while without a byte, and says why', async () => {
    const { origin, requests } = await startStore(status(500));
    const { result } = await download(origin);
    expect(result).toMatchObject({ fault: { kind: 'unavailable', why: 'server-error' } });
    expect(requests).toHaveLength(7);
  });

  test('goes nowhere else, whatever the store says', async () => {
    const other = await startStore(whole);
    const { origin } = await startStore(status(302, { Location: other.origin }));
    const { result, files } = await download(origin);
    expect(result).toEqual(fail({ kind: 'store-trouble', what: 'redirect', status: 302 }));
    expect([other.requests.length, files[NAME]]).toEqual([0, undefined]);
  });

  test('more bytes than were said are not taken', async () => {
    const { origin, requests } = await startStore((_request, response) => {
      response.writeHead(206, { 'Content-Range': 'bytes 3-9/10', ETag: '"one"' }); // no length
      response.end('x'.repeat(1_000));
    });
    const known = { validator: '"one"', totalBytes: 10 };
    const { result, files } = await download(origin, { folder: folderWith('abc'), known });
    expect(result).toMatchObject({ fault: { kind: 'store-trouble', what: 'strange' } });
    expect([files[PART], requests.length]).toEqual(['abc', 1]);
  });

  test('is not begun without room, and a disk that is full says so', async () => {
    const { origin } = await startStore(whole);
    const neededBytes = CONTENT.length + SPARE_BYTES;
    const room = (roomBytes: () => Promise<number>) => download(origin, { ports: { roomBytes } });
    const tight = await room(async () => neededBytes - 1);
    const fault = { kind: 'no-room', neededBytes, freeBytes: neededBytes - 1 };
    expect([tight.result, tight.files[PART]]).toMatchObject([{ fault }, '']);
    expect((await room(async () => neededBytes)).files[NAME] === TEXT).toBe(true);
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { result } = await room(() => Promise.reject(full));
    expect(result).toMatchObject({ fault: { kind: 'no-room', neededBytes: null } });
  });

  test.each([
    ['what does not match its record stands beside', 'mismatch', MISMATCHED],
    ['what cannot be told yet is kept under its name', 'unsure', NAME],
  ] as const)('%s', async (_what, verdict, name) => {
    const { origin, requests } = await startStore(whole);
    const { result, files } = await download(origin, { verdicts: [verdict] });
    expect(result).toMatchObject({ value: { verdict } });
    expect([Object.keys(files), requests.length]).toEqual([[name], 1]);
  });

  test.each([
    [['mismatch', 'match'], NAME],
    [['mismatch'], MISMATCHED],
  ] as const)(
    'pieces that do not fit are fetched once more as a whole before anybody is blamed (%j)',
    async (verdicts, name) => {
      const { origin, requests } = await startStore(half, whole, whole);
      const { again, files } = await download(origin, { verdicts });
      expect([again, Object.keys(files)]).toEqual([['did-not-fit'], [name]]);
      expect(requests.at(-1)?.headers.range).toBeUndefined();
    },
  );

  test('a name that is taken meanwhile stays somebody else’s', async () => {
    const { origin } = await startStore(whole);
    const folder = temporaryFolder();
    const onChecking = () => fs.writeFileSync(path.join(folder, NAME), 'mine');
    const { files } = await download(origin, { folder, ports: { onChecking } });
    expect(Object.keys(files).toSorted()).toEqual(['run 03 (2).raw', NAME]);
    expect([files[NAME], files['run 03 (2).raw'] === TEXT]).toEqual(['mine', true]);
  });

  test('aborting keeps what came, and another run goes on from there', async () => {
    const { origin, requests } = await startStore(whole);
    const folder = temporaryFolder();
    const stop = new AbortController();
    const reason = new Error('enough');
    const ports = { onMoved: () => stop.abort(reason) };
    await expect(download(origin, { folder, signal: stop.signal, ports })).rejects.toBe(reason);
    const left = filesIn(folder)[PART] ?? '';
    expect([left.length > 0, TEXT.startsWith(left)]).toEqual([true, true]);
    expect((await download(origin, { folder, known: KNOWN })).files[NAME] === TEXT).toBe(true);
    expect(requests.at(-1)?.headers.range).toBe(`bytes=${left.length}-`);
  });
});
