/**
 * What this account paid for is known, wherever that happened: in a data folder that was restored from a backup since, on
 * another computer, or in a copy of this data folder. All without the duplicate check, which would find most of it.
 */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../src-shared/model/text/time.ts';
import { momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { useCliLab, type Fault } from '../test-support/cli-lab.ts';

const lab = useCliLab();
const UNCHECKED = ['--check', 'never'];
const refused: Fault = { endpoint: 'listPrivateFiles', do: { kind: 'status', status: 403 } };

function writeFiles(...names: readonly string[]): void {
  for (const name of names) lab.write(`data/${name}`);
}

/** A data folder in which `a` is notarized, as a backup made then, with `b` and `c` notarized since. */
async function restored(...more: readonly string[]): Promise<void> {
  writeFiles('a.raw');
  await lab.watch('data', ...(more.length === 0 ? UNCHECKED : more));
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  fs.cpSync(lab.home, lab.at('backup'), { recursive: true });
  writeFiles('b.raw', 'c.raw');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
  fs.rmSync(lab.home, { recursive: true });
  fs.cpSync(lab.at('backup'), lab.home, { recursive: true });
  lab.forgetRequests();
}

const checks = () => lab.requests().filter(({ endpoint }) => endpoint === 'verifyContent').length;

describe('a data folder that was restored from a backup', () => {
  test('pays for nothing that was paid for since, and shows the records (P1, P9)', async () => {
    await restored();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect([lab.charged(), checks()]).toEqual([3, 0]);
    fs.renameSync(lab.at('data/b.raw'), lab.at('data/renamed.raw'));
    writeFiles('d.raw');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 4 } });
    expect(lab.charged()).toBe(4);
  });

  test('knows files by their content, also where they were renamed meanwhile', async () => {
    await restored();
    fs.renameSync(lab.at('data/b.raw'), lab.at('data/other.raw'));
    const offered = await lab.run('sync');
    expect(offered.stderr).not.toContain('credit;');
    expect(offered.stderr).toContain('2 records of your account that this computer did not know');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect(lab.charged()).toBe(3);
  });

  test('shows records where the duplicate check is on, too', async () => {
    await restored('--check', 'approved');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect(lab.charged()).toBe(3);
  });

  test('asks about each content where the list is refused: the balance tells that something is unknown', async () => {
    await restored();
    lab.fault(refused);
    const { files } = await lab.sync('--yes');
    const states = files.map(({ state }) => state).toSorted();
    expect(states.filter((state) => state === 'ready' || state === 'recording')).toEqual([]);
    expect(lab.charged()).toBe(3);
    expect(checks()).toBeGreaterThan(0);
  });

  test('is noticed by the history where a grant hides what was spent', async () => {
    await restored();
    const [admin, user] = await Promise.all(
      (['administrator', 'researcher'] as const).map((role) =>
        lab.api<{ id: string }>('administrator', 'GET', `/users/email/${lab.account(role).email}`),
      ),
    );
    const body = { amount: 50, operationType: 'add' };
    await lab.api('administrator', 'POST', `/users/${admin?.id}/credit-balance/${user?.id}`, body);
    lab.fault(refused);
    await lab.sync('--yes');
    expect(lab.takenIn()).toHaveLength(3);
  });

  test('asks about a record that was deleted since, as any other', async () => {
    await restored();
    const { records } = lab.service.ledger();
    const { subjectId } = records.findLast(({ operation }) => operation === 'FILE_UPLOAD') ?? {};
    const user = await lab.api<{ id: string }>(
      'researcher',
      'GET',
      `/users/email/${lab.account('researcher').email}`,
    );
    const there = `/private-files/project/${lab.projectId}/file/${subjectId}/delete`;
    await lab.api('researcher', 'PATCH', there, { userId: user.id, reason: 'x' });
    const { files } = await lab.sync('--yes');
    expect(files.map(({ state, hold }) => hold ?? state).toSorted()).toEqual([
      'notarized',
      'notarized',
      'record_deleted',
    ]);
    expect(lab.takenIn()).toHaveLength(3);
  });
});

