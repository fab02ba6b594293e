/** Whole commands on a computer whose clock is far from the service's: hours, a token's life, years and decades. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../../../src-shared/model/text/time.ts';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 1 });
const tokens = () => fs.readdirSync(lab.home).filter((name) => name.startsWith('token-'));

/** As the service lists it. */
async function uploadedMsOf(fileId: string | null | undefined): Promise<number> {
  const { records } = await lab.api<{ records: { id: string; uploaded: string }[] }>(
    'researcher',
    'GET',
    `/private-files/project/${lab.projectId}?limit=200`,
  );
  return Date.parse(records.find(({ id }) => id === fileId)?.uploaded ?? '');
}
const CLOCK = /This computer's clock is .+ (ahead of|behind) the service's/;

test.each([
  [5 * HOUR_MS, '5 hours ahead of'],
  [25 * HOUR_MS, '25 hours ahead of'],
  [3 * 365 * DAY_MS, '1,095 days ahead of'],
  [-5 * HOUR_MS, '5 hours behind'],
  [-3 * 365 * DAY_MS, '1,095 days behind'],
  [-56 * 365 * DAY_MS, '20,440 days behind'],
])(
  'a clock that is %s ms ahead ends no session, dates no upload and no proof, and is named before a payment (P10)',
  async (aheadMs, words) => {
    lab.write('data/run.raw');
    lab.setClockAhead(aheadMs);
    await lab.signIn();
    for (const command of ['credit balance', 'status', 'project list']) {
      expect([command, (await lab.run(command)).code]).toEqual([command, 0]);
    }
    await lab.watch('data');
    const beforeMs = Date.now() - aheadMs;
    const { code, stderr } = await lab.run('sync --yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
    const files = await lab.files();
    expect(files.map(({ state }) => state)).toEqual(['notarized']);
    const uploadedMs = await uploadedMsOf(files[0]?.fileId);
    expect(uploadedMs).toBeLessThanOrEqual(Date.now() - aheadMs);
    expect(uploadedMs).toBeGreaterThan(beforeMs - MINUTE_MS);
    const file = lab.at('data/run.raw');
    const found = await lab.ask<{ record: { notarizedAt: string } }>('certificate verify', file);
    const provenMs = Date.parse(found.record.notarizedAt);
    expect(provenMs).toBeGreaterThan(uploadedMs);
    expect(provenMs).toBeLessThan(Date.now() - aheadMs + MINUTE_MS);
    const history = await lab.run('credit history');
    expect([history.code, history.stdout]).toEqual([0, expect.stringContaining('run.raw')]);
    expect(history.stderr).toContain(words);
    const ranges = lab.requests().flatMap(({ path }) => {
      const [from = '', to = ''] = /transactions\/([\d-]+)\/([\d-]+)/.exec(path)?.slice(1) ?? [];
      return from === '' ? [] : [{ from, to }];
    });
    expect(ranges).not.toEqual([]);
    expect(ranges.filter(({ from, to }) => from > to)).toEqual([]);
    expect(tokens()).toHaveLength(1);
    expect(await lab.ask('auth status')).toMatchObject({
      state: aheadMs > DAY_MS ? 'withheld' : 'signed-in',
    });
    expect((await lab.run('credit balance')).code).toBe(0); // the token is still there
  },
);

test.each([3 * 365 * DAY_MS, -3 * 365 * DAY_MS])(
  'a project begins on the day of the service where none is named, with a clock that is %s ms ahead',
  async (aheadMs) => {
    lab.setClockAhead(aheadMs);
    await lab.signIn();
    const args = ['--name', 'Clocks', '--area', 'Physics', '--end', '2099-12-31', '--yes'];
    const days = [utcDay(Date.now() - aheadMs)];
    expect((await lab.run('project create', ...args)).code).toBe(0);
    days.push(utcDay(Date.now() - aheadMs)); // it may be midnight
    const { records } = await lab.api<{ records: { name: string; startDate: string }[] }>(
      'researcher',
      'GET',
      '/projects',
    );
    const made = records.find(({ name }) => name === 'Clocks');
    expect(days).toContain(made?.startDate.slice(0, 10));
  },
);

test('a clock that is set right again dates nothing by the time before', async () => {
  lab.setClockAhead(-365 * DAY_MS); // the service is a year ahead of this computer
  await lab.signIn();
  lab.write('data/first.raw');
  await lab.watch('data');
  expect((await lab.run('sync --yes')).code).toBe(0);
  lab.setClockAhead(0); // and is not any more: what was sent before lies in its future
  await lab.signIn();
  lab.write('data/second.raw', 'second');
  const { code, stderr } = await lab.run('sync --yes');
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(CLOCK)]);
  const second = (await lab.files()).find(({ path }) => path.endsWith('second.raw'));
  expect(await uploadedMsOf(second?.fileId)).toBeLessThanOrEqual(Date.now());
});

test('a paid change names the clock too, and the doctor does', async () => {
  lab.setClockAhead(25 * HOUR_MS);
  await lab.signIn('principal investigator');
  const tides = ['--name', 'Tides', '--area', 'Ocean', '--end', '2030-12-31'];
  const { stderr } = await lab.run('project create --yes', ...tides);
  expect(stderr).toMatch(CLOCK);
  const { stdout } = await lab.run('doctor');
  expect(stdout).toMatch(CLOCK);
  expect(stdout).toContain('Signed in as');
});
