import { expect, test } from 'vitest';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import type { Oddities } from '../../../test-support/odd-drive/oddities.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 20 });

const WRONG_SIZE = 'Its drive reports a wrong size';
const RESTLESS = 'Its drive reports another time at each look';

const LIES: readonly (readonly [string, Oddities, string])[] = [
  ['a size of 0', { sizes: 'none' }, WRONG_SIZE],
  ['a byte less', { sizes: 'less' }, WRONG_SIZE],
  ['a byte more', { sizes: 'more' }, WRONG_SIZE],
  ['another inode at each look', { restless: 'inodes' }, RESTLESS],
  ['another time at each look', { restless: 'times' }, RESTLESS],
];

test.runIf(hasMounts).for(LIES)(
  'a drive that tells %s is named for its files, and no pass waits for it again (P14)',
  async ([, oddities, sentence]) => {
    const drive = await mountOddDrive();
    for (const name of ['a.raw', 'b.raw'])
      drive.content.write(name, `${name} ${performance.now()}`);
    lab.write('honest/c.raw', `c ${performance.now()}`);
    const rules = ['--visibility', 'private', '--label', 'raw', '--check', 'never'];
    await lab.must('folder add', lab.at('honest'), '--project', lab.projectId, ...rules);
    await lab.must('folder add', drive.path, '--project', lab.projectId, ...rules);
    await drive.set(oddities);
    await lab.sync('--yes');
    const said = async () =>
      (await lab.files()).map(({ path, state }) => `${path.slice(-5)} ${state}`).toSorted();
    const expected = ['a.raw unreadable', 'b.raw unreadable', 'c.raw notarized'];
    expect(await said()).toEqual(expected);
    expect((await lab.run('file explain', drive.at('a.raw'))).stdout).toContain(sentence);
    expect((await lab.run('sync --yes')).stderr).not.toContain('still being written');
    expect(await said()).toEqual(expected);
    expect(lab.uploads()).toHaveLength(1);
    await drive.set({});
    await lab.sync('--yes');
    expect(await said()).toEqual(['a.raw notarized', 'b.raw notarized', 'c.raw notarized']);
  },
);

test.runIf(hasMounts).for(LIES)(
  'a verification on a drive that tells %s never says that the file changed',
  async ([, oddities]) => {
    const drive = await mountOddDrive();
    drive.content.write('a.raw', `verified ${performance.now()}`);
    const rules = [
      '--visibility',
      'private',
      '--label',
      'raw',
      '--check',
      'never',
      '--settle',
      '0',
    ];
    await lab.must('folder add', drive.path, '--project', lab.projectId, ...rules);
    await lab.sync('--yes');
    await drive.set(oddities);
    const { stdout, stderr } = await lab.run('certificate verify', drive.at('a.raw'));
    expect(stdout + stderr).not.toMatch(/chang|differ/);
  },
);
