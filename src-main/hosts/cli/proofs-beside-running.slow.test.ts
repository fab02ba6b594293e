/** Commands about proofs while another program of this computer has the data folder open. */
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

test('a certificate is saved, and a file is held against it or against its record, as it is alone', async () => {
  const file = lab.write('data/run.raw');
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0 });
  const [{ id, fileId } = { id: '', fileId: '' }] = await lab.files();
  await lab.must('certificate get --raw --out', lab.at('run.json'), file);
  const commands: readonly (readonly [string, ...string[]])[] = [
    ['certificate verify', file],
    [`certificate verify ${id}`],
    [`certificate verify ${fileId}`, '--ask-service'],
    ['certificate verify', file, '--certificate', lab.at('run.json')],
    ['certificate verify', lab.write('other.raw'), '--any'],
    ['certificate verify', lab.at('none.raw')],
    [`certificate get ${fileId} --out`, lab.at('saved')],
    ['certificate get --json --raw', file, '--out', lab.at('saved')],
    ['certificate get', lab.at('none.raw'), '--out', lab.at('saved')],
    ['certificate verify 77'],
  ];
  const answers = async () => {
    const all = [];
    for (const words of commands) {
      const { code, stdout, stderr } = await lab.run(...words);
      const saved = fs.existsSync(lab.at('saved')) ? fs.readFileSync(lab.at('saved')) : null;
      fs.rmSync(lab.at('saved'), { force: true });
      all.push({ words, code, stdout, stderr, saved });
    }
    return all;
  };
  const alone = await answers();
  expect(alone.map(({ code }) => code)).toEqual([0, 0, 0, 0, 1, 2, 0, 0, 2, 2]);
  onTestFinished(await lab.serving());
  expect(await answers()).toEqual(alone);
});
