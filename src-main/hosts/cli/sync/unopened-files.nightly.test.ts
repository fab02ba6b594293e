import { expect, test } from 'vitest';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const RULES = ['--visibility', 'private', '--label', 'raw', '--check', 'never', '--settle', '0'];
const lab = useCliLab();

test.runIf(hasMounts)(
  'a drive that lists its files and opens none is named, and the files of all other folders are sent (P14)',
  async () => {
    const drive = await mountOddDrive();
    for (const name of 'abcdef') drive.content.write(`away/${name}.raw`, name.repeat(200_000));
    await lab.must('folder add', drive.at('away'), '--project', lab.projectId, ...RULES);
    await lab.sync(); // they are fingerprinted
    for (const name of 'gh') lab.write(`here/${name}.raw`, name.repeat(200_000));
    await lab.must('folder add', lab.at('here'), '--project', lab.projectId, ...RULES);
    await drive.set({ opensNone: true });
    const { code, stdout } = await lab.run('sync --yes');
    expect([code, lab.uploads().length]).toEqual([1, 2]);
    expect(stdout).toContain('The drive did not answer in time.');
    await drive.set({});
    await lab.sync('--yes');
    expect((await lab.files()).map(({ state }) => state)).toEqual(
      Array.from({ length: 8 }).fill('notarized'),
    );
  },
);
