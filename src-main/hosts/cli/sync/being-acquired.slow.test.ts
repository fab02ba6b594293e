import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../src-shared/model/text/time.ts';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { sha256, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 20 });

const stateOf = async (name: string) =>
  (await lab.files()).find(({ path }) => path.endsWith(`/${name}`))?.state ?? null;

/** As instruments write it: the file consistency flags of a superblock of version 3 say who has it open. */
function hdf5(flags: number): Buffer {
  const header = Buffer.from('894844460d0a1a0a03080800', 'hex');
  header.writeUInt8(flags, 11);
  return Buffer.concat([header, Buffer.alloc(4_000, `frame ${flags} ${performance.now()}`)]);
}

async function watched(name: string, ...more: readonly string[]) {
  const rules = ['--visibility', 'private', '--label', 'raw', '--check', 'never', ...more];
  await lab.must('folder add', lab.at(name), '--project', lab.projectId, ...rules);
}

describe('a file that is still being acquired is not taken', () => {
  test.runIf(process.platform === 'linux')(
    'while a program has it open for writing (P12)',
    async () => {
      lab.write('runs/done.raw', `done ${performance.now()}`);
      const open = fs.openSync(lab.write('runs/frames.raw', 'first frame'), 'a');
      await watched('runs');
      await lab.sync('--yes');
      expect([await stateOf('done.raw'), await stateOf('frames.raw')]).toEqual([
        'notarized',
        'settling',
      ]);
      fs.writeSync(open, `second frame ${performance.now()}`);
      fs.closeSync(open);
      await lab.sync('--yes');
      expect(await stateOf('frames.raw')).toBe('notarized');
      expect(lab.uploads()).toHaveLength(2);
    },
  );

  test.runIf(process.platform === 'linux')(
    'nor does it keep others from being approved',
    async () => {
      const done = lab.write('runs/done.raw', `done ${performance.now()}`);
      const frames = lab.write('runs/frames.raw', 'first frame');
      const open = fs.openSync(frames, 'a');
      await watched('runs', '--approve-each', 'yes');
      expect((await lab.run('sync --yes')).code).toBe(1);
      const approved = await lab.run('file approve', done, frames);
      expect(approved).toMatchObject({ code: 0 });
      expect(approved.stdout).toContain('1 file approved.');
      expect(approved.stderr).toContain(
        'frames.raw is still being written or read: it is not approved.',
      );
      await lab.sync('--yes');
      fs.closeSync(open);
      expect([await stateOf('done.raw'), await stateOf('frames.raw')]).toEqual([
        'notarized',
        'settling',
      ]);
      expect(lab.uploads()).toHaveLength(1);
    },
  );

  test.each([
    ['that is open for writing', 0x01],
    ['that is written while others read it (SWMR)', 0x05],
  ])('while its own flags tell of an HDF5 file %s (P12)', async (_, flags) => {
    lab.write('runs/scan.h5', hdf5(flags));
    await watched('runs');
    await lab.sync('--yes');
    expect(await stateOf('scan.h5')).toBe('settling');
    lab.write('runs/scan.h5', hdf5(0));
    await lab.sync('--yes');
    expect(await stateOf('scan.h5')).toBe('notarized');
    expect(lab.uploads()).toHaveLength(1);
  });
});

test.runIf(hasMounts)('bytes that change without a time are not paid for (P12)', async () => {
  const drive = await mountOddDrive({ frozenTimes: true });
  const text = `${performance.now()}`;
  // Of one length, and never the same again: two readings must not meet by chance.
  const content = (count: number) => `${String(count).padStart(8, '0')} ${text}`;
  const file = drive.content.write('map.raw', content(0));
  const later = new Date(Date.now() + HOUR_MS); // the lab's hours pass quickly: it was always written just now
  fs.utimesSync(file, later, later);
  await lab.must('folder add', drive.path, ...lab.rules(), '--check', 'never');
  let written = 0;
  const writing = setInterval(() => {
    written += 1;
    fs.writeFileSync(file, content(written));
  }, 10);
  await lab.run('sync --yes');
  clearInterval(writing);
  expect(lab.charged()).toBe(0);
  await lab.sync('--yes');
  expect(await stateOf('map.raw')).toBe('notarized');
  expect(lab.takenIn()).toEqual([sha256(fs.readFileSync(file))]);
});

const python = spawnSync('/usr/bin/python3', ['-c', 'import h5py']).status === 0;

test.runIf(python)('HDF5 itself sets and clears these flags', () => {
  const path = lab.at('real.h5');
  fs.mkdirSync(lab.at('.'), { recursive: true });
  const script = `
import h5py, sys
f = h5py.File(sys.argv[1], 'w', libver='latest')
f.create_dataset('x', (1,), maxshape=(None,), chunks=(1,))
f.swmr_mode = True
f.flush()
print(open(sys.argv[1], 'rb').read(12)[11])
f.close()
print(open(sys.argv[1], 'rb').read(12)[11])`;
  const said = spawnSync('/usr/bin/python3', ['-c', script, path], {
    encoding: 'utf8',
    env: { HDF5_USE_FILE_LOCKING: 'FALSE' },
  });
  expect(said.stdout).toBe('5\n0\n');
});
