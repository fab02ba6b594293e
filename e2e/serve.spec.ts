import fs from 'node:fs/promises';
import path from 'node:path';
import {
  CALL_PATH,
  certificatePath,
  SESSION_HEADER,
  SESSION_PATH,
} from '../src-shared/bridge/loopback.ts';
import type { CallInput, CallName, CallOutput } from '../src-shared/bridge/calls.ts';
import { researcher } from './support/people.ts';
import { expect, test, type Lab } from './support/lab.ts';

const PATIENTLY = { timeout: 20_000, intervals: [50] };
const ADDRESS = /^Labseal is running at (http:\/\/127\.0\.0\.1:\d+)\/#([\w-]{32})$/m;

/** What a page does, without one. */
async function openFace(lab: Lab) {
  const running = lab.start(['serve']);
  await running.said('Labseal is running at');
  const [, origin = '', key = ''] = ADDRESS.exec(running.spoken()) ?? [];
  const post = (address: string, body: unknown, headers = {}) =>
    fetch(origin + address, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { session } = (await (await post(SESSION_PATH, { key })).json()) as { session: string };
  const own = { [SESSION_HEADER]: session };
  return {
    running,
    origin,
    key,
    own,
    async call<Name extends CallName>(name: Name, input: CallInput<Name>) {
      const answer = await (await post(CALL_PATH + name, input, own)).json();
      expect(answer).toMatchObject({ ok: true });
      return (answer as { value: CallOutput<Name> }).value;
    },
  };
}

test('serve keeps working until it is stopped: a new file goes to its certificate, which its page can read', async ({
  lab,
}) => {
  await lab.write('data/before.csv');
  await lab.watch('data', '--budget', '10');
  const face = await openFace(lab);
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

test('a second one ends with 5 and says where the first one is; a port that is taken is said', async ({
  newLab,
}) => {
  const { running, origin, key } = await openFace(newLab);
  const second = await newLab.run(['serve']);
  expect(second).toMatchObject({ code: 5, stdout: '' });
  expect(second.stderr).toContain(`Labseal is running already, at ${origin}/#${key}`);
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
  const env = { PATH: `${path.dirname(opener)}:${process.env['PATH']}` };
  const running = newLab.start(['serve', '--open'], { env });
  await running.said('Labseal is running at');
  const [, origin = '', lasting = ''] = ADDRESS.exec(running.spoken()) ?? [];
  const told = async () => fs.readFile(newLab.at('told'), 'utf8').catch(() => '');
  await expect.poll(told, PATIENTLY).toMatch(/^\S+\.html\n$/);
  const file = (await told()).trim();
  expect((await fs.stat(file)).mode % 0o1000).toBe(0o600);
  const text = await fs.readFile(file, 'utf8');
  const [key = ''] = /(?<=#)[\w-]{32}/.exec(text) ?? [];
  expect([key.length, key === lasting]).toEqual([32, false]);

  await page.goto(`file://${file}`);
  await page.waitForURL(`${origin}/#/**`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const again = await fetch(origin + SESSION_PATH, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect(again.status).toBe(401);
  running.send('SIGTERM');
  await running.ended;
  await expect(fs.stat(file)).rejects.toThrow('ENOENT');
});

test('the built page runs under the policy of its host, keeps its session over a reload, and says when the host is gone', async ({
  lab,
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  const { running, origin, key } = await openFace(lab);
  await page.goto(`${origin}/#${key}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).not.toContain(key);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(said).toEqual([]);

  const refusals = await page.evaluate(async () => {
    const told: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      told.push(event.effectiveDirective),
    );
    const image = document.createElement('img');
    image.src = 'https://elsewhere.example/pixel.png';
    document.body.append(image);
    const script = document.createElement('script');
    try {
      script.textContent = 'window.wasRun = true';
    } catch {
      told.push('trusted types'); // a text is no script, before the policy is even asked
    }
    document.body.append(script);
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { told, wasRun: 'wasRun' in window };
  });
  expect(refusals.wasRun).toBe(false);
  expect(refusals.told).toEqual(expect.arrayContaining(['img-src', 'connect-src']));
  running.send('SIGTERM');
  await running.ended;
  await expect(page.getByText(/stopped answering/)).toBeVisible({ timeout: 10_000 });
});
