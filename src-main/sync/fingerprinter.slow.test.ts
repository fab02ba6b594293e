import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { identityOf, type FileIdentity } from '../ports/file-identity.ts';
import { makeFileFingerprint, realFileReader, type FileReader } from './fingerprint-file.ts';
import { makeFingerprinter, type Fingerprint } from './fingerprinter.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

const fingerprinter = makeFingerprinter({ workers: 2 });
afterAll(() => fingerprinter.close());

const unhurried = new AbortController().signal;

function fingerprint(path: string, expected: FileIdentity | null = null): Promise<Fingerprint> {
  return fingerprinter.fingerprint(path, expected, {}, unhurried);
}

function identityAt(path: string): FileIdentity {
  return identityOf(lstatSync(path, { bigint: true }));
}

/** The same reading on this thread, with something done to the file after the n-th block was read. */
function readingWith(meddle: (block: number) => void, over: Partial<FileReader> = {}) {
  let block = 0;
  const fingerprintFile = makeFileFingerprint({
    ...realFileReader,
    read: (handle, into, offset) => {
      const count = realFileReader.read(handle, into, offset);
      block += 1;
      meddle(block);
      return count;
    },
    ...over,
  });
  return (path: string, isCancelled = () => false) =>
    fingerprintFile(path, null, { isCancelled, pause: () => {}, onRead: () => {} });
}

function readingThatFailsWith(error: Error) {
  return readingWith(() => {}, {
    open: () => {
      throw error;
    },
  });
}

const MEBIBYTE = 1_048_576;

/** Sparse: gigabytes that take no room, read at the speed of hashing. */
function sparse(bytes: number): string {
  const path = temporaryFolder().write('large', '');
  truncateSync(path, bytes);
  return path;
}

describe('fingerprints', () => {
  test('further digests are made of the same bytes on the same way through the file', async () => {
    const path = temporaryFolder().write('abc', 'abc');
    const more = ['md5', 'keccak-256', 'blake2b-256'] as const;
    expect(await fingerprinter.fingerprint(path, null, { more }, unhurried)).toMatchObject({
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      more: {
        md5: '900150983cd24fb0d6963f7d28e17f72',
        'keccak-256': '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
        'blake2b-256': 'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
      },
    });
    const changed = readingWith(() => appendFileSync(path, 'd'));
    expect(changed(path)).toEqual({ kind: 'changed' });
  });

  // BLAKE3's own test vectors are over the bytes 0, 1, … 250, 0, 1, …; SHA-256's are those of FIPS 180-2.
  test.each([
    [
      '',
      'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ],
    [
      'abc',
      '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    ],
  ])('of %j are those that everybody else computes', async (content, blake3, sha256) => {
    const path = temporaryFolder().write('file', content);
    expect(await fingerprint(path)).toEqual({
      kind: 'done',
      blake3,
      sha256,
      sizeBytes: content.length,
      identity: identityAt(path),
    });
  });

  test('cover every byte of a file that ends within, at and after a block', async () => {
    const folder = temporaryFolder();
    const vector = Uint8Array.from({ length: 102_400 }, (_, index) => index % 251);
    const known = await fingerprint(folder.write('vector', vector));
    expect(known).toMatchObject({
      blake3: 'bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085',
    });
    for (const sizeBytes of [MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE]) {
      const content = Buffer.alloc(sizeBytes, 'pattern');
      const path = folder.write(`of ${sizeBytes}`, content);
      const sha256 = execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64);
      expect(await fingerprint(path)).toMatchObject({ kind: 'done', sha256, sizeBytes });
    }
  });

  test('do not mix when many files are read at once', async () => {
    const folder = temporaryFolder();
    const paths = Array.from({ length: 60 }, (_, index) =>
      folder.write(`${index}`, `${index % 3}`),
    );
    const results = await Promise.all(paths.map((path) => fingerprint(path)));
    const values = results.map((result) => (result.kind === 'done' ? result.blake3 : result.kind));
    expect(new Set(values).size).toBe(3);
    expect(values.every((value, index) => value === values[index % 3])).toBe(true);
  });

  test('of many files come in their order, each as if it had been read alone', async () => {
    const folder = temporaryFolder();
    const [a, b] = [folder.write('a', 'abc'), folder.write('b', 'other')];
    const expected = identityAt(b);
    writeFileSync(b, 'rewritten');
    const paths = [a, b, folder.makeFolder('directory'), `${a} is gone`, a];
    const files = paths.map((path) => ({ path, expected: path === b ? expected : null }));
    const prints = await fingerprinter.fingerprintAll(files, unhurried);
    expect(prints.map(({ kind }) => kind)).toEqual([
      'done',
      'changed',
      'special',
      'absent',
      'done',
    ]);
    expect(prints[4]).toEqual(await fingerprint(a));
  });

  test('one that ends the threads that read it is told; those beside it are read', async () => {
    const url = new URL('./test-support/mortal-worker.ts', import.meta.url);
    const mortal = makeFingerprinter({ workers: 1, url });
    onTestFinished(() => mortal.close());
    const files = ['a', 'deadly', 'b'].map((path) => ({ path, expected: null }));
    expect(await mortal.fingerprintAll(files, unhurried)).toEqual([
      { kind: 'absent' },
      { kind: 'unreadable', errno: 'EWORKER' },
      { kind: 'absent' },
    ]);
  });

  test('leave a file as it was, its access time included', async () => {
    const path = temporaryFolder().write('file', 'content');
    utimesSync(path, 1_000_000, 2_000_000);
    const before = statSync(path, { bigint: true });
    await fingerprint(path);
    expect(statSync(path, { bigint: true })).toEqual(before);
  });
});

describe('a torn reading has no result', () => {
  test('a file other than the expected one is not even read', async () => {
    const path = temporaryFolder().write('file', 'one');
    const expected = identityAt(path);
    expect(await fingerprint(path, expected)).toMatchObject({ kind: 'done', identity: expected });
    for (const over of [
      { ino: '1' },
      { dev: '1' },
      { sizeBytes: 4 },
      { mtimeNs: '1' },
      { ctimeNs: '1' },
    ]) {
      expect(await fingerprint(path, { ...expected, ...over })).toEqual({ kind: 'changed' });
    }
  });

  test.each<readonly [string, (path: string) => void]>([
    ['cut short', (path) => truncateSync(path, MEBIBYTE + 10)],
    ['cut to nothing', (path) => truncateSync(path, 0)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['removed', (path) => unlinkSync(path)],
    ['moved away', (path) => renameSync(path, `${path}.moved`)],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, Buffer.alloc(3 * MEBIBYTE));
        renameSync(`${path}.new`, path);
      },
    ],
    [
      'rewritten with its size and mtime restored',
      (path) => {
        const { atime, mtime } = statSync(path);
        const handle = openSync(path, 'r+');
        writeSync(handle, 'other');
        closeSync(handle);
        utimesSync(path, atime, mtime);
      },
    ],
  ])('when the file is %s meanwhile', (_what, change) => {
    const path = temporaryFolder().write('file', Buffer.alloc(3 * MEBIBYTE));
    const read = readingWith((block) => {
      if (block === 2) change(path);
    });
    expect(read(path)).toEqual({ kind: 'changed' });
  });

  test('an endless file ends', () => {
    const path = temporaryFolder().write('file', 'x');
    let reads = 0;
    const read = readingWith(() => {}, {
      read: (_handle, into) => {
        reads += 1;
        return into.length;
      },
    });
    expect(read(path)).toEqual({ kind: 'changed' });
    expect(reads).toBe(1);
  });
});

