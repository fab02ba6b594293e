import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { makeFileCopy, type Clone, type CopyOrder } from './copy-file.ts';
import { expectPrivate } from '../../../test-support/expect-private.ts';
import { hasLinks } from '../../../test-support/this-system.ts';
import { putInPlace } from '../../../test-support/put-in-place.ts';

const cannotClone: Clone = () => {
  throw Object.assign(new Error('not here'), { code: 'ENOTSUP' });
};

/** A file of three chunks, and its copy; `whileRead` runs after each chunk. */
function setUp(clone: Clone = cannotClone) {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const content = Buffer.alloc(2_500_000, 'labseal ');
  fs.writeFileSync(at('run.raw'), content);
  fs.utimesSync(at('run.raw'), 1_600_000_000, 1_600_000_000);
  let isCancelled = false;
  const copyFile = makeFileCopy(clone);
  const copy = (over: Partial<CopyOrder> = {}, whileRead: (readBytes: number) => void = () => {}) =>
    copyFile(
      {
        source: at('run.raw'),
        target: at('copy.raw'),
        algorithms: ['sha512', 'sha256', 'blake3'],
        ...over,
      },
      { isCancelled: () => isCancelled, onRead: whileRead },
    );
  return { at, content, copy, cancel: () => (isCancelled = true) };
}

/** A handle of the listing itself is gone by then. */
function isOpenAs(handle: number, file: string): boolean {
  const link = `/proc/self/fd/${handle}`;
  return fs.existsSync(link) && fs.readlinkSync(link) === file;
}

function replace(file: string): void {
  fs.copyFileSync(file, `${file}.new`);
  putInPlace(`${file}.new`, file);
}

describe.each<[string, Clone]>([
  ['copied', cannotClone],
  ['cloned', (source, target) => fs.copyFileSync(source, target)],
])('%s', (_how, clone) => {
  test('one reading makes the copy and its digests, and the copy is the owner’s and keeps the time of the file', () => {
    const { at, content, copy } = setUp(clone);
    fs.chmodSync(at('run.raw'), 0o444);
    const read: number[] = [];
    const outcome = copy({}, (readBytes) => read.push(readBytes));
    const digestOf = (name: string) => createHash(name).update(content).digest('hex');
    expect(outcome).toMatchObject({
      kind: 'done',
      sizeBytes: content.length,
      modifiedNs: '1600000000000000000',
      digests: { sha256: digestOf('sha256'), sha512: digestOf('sha512') },
    });
    expect(fs.readFileSync(at('copy.raw')).equals(content)).toBe(true);
    expect(fs.statSync(at('copy.raw')).mtimeMs).toBe(1_600_000_000_000);
    expectPrivate(at('copy.raw'));
    expect(read).toEqual([1_048_576, 2_097_152, 2_500_000]);
  });

  test.each<[string, (file: string, cancel: () => void) => void]>([
    ['written to', (file) => fs.appendFileSync(file, 'more')],
    ['cut', (file) => fs.truncateSync(file, 10)],
    ['replaced', replace],
    ['removed', (file) => fs.rmSync(file)],
    ['given up', (_file, cancel) => cancel()],
  ])('a file that is %s while it is read leaves no copy', (_what, change) => {
    const { at, copy, cancel } = setUp(clone);
    let reads = 0;
    const outcome = copy({}, () => {
      if ((reads += 1) === 1) change(at('run.raw'), cancel);
    });
    expect(outcome).toEqual({ kind: 'changing' });
    expect(fs.existsSync(at('copy.raw'))).toBe(false);
  });
});

describe('what cannot be copied', () => {
  test('is told apart', () => {
    const { at, copy } = setUp();
    fs.mkdirSync(at('folder'));
    if (hasLinks) fs.symlinkSync(at('run.raw'), at('link'));
    expect(copy({ source: at('none') })).toEqual({ kind: 'absent' });
    expect(copy({ source: at('folder') })).toEqual({ kind: 'not-a-file' });
    expect(copy({ source: at('link') })).toEqual({ kind: hasLinks ? 'not-a-file' : 'absent' });
    const nowhere = copy({ target: at('none/copy.raw') });
    expect(nowhere).toEqual({ kind: 'unwritable', errno: 'ENOENT' });
  });

  test.skipIf(process.platform !== 'linux')(
    'a file that its drive gives up is what cannot be read, and not the copy what cannot be written',
    () => {
      const { at, copy } = setUp();
      const outcome = copy({}, () => {
        const handles = fs.readdirSync('/proc/self/fd').map(Number);
        const own = handles.find((handle) => isOpenAs(handle, at('run.raw')));
        if (own !== undefined) fs.closeSync(own);
      });
      expect(outcome).toEqual({ kind: 'unreadable', errno: 'EBADF' });
      expect(fs.existsSync(at('copy.raw'))).toBe(false);
    },
  );

  test('what stands where the copy should go is left as it is', () => {
    const { at, copy } = setUp();
    fs.writeFileSync(at('copy.raw'), 'mine');
    expect(copy()).toEqual({ kind: 'unwritable', errno: 'EEXIST' });
    expect(fs.readFileSync(at('copy.raw'), 'utf8')).toBe('mine');
  });

  test('without a target it is only read', () => {
    const { at, copy } = setUp();
    fs.writeFileSync(at('empty'), '');
    expect(copy({ source: at('empty'), target: null })).toMatchObject({
      kind: 'done',
      sizeBytes: 0,
    });
    expect(fs.readdirSync(at('.')).toSorted()).toEqual(['empty', 'run.raw']);
  });
});