describe('another computer of the same account', () => {
  test.each([[UNCHECKED], [[]]])('knows what the first one notarized, with %j', async (check) => {
    writeFiles('a.raw', 'b.raw');
    await lab.watch('data', ...check);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0 });
    const [a, b] = ['data/a.raw', 'data/b.raw'].map((name) => fs.readFileSync(lab.at(name)));
    await lab.newComputer();
    lab.write('data/a.raw', a);
    lab.write('data/under another name.raw', b);
    writeFiles('c.raw');
    await lab.watch('data', ...check);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect([lab.charged(), lab.takenIn().length]).toEqual([1, 1]);
  });

  test('that takes a record in dates it as its certificate does, and no later than it was seen without one', async () => {
    lab.setClockAhead(3 * DAY_MS); // the service is three days before
    await lab.signIn();
    const sent = lab.write('run.raw');
    await lab.must('file upload --yes', sent, ...lab.rules());
    await lab.must('certificate get --raw --out', lab.at('run.json'), sent);
    const { recorded } = JSON.parse(fs.readFileSync(lab.at('run.json'), 'utf8')) as {
      recorded: string;
    };
    const [bytes, certificate] = [fs.readFileSync(sent), lab.at('run.json')];
    await lab.newComputer();
    const file = lab.write('run.raw', bytes);
    await lab.must('file upload --yes', file, ...lab.rules());
    expect(lab.charged()).toBe(0);
    const on = `on ${momentText(Date.parse(recorded))}`;
    const seen = async (...more: readonly string[]) =>
      (await lab.run('certificate verify', file, ...more)).stdout.replaceAll(/\s+/g, ' ');
    expect(await seen()).toContain(`the one notarized ${on}.`);
    expect(await seen('--certificate', certificate)).toContain(`, notarized ${on}, which`);
    const verified = await lab.ask<{ record: object }>('certificate verify', file);
    expect(verified.record).toMatchObject({ notarizedAt: recorded, isDateRecorded: true });

    // The same of a data folder from before dates were kept, and without the certificate.
    const PLAIN =
      "UPDATE record SET recorded_at_ms = NULL; INSERT OR REPLACE INTO preference VALUES ('certificates-dated-until', '0')";
    lab.withDatabase((db) => db.exec(PLAIN));
    expect(await seen()).toContain(`the one notarized ${on}.`);
    lab.withDatabase((db) =>
      db.exec(`${PLAIN}; UPDATE record SET certificate_json = NULL, certificate_pdf = NULL`),
    );
    expect(await seen()).toMatch(/the one notarized no later than \d/);
    expect(await seen('--certificate', certificate)).toMatch(
      /notarized no later than .+Not compared: [^.]*the time of its record/,
    );
  });

  test('with a copy of the same data folder each knows what the other has notarized since (P9)', async () => {
    writeFiles('a.raw');
    await lab.watch('data', ...UNCHECKED);
    await lab.sync('--yes');
    const copy = lab.at('copy');
    fs.cpSync(lab.home, copy, { recursive: true });
    const there = (command: string) => lab.start({ env: { LABSEAL_HOME: copy } }, command).ended;
    writeFiles('b.raw');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
    writeFiles('c.raw');
    expect((await there('sync --yes')).code).toBe(0);
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
    expect(lab.charged()).toBe(3);
  });

  test('that paid for the same content is named once by the pass that finds it, and of late by status (P1)', async () => {
    writeFiles('a.raw');
    await lab.watch('data', ...UNCHECKED);
    await lab.sync('--yes');
    const a = fs.readFileSync(lab.at('data/a.raw'));
    await lab.newComputer();
    lab.write('data/a.raw', a);
    lab.write('data/b.raw');
    await lab.watch('data', ...UNCHECKED);
    // What the first one did is not shown yet.
    lab.fault({ ...refused, times: 1 });
    const found = await lab.run('sync --yes');
    expect(lab.charged()).toBe(2);
    expect(found.stderr).toContain(
      'a.raw was paid for twice, 2 credits in all: another computer of your account sent it too.',
    );
    expect(found.code).toBe(1);
    expect(await lab.ask('status')).toMatchObject({
      health: ['paid-twice'],
      paidTwice: { files: 1, credits: 1, name: 'a.raw' },
    });
    const again = await lab.run('sync --yes');
    expect([again.code, again.stderr.includes('paid for twice')]).toEqual([0, false]);
  });
});