describe('what is no readable file', () => {
  test('links, FIFOs, sockets, directories and devices are told and never waited for', async () => {
    const folder = temporaryFolder();
    folder.write('file');
    symlinkSync('file', folder.at('link'));
    symlinkSync('link-to-itself', folder.at('link-to-itself'));
    execFileSync('mkfifo', [folder.at('fifo')]);
    mkdirSync(folder.at('directory'));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(folder.at('socket'), resolve));
    for (const name of ['link', 'link-to-itself', 'fifo', 'directory', 'socket']) {
      expect([name, await fingerprint(folder.at(name))]).toEqual([name, { kind: 'special' }]);
    }
    expect(await fingerprint('/dev/zero')).toEqual({ kind: 'special' });
    await new Promise((resolve) => server.close(resolve));
  });

  test.each(['fifo', 'link', 'socket'] as const)(
    'a %s that takes the place of a file at the last moment is not waited for or followed',
    async (kind) => {
      const folder = temporaryFolder();
      const path = folder.write('file', 'x');
      const read = readingWith(() => {}, {
        open: (at, flags) => {
          unlinkSync(path);
          if (kind === 'fifo') execFileSync('mkfifo', [path]);
          else if (kind === 'link') symlinkSync('/etc/passwd', path);
          else
            execFileSync(process.execPath, [
              '-e',
              `require('net').createServer().listen(${JSON.stringify(path)},()=>process.exit())`,
            ]);
          return realFileReader.open(at, flags);
        },
      });
      // A socket whose owner ends is taken away by Node: then nothing is there any more.
      expect(['special', 'absent']).toContain(read(path).kind);
    },
  );

  test('a missing path is absent', async () => {
    const folder = temporaryFolder();
    const path = folder.write('file');
    expect(await fingerprint(folder.at('nothing'))).toEqual({ kind: 'absent' });
    expect(await fingerprint(`${path}/below-a-file`)).toEqual({ kind: 'absent' });
  });

  test('an input error is tried three times, then told', () => {
    const path = temporaryFolder().write('file', Buffer.alloc(3 * MEBIBYTE));
    const eio = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    const failing = (failures: number) => {
      const seen = { reads: 0, pauses: 0 };
      const fingerprintFile = makeFileFingerprint({
        ...realFileReader,
        read: (handle, into, offset) => {
          seen.reads += 1;
          if (offset === MEBIBYTE && seen.reads < 2 + failures) throw eio;
          return realFileReader.read(handle, into, offset);
        },
      });
      const result = fingerprintFile(path, null, {
        isCancelled: () => false,
        pause: () => {
          seen.pauses += 1;
        },
        onRead: () => {},
      });
      return { result, ...seen };
    };
    expect(failing(0).result.kind).toBe('done');
    expect(failing(2).result).toEqual(failing(0).result);
    expect(failing(2).pauses).toBe(2);
    expect(failing(3)).toMatchObject({ result: { kind: 'unreadable', errno: 'EIO' }, reads: 4 });
  });

  test('any other failure of the system is told with its code; a bug of ours is not hidden', () => {
    const path = temporaryFolder().write('file');
    const refused = Object.assign(new Error('no'), { code: 'EACCES' });
    expect(readingThatFailsWith(refused)(path)).toEqual({ kind: 'unreadable', errno: 'EACCES' });
    expect(() => readingThatFailsWith(new TypeError('a bug'))(path)).toThrow('a bug');
  });

  test('only the owner may leave the access time alone; others read all the same', () => {
    const path = temporaryFolder().write('file');
    const flags: number[] = [];
    const read = readingWith(() => {}, {
      open: (at, wanted) => {
        flags.push(wanted & constants.O_NOATIME);
        if (flags.length === 1) throw Object.assign(new Error('no'), { code: 'EPERM' });
        return realFileReader.open(at, wanted);
      },
    });
    expect(read(path).kind).toBe('done');
    expect(flags).toEqual([constants.O_NOATIME, 0]);
  });
});

