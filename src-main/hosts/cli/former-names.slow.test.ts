/** Names of earlier versions do what they did, and say how it is written now. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();

const now = (line: string) => `Write "labseal ${line}" from now on.\n`;

test.each([
  ['tag search nothing', 'no such tag', 'tag list TEXT'],
  ['profile address', /^0x[0-9a-f]{40}\n$/, 'profile show'],
  ['profile permissions', 'Administrator', 'profile show'],
  ['outbox offline', 'working offline', 'offline'],
  ['outbox online', 'online again', 'online'],
  ['file rules', 'No rule is kept.\n', 'lineage rules'],
  ['file procedure --undo 1', '0 files have', 'lineage procedure'],
  ['project lineage PROJECT', 'secondary file', 'lineage show'],
  ['audit --list', 'No audit yet', 'audit list'],
  ['audit --every month', 'Watched folders', 'audit schedule month'],
  ['audit --seen', 'There is no notice of silent changes', 'audit seen'],
])('labseal %s', async (line, answer, instead) => {
  const ended = await lab.run(line.replace('PROJECT', lab.projectId));
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(answer) });
  expect(ended.stderr).toContain(now(instead));
  expect((await lab.run(`-q ${line.replace('PROJECT', lab.projectId)}`)).stderr).not.toContain(
    'Write',
  );
});

test('labseal diagnostics and an earlier audit by its option', async () => {
  const report = lab.at('report.json');
  const saved = await lab.run('diagnostics --json --to', report);
  expect([saved.code, JSON.parse(saved.stdout)]).toEqual([0, { path: report }]);
  expect(saved.stderr).toContain(now('doctor --save FILE'));
  expect(JSON.parse(fs.readFileSync(report, 'utf8'))).toHaveProperty('mistakes');
  lab.write('data/run-1.raw');
  await lab.run('audit', lab.at('data'));
  const shown = await lab.run('audit --run 1 --json');
  expect(shown.stdout).toBe((await lab.run('audit show 1 --json')).stdout);
  expect(shown.stderr).toContain(now('audit show 1'));
});
