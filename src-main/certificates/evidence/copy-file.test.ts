import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFileCopy, type Clone, type CopyContext, type CopyOrder } from './copy-file.ts';

const ALGORITHMS = ['sha512', 'sha256', 'blake3'] as const;
const cannotClone: Clone = () => {
  throw Object.assign(new Error('not here'), { code: 'ENOTSUP' });
};

function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-copy-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => path.join(folder, name);
  const content = Buffer.alloc(2_500_000, 'labseal ');
  fs.writeFileSync(at('run.raw'), content);
  fs.utimesSync(at('run.raw'), 1_600_000_000, 1_600_000_000);
  const order = (over: Partial<CopyOrder> = {}): CopyOrder => ({
    source: at('run.raw'),
    target: at('copy.raw'),
    algorithms: ALGORITHMS,
    ...over,
  });
  return { at, content, order };
}

const context = (onRead: (readBytes: number) => void = () => undefined): CopyContext => ({
  isCancelled: () => false,
  onRead,
});

describe.each([
  ['copied', cannotClone],
  ['cloned', (source: string, target: string) => fs.copyFileSync(source, target)],
])('%s', (_how, clone) => {
  const copyFile = makeFileCopy(clone);

  test('one reading makes the copy and its digests, and the copy is the owner’s and keeps the time of the file', () => {
    const { at, content, order } = setUp();
    fs.chmodSync(at('run.raw'), 0o444);
    const read: number[] = [];
    const outcome = copyFile(
      order(),
      context((readBytes) => read.push(readBytes)),
    );
    const digestOf = (name: string) => createHash(name).update(content).digest('hex');
    expect(outcome).toMatchObject({
      kind: 'done',
      sizeBytes: content.length,
      modifiedNs: '1600000000000000000',
      digests: { sha256: digestOf('sha256'), sha512: digestOf('sha512') },
    });
    expect(fs.readFileSync(at('copy.raw')).equals(content)).toBe(true);
    expect(fs.statSync(at('copy.raw')).mtimeMs).toBe(1_600_000_000_000);
    expect(fs.statSync(at('copy.raw')).mode & 0o777).toBe(0o600);
    expect(read).toEqual([1_048_576, 2_097_152, 2_500_000]);
  });

  test.each([
    ['written to', (file: string) => fs.appendFileSync(file, 'more')],
    ['cut', (file: string) => fs.truncateSync(file, 10)],
    [
      'replaced',
      (file: string) => {
        fs.writeFileSync(`${file}.new`, fs.readFileSync(file));
        fs.renameSync(`${file}.new`, file);
      },
    ],
    ['removed', (file: string) => fs.rmSync(file)],
  ])('a file that is %s while it is read leaves no copy', (_what, change) => {
    const { at, order } = setUp();
    let isFirst = true;
    const outcome = copyFile(
      order(),
      context(() => {
        if (isFirst) change(at('run.raw'));
        isFirst = false;
      }),
    );
    expect(outcome).toEqual({ kind: 'changing' });
    expect(fs.existsSync(at('copy.raw'))).toBe(false);
  });

  test('one that nobody waits for leaves no copy', () => {
    const { at, order } = setUp();
    let isCancelled = false;
    const outcome = copyFile(order(), {
      isCancelled: () => isCancelled,
      onRead: () => {
        isCancelled = true;
      },
    });
    expect(outcome).toEqual({ kind: 'changing' });
    expect(fs.existsSync(at('copy.raw'))).toBe(false);
  });
});

describe('what cannot be copied', () => {
  const copyFile = makeFileCopy(cannotClone);

  test('is told apart', () => {
    const { at, order } = setUp();
    fs.mkdirSync(at('folder'));
    fs.symlinkSync(at('run.raw'), at('link'));
    expect(copyFile(order({ source: at('none') }), context())).toEqual({ kind: 'absent' });
    expect(copyFile(order({ source: at('folder') }), context())).toEqual({ kind: 'not-a-file' });
    expect(copyFile(order({ source: at('link') }), context())).toEqual({ kind: 'not-a-file' });
    const nowhere = order({ target: at('none/copy.raw') });
    expect(copyFile(nowhere, context())).toEqual({ kind: 'unwritable', errno: 'ENOENT' });
  });

  test('what stands where the copy should go is left as it is', () => {
    const { at, order } = setUp();
    fs.writeFileSync(at('copy.raw'), 'mine');
    expect(copyFile(order(), context())).toEqual({ kind: 'unwritable', errno: 'EEXIST' });
    expect(fs.readFileSync(at('copy.raw'), 'utf8')).toBe('mine');
  });

  test('without a target it is only read', () => {
    const { at, order } = setUp();
    fs.writeFileSync(at('empty'), '');
    const outcome = copyFile(order({ source: at('empty'), target: null }), context());
    expect(outcome).toMatchObject({ kind: 'done', sizeBytes: 0 });
    expect(fs.readdirSync(path.dirname(at('x'))).toSorted()).toEqual(['empty', 'run.raw']);
  });
});
