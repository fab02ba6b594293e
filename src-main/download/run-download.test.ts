import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail } from '../../src-shared/model/result.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { SPARE_BYTES } from './fetch-content.ts';
import {
  download,
  filesIn,
  NAME,
  PART,
  startStore,
  status,
  store,
} from './test-support/store-server.ts';

const CONTENT = Buffer.from('0123456789'.repeat(20_000));
const HALF_BYTES = 100_000;
const TEXT = CONTENT.toString();
const OTHER = Buffer.from('abcdefghij'.repeat(20_000));
const half = () => store(CONTENT, { cutAfter: 100_000 });

function folderWith(partial: string): string {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, PART), partial, { mode: 0o600 });
  return folder;
}

describe('a download', () => {
  test('brings the whole content under its name, for its owner alone, and says nothing but what it wants', async () => {
    const { origin, requests } = await startStore(store(CONTENT));
    const folder = temporaryFolder();
    const { result, links, files, kept } = await download(origin, { folder });
    const arrived = { path: path.join(folder, NAME), verdict: 'match', sizeBytes: CONTENT.length };
    expect(result).toEqual({ ok: true, value: arrived });
    expect([links, Object.keys(files)]).toEqual([1, [NAME]]);
    expect(files[NAME] === TEXT).toBe(true);
    expect(fs.statSync(path.join(folder, NAME)).mode & 0o777).toBe(0o600);
    expect(kept).toEqual([{ validator: '"one"', totalBytes: CONTENT.length }]);
    const [request] = requests;
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  test('goes on where the connection broke, with the same link', async () => {
    const { origin, requests } = await startStore(half(), store(CONTENT));
    const { result, links, again, files, pausesMs } = await download(origin);
    expect(result).toMatchObject({ ok: true });
    expect(files[NAME] === TEXT).toBe(true);
    expect([links, again]).toEqual([1, []]);
    expect(requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=100000-']);
    expect(requests[1]?.headers['if-range']).toBe('"one"');
    expect(pausesMs).toContain(1_000);
  });

  test('goes on with what an earlier run left, and asks for nothing when that is all', async () => {
    const known = { validator: '"one"', totalBytes: CONTENT.length };
    const { origin, requests } = await startStore(store(CONTENT));
    const folder = folderWith(TEXT.slice(0, 50_000));
    expect((await download(origin, { folder, known })).files[NAME] === TEXT).toBe(true);
    expect(requests[0]?.headers.range).toBe('bytes=50000-');
    const whole = await download(origin, { folder: folderWith(TEXT), known });
    expect([whole.links, whole.files[NAME] === TEXT, requests.length]).toEqual([0, true, 1]);
  });

  test.each([
    ['of which nothing is known', { validator: null, totalBytes: null }],
    ['longer than it can be', { validator: '"one"', totalBytes: 10 }],
  ])('bytes %s are no beginning', async (_what, known) => {
    const { origin, requests } = await startStore(store(CONTENT));
    const { files } = await download(origin, {
      folder: folderWith('somebody else’s bytes'),
      known,
    });
    expect(files[NAME] === TEXT).toBe(true);
    expect(requests[0]?.headers.range).toBeUndefined();
  });

  test('begins again when the store has another content by now, and says so', async () => {
    const { origin } = await startStore(half(), store(OTHER, { tag: '"two"' }));
    const { files, again, kept } = await download(origin);
    expect([files[NAME] === OTHER.toString(), again]).toEqual([true, ['changed']]);
    expect(kept.at(-1)).toMatchObject({ validator: '"two"' });
  });

  test('begins again when the store gives no parts, or nothing names the content', async () => {
    const whole = await startStore(half(), store(CONTENT, { ranges: false }));
    const first = await download(whole.origin);
    expect([first.files[NAME] === TEXT, first.again]).toEqual([true, ['no-ranges']]);
    const nameless = await startStore(
      store(CONTENT, { tag: '', cutAfter: 5 }),
      store(CONTENT, { tag: '' }),
    );
    const second = await download(nameless.origin);
    expect([second.files[NAME] === TEXT, second.again]).toEqual([true, ['no-ranges']]);
  });

  test('a part from the wrong place is never appended', async () => {
    const wrong = store(OTHER, { headers: { 'Content-Range': 'bytes 0-199999/200000' } });
    const { origin, requests } = await startStore(half(), wrong, store(CONTENT));
    const { files, again } = await download(origin);
    expect([files[NAME] === TEXT, again, requests.length]).toEqual([true, ['no-ranges'], 3]);
  });

  test('an expired link is replaced by one new one, each time it had worked before', async () => {
    const { origin, requests } = await startStore(
      half(),
      status(403),
      store(CONTENT.subarray(0), { cutAfter: 50_000 }),
      status(403),
      store(CONTENT),
    );
    const { files, links } = await download(origin);
    expect([files[NAME] === TEXT, links]).toEqual([true, 3]);
    expect(requests.map(({ url }) => url?.slice(-1))).toEqual(['1', '1', '2', '2', '3']);
  });

  test('a new link that is refused at once ends it, and what came is kept', async () => {
    const { origin } = await startStore(half(), status(403));
    const { result, links, files } = await download(origin);
    expect(result).toEqual(fail({ kind: 'store-trouble', what: 'refused', status: 403 }));
    expect([links, files[PART]?.length]).toEqual([2, HALF_BYTES]);
  });

  test('waits as long as the store asks, and longer each time nothing comes', async () => {
    const { origin } = await startStore(
      status(429, { 'Retry-After': '7' }),
      status(503),
      store(CONTENT),
    );
    const waits: string[] = [];
    const { files, pausesMs } = await download(origin, {
      ports: { onWaiting: ({ kind }) => waits.push(kind) },
    });
    expect(files[NAME] === TEXT).toBe(true);
    expect(pausesMs.filter((ms) => ms === 7_000 || ms === 2_000)).toEqual([7_000, 2_000]);
    expect(waits).toEqual(['throttled', 'unavailable']);
  });

  test('gives up after a while without a byte, and says why; a byte begins the count anew', async () => {
    const { origin, requests } = await startStore(status(500));
    const { result } = await download(origin);
    expect(result).toMatchObject({ fault: { kind: 'unavailable', why: 'server-error' } });
    expect(requests).toHaveLength(7);
    const drops = Array.from({ length: 9 }, () => store(CONTENT, { cutAfter: 20_000 }));
    const moving = await startStore(...drops, store(CONTENT));
    expect((await download(moving.origin)).files[NAME] === TEXT).toBe(true);
  });

  test('a connection that stands still is broken off and taken up again', async () => {
    const stuck = await startStore((_request, response) => {
      response.writeHead(200, { 'Content-Length': CONTENT.length, ETag: '"one"' });
      response.write(CONTENT.subarray(0, 10));
    }, store(CONTENT));
    const { files } = await download(stuck.origin, { silenceMs: 60 });
    expect(files[NAME] === TEXT).toBe(true);
    expect(stuck.requests[1]?.headers.range).toBe('bytes=10-');
  });

  test('goes nowhere else, whatever the store says', async () => {
    const elsewhere = await startStore(store(CONTENT));
    const { origin } = await startStore(status(302, { Location: elsewhere.origin }));
    const { result, files } = await download(origin);
    expect(result).toEqual(fail({ kind: 'store-trouble', what: 'redirect', status: 302 }));
    expect([elsewhere.requests.length, files[NAME]]).toEqual([0, undefined]);
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

  test('is not begun without room, and a disk that fills up keeps what came', async () => {
    const { origin } = await startStore(store(CONTENT));
    const freeBytes = CONTENT.length + SPARE_BYTES - 1;
    const tight = await download(origin, { ports: { roomBytes: async () => freeBytes } });
    expect(tight.result).toMatchObject({
      fault: { kind: 'no-room', neededBytes: freeBytes + 1, freeBytes },
    });
    expect(tight.files[PART]).toBe('');
    const enough = { ports: { roomBytes: async () => freeBytes + 1 } };
    expect((await download(origin, enough)).files[NAME] === TEXT).toBe(true);
  });

  test.runIf(fs.existsSync('/dev/full'))('a disk that is full says so', async () => {
    const { origin } = await startStore(store(CONTENT));
    const { result } = await download(origin, {
      ports: {
        roomBytes: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      },
    });
    expect(result).toMatchObject({ fault: { kind: 'no-room', neededBytes: null } });
  });

  test('what does not match its record stands beside, under a name that says so', async () => {
    const { origin, requests } = await startStore(store(CONTENT));
    const folder = temporaryFolder();
    const { result, files } = await download(origin, { folder, verdicts: ['mismatch'] });
    expect(result).toMatchObject({ value: { verdict: 'mismatch' } });
    expect(Object.keys(files)).toEqual(['run 03 (does not match its record).raw']);
    expect(requests).toHaveLength(1);
  });

  test('pieces that do not fit are fetched once more as a whole before anybody is blamed', async () => {
    const { origin, requests } = await startStore(half(), store(CONTENT), store(CONTENT));
    const { result, again, files } = await download(origin, { verdicts: ['mismatch', 'match'] });
    expect([result.ok, again, Object.keys(files)]).toEqual([true, ['did-not-fit'], [NAME]]);
    expect(requests.at(-1)?.headers.range).toBeUndefined();
    const { origin: wrong } = await startStore(half(), store(CONTENT), store(CONTENT));
    const blamed = await download(wrong, { verdicts: ['mismatch'] });
    expect(Object.keys(blamed.files)).toEqual(['run 03 (does not match its record).raw']);
  });

  test('what cannot be told yet is kept under its name', async () => {
    const { origin } = await startStore(store(CONTENT));
    const { result, files } = await download(origin, { verdicts: ['unsure'] });
    expect([result, Object.keys(files)]).toMatchObject([{ value: { verdict: 'unsure' } }, [NAME]]);
  });

  test('a name that is taken meanwhile stays somebody else’s', async () => {
    const { origin } = await startStore(store(CONTENT));
    const folder = temporaryFolder();
    const { files } = await download(origin, {
      folder,
      ports: { onChecking: () => fs.writeFileSync(path.join(folder, NAME), 'mine') },
    });
    expect(Object.keys(files).toSorted()).toEqual(['run 03 (2).raw', NAME]);
    expect([files[NAME], files['run 03 (2).raw'] === TEXT]).toEqual(['mine', true]);
  });

  test('aborting keeps what came, and another run goes on from there', async () => {
    const { origin, requests } = await startStore(store(CONTENT));
    const folder = temporaryFolder();
    const stop = new AbortController();
    const reason = new Error('enough');
    const stopped = download(origin, {
      folder,
      signal: stop.signal,
      ports: { onMoved: () => stop.abort(reason) },
    });
    await expect(stopped).rejects.toBe(reason);
    const left = filesIn(folder)[PART] ?? '';
    expect([left.length > 0, TEXT.startsWith(left)]).toEqual([true, true]);
    const known = { validator: '"one"', totalBytes: CONTENT.length };
    expect((await download(origin, { folder, known })).files[NAME] === TEXT).toBe(true);
    expect(requests.at(-1)?.headers.range).toBe(`bytes=${left.length}-`);
  });

  test('keeps to the limit of bytes per second', async () => {
    const { origin } = await startStore(store(CONTENT));
    let takenBytes = 0;
    const { files } = await download(origin, {
      ports: {
        take(bytes) {
          takenBytes += bytes;
          return Promise.resolve();
        },
      },
    });
    expect([takenBytes, files[NAME] === TEXT]).toEqual([CONTENT.length, true]);
  });
});
