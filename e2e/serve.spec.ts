import fs from 'node:fs/promises';
import path from 'node:path';
import { certificatePath, SESSION_PATH } from '../src-shared/bridge/loopback.ts';
import { researcher } from './support/people.ts';
import { openHost } from './support/host.ts';
import { expect, test } from './support/lab.ts';
import { addressOf } from './support/page-address.ts';

const PATIENTLY = { timeout: 60_000, intervals: [50] };

test('serve keeps working until it is stopped: a new file goes to its certificate, which its page can read', async ({
  lab,
}) => {
  await lab.write('data/before.csv');
  await lab.watch('data', '--budget', '10');
  const face = await openHost(lab);
  await lab.write('data/run.csv');
  const range = async () =>
    face.call('files.range', {
      filter: {},
      sort: { by: 'name', isDescending: false },
      first: 0,
      count: 10,
    });
  await expect.poll(async () => (await range()).rows[1]?.state, PATIENTLY).toBe('notarized');
  const asked = (await range()).rows[1]?.id ?? '';
  await face.call('certificates.get', { asked });
  const bytes = async (form: 'pdf' | 'json') => {
    const answer = await fetch(face.origin + certificatePath(form, asked), { headers: face.own });
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 5)];
  };
  expect(await bytes('pdf')).toEqual([200, 'application/pdf', '%PDF-']);
  expect(await bytes('json')).toEqual([200, 'application/json', expect.stringMatching(/^\{/)]);
  const status = await face.call('status.read', {});
  expect(status).toMatchObject({ session: { state: 'signed-in', email: researcher.email } });

  const { mode } = await fs.stat(lab.at('labseal/serve.json'));
  expect(mode % 0o1000).toBe(0o600);
  face.running.send('SIGTERM');
  expect(await face.running.ended).toMatchObject({ code: 0, stderr: '' });
  await expect(fs.stat(lab.at('labseal/serve.json'))).rejects.toThrow('ENOENT');
  expect(await lab.ask(['file', 'show', asked])).toMatchObject({ code: 0 });
});

test('a second one ends with 5 and says where the first one is, without a key outside a terminal; a port that is taken is said', async ({
  newLab,
}) => {
  const { running, origin } = await openHost(newLab);
  const second = await newLab.run(['serve']);
  expect(second).toMatchObject({ code: 5, stdout: '' });
  expect(second.stderr).toContain(`Labseal is running already, at ${origin}/\n`);
  expect(second.stderr + running.spoken()).not.toContain('#');
  const port = new URL(origin).port;
  const taken = await newLab.run(['serve', '--port', port], {
    env: { LABSEAL_HOME: newLab.at('other') },
  });
  expect(taken).toMatchObject({ code: 2, stdout: '' });
  expect(taken.stderr).toContain(`Port ${port} is taken.`);
  running.send('SIGINT');
  expect((await running.ended).code).toBe(0);
});

test('--open leads a browser to the page with a key that no command line shows and that opens once', async ({
  newLab,
  page,
}) => {
  // Stands for the desktop's own opener: it keeps what it was told to open.
  const opener = await newLab.write(
    'bin/xdg-open',
    `#!/bin/sh\necho "$@" > "${newLab.at('told')}"\n`,
  );
  await fs.chmod(opener, 0o755);
  const env = { PATH: `${path.dirname(opener)}:${process.env['PATH']}`, DISPLAY: ':0' };
  const running = newLab.start(['serve', '--open'], { env });
  const { origin, key: kept } = await addressOf(running);
  const told = async () => fs.readFile(newLab.at('told'), 'utf8').catch(() => '');
  await expect.poll(told, PATIENTLY).toMatch(/^\S+\.html\n$/);
  const file = (await told()).trim();
  expect((await fs.stat(file)).mode % 0o1000).toBe(0o600);
  const text = await fs.readFile(file, 'utf8');
  const [key = ''] = /(?<=#)[\w-]{32}/.exec(text) ?? [];
  expect([key.length, key === kept]).toEqual([32, false]);

  await page.goto(`file://${file}`);
  await page.waitForURL(`${origin}/#/**`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const again = await fetch(origin + SESSION_PATH, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect(again.status).toBe(401);

  // A second start opens another page of the one that runs, and ends as soon as that is there.
  const second = newLab.start(['serve', '--open'], { env });
  await expect.poll(told, PATIENTLY).not.toBe(`${file}\n`);
  const other = await page.context().newPage();
  await other.goto(`file://${(await told()).trim()}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await second.ended).toMatchObject({ code: 0, stdout: '' });
  await expect(fs.stat((await told()).trim())).rejects.toThrow('ENOENT');
  expect((await addressOf(running)).key).not.toBe(kept);
  running.send('SIGTERM');
  await running.ended;
  await expect(fs.stat(file)).rejects.toThrow('ENOENT');
});