describe('a large file', () => {
  test('reports its progress, rising, at most four times a second', async () => {
    const path = sparse(700 * MEBIBYTE);
    const reports: { readBytes: number; atMs: number }[] = [];
    const startedAtMs = performance.now();
    const onProgress = (readBytes: number): void => {
      reports.push({ readBytes, atMs: performance.now() });
    };
    const result = await fingerprinter.fingerprint(path, null, { onProgress }, unhurried);
    const seconds = (performance.now() - startedAtMs) / 1_000;
    expect(result.kind).toBe('done');
    expect(reports.length).toBeGreaterThan(0);
    expect(reports.length).toBeLessThanOrEqual(4 * seconds);
    const bytes = reports.map(({ readBytes }) => readBytes);
    expect(bytes).toEqual(bytes.toSorted((one, other) => one - other));
    expect(bytes.at(-1)).toBeLessThan(700 * MEBIBYTE);
  });

  test('is let go at once when nobody wants it any more, and so is the thread', async () => {
    const own = makeFingerprinter({ workers: 1 });
    const leaving = new AbortController();
    const path = sparse(200_000 * MEBIBYTE);
    const reading = own.fingerprint(
      path,
      null,
      {
        onProgress: () => {
          leaving.abort(new Error('the folder was removed'));
        },
      },
      leaving.signal,
    );
    await expect(reading).rejects.toThrow('the folder was removed');
    // Reading it to its end would take minutes.
    const small = temporaryFolder().write('small');
    expect((await own.fingerprint(small, null, {}, unhurried)).kind).toBe('done');
    await own.close();
  });

  test('the block being read is the last one', () => {
    const path = sparse(10 * MEBIBYTE);
    let blocks = 0;
    const read = readingWith((block) => {
      blocks = block;
    });
    expect(read(path, () => blocks === 3).kind).toBe('changed');
    expect(blocks).toBe(3);
  });
});

test('what is aborted already does not start, and closing rejects what is unfinished', async () => {
  const own = makeFingerprinter({ workers: 1 });
  const path = temporaryFolder().write('file');
  await expect(
    own.fingerprint(path, null, {}, AbortSignal.abort(new Error('too late'))),
  ).rejects.toThrow('too late');
  const unfinished = own.fingerprint(path, null, {}, unhurried);
  await Promise.all([expect(unfinished).rejects.toThrow('closed'), own.close()]);
  await expect(own.fingerprint(path, null, {}, unhurried)).rejects.toThrow('closed');
});
