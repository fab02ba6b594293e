/** Provenance on the command line, against the real bundled service: from held to notarized, with what is wrong with it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });
const GIVEN = ['--procedure', 'Peaks were picked.', '--procedure-files'];
const at = (name: string) => lab.at(`data/${name}`);
let folderId = '';

/** How a file stands, with what holds it. */
async function statusOf(name: string): Promise<string> {
  const file = (await lab.files()).find(({ path }) => path === at(name));
  return [file?.state, file?.hold].filter(Boolean).join(' ');
}

/** By a rule, with the procedure of the lab. */
const byRule = (rule: string) =>
  lab.run(`lineage procedure --project ${lab.projectId} ${rule}`, ...GIVEN, at('raw/sop.pdf'));

beforeAll(async () => {
  for (const name of ['raw/07.raw', 'raw/08.raw', 'raw/sop.pdf']) lab.write(`data/${name}`);
  for (const name of ['peaks/peaks_07.csv', 'peaks/peaks_08.csv']) lab.write(`data/${name}`);
  await lab.watch('data/raw');
  folderId = await lab.watch('data/peaks', '--type', 'secondary');
});

describe('from held to notarized, and after', () => {
  test('a dry run shows what a rule would give, and what is left for a person ends with 1', async () => {
    expect((await lab.run('sync --max-credits 0')).stdout).toContain(
      'Held · add procedure: It is a secondary file: say which primary files and which procedure it comes from',
    );
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
    const dry = await byRule('--names peaks_{run}.csv --made-from {run}.raw --dry-run');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/peaks_07\.csv +07\.raw\n.*peaks_08\.csv +08\.raw\n$/s);
    expect(dry.stderr).toContain('this was a dry run');
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
    const none = await byRule('--names {run}.csv --made-from {run}.txt');
    expect(none.code).toBe(1);
    expect(none.stdout).toContain('peaks_07.csv: no primary file is named peaks_07.txt');
  });

  test('files cite files of this computer that were not sent yet, and it is taken back', async () => {
    const done = await lab.ask<{ completionId: string }>(
      `lineage procedure ${at('peaks/peaks_07.csv')} --primary-files ${at('raw/07.raw')} --label peaks`,
      ...GIVEN,
      at('raw/sop.pdf'),
    );
    expect(done).toMatchObject({
      credits: 1,
      files: [{ procedures: [expect.stringContaining('labseal:file:')] }],
    });
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held primary_pending');
    expect(await lab.must(`lineage procedure --undo ${done.completionId}`)).toBe(
      '1 file has what it had before.\n',
    );
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
  });

  test('a rule that is kept completes what is there; one pass sends the primary files first, then what cites them', async () => {
    const rule = `--folder ${folderId} --keep --names peaks_{run}.csv --made-from {run}.raw`;
    expect(await byRule(rule)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 files are complete.'),
    });
    lab.write('data/peaks/peaks_late.csv');
    lab.write('data/raw/late.raw');
    await lab.run('sync --yes');
    for (const name of ['peaks_07.csv', 'peaks_08.csv', 'peaks_late.csv']) {
      expect([name, await statusOf(`peaks/${name}`)]).toEqual([name, 'notarized']);
    }
    const there = await lab.ask<{
      files: { name: string; primaryData: string; fileId: string }[];
    }>(`file list --on-service --project ${lab.projectId}`);
    const named = (name: string) => there.files.find((file) => file.name === name);
    expect(named('peaks_late.csv')?.primaryData).toBe(named('late.raw')?.fileId);
  });

  test('the lineage is whole; a primary file that is deleted later is warned about, with exit code 1', async () => {
    expect(await lab.must(`lineage show ${lab.projectId}`)).toMatch(
      /peaks_07\.csv · Notarized · secondary · \S+\n  How: Peaks were picked\.\n  Made from: 07\.raw · Notarized/,
    );
    await lab.must('file delete --yes --reason', 'Wrong sample', at('raw/07.raw'));
    const after = await lab.run(`lineage show ${lab.projectId} --warnings`);
    expect(after.code).toBe(1);
    expect(after.stdout).toMatch(
      /! Its primary file 07\.raw (was|is being) deleted on the service/,
    );
    expect(after.stdout).not.toContain('peaks_08.csv');
  });
});

test.each([
  ['', /Name files, or say with --project/],
  ['x', /--primary-files/],
  ['x --primary-files a', /--procedure-files/],
  ['x --primary-files a --procedure-files b', /--procedure how/],
  ['x --names a', /not both/],
  ['--undo x', /--undo takes a number/],
  ['--project p --names {', /brace without its other half/],
  ['no-such-file --primary-files a --procedure x --procedure-files b', /no-such-file/],
])('"lineage procedure %s" is refused with what to write instead', async (words, sentence) => {
  const refused = await lab.run(`lineage procedure ${words}`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(sentence);
});
