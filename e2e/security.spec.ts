/** What nobody may find after a person has done their main job, wherever they look. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/face-test.ts';
import { commandLines, placesOf, textsOfFiles, textsOfPage } from './support/find-secrets.ts';
import { sendFirstFile } from './support/first-file.ts';
import { researcher } from './support/people.ts';

/** The form of the service's tokens. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/;

test('after a first file and its certificate, token and password are nowhere, and all files are private where the system lets everybody read (P16, P17)', async ({
  newLab,
  openFace,
  context,
}) => {
  const heard: Record<string, string> = {};
  const note = (what: string, text: string) => {
    heard[what] = `${heard[what] ?? ''}${text}\n`;
  };
  const answers: Promise<void>[] = [];
  context.on('response', (response) => {
    const request = response.request();
    note('requests', `${request.url()} ${JSON.stringify(request.headers())}`);
    note('headers of answers', JSON.stringify(response.headers()));
    answers.push(
      response
        .text()
        .catch(() => '') // of an answer without a body
        .then((text) => note('answers', text)),
    );
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => note('events', payload.toString()));
      socket.on('framesent', ({ payload }) => note('messages', payload.toString()));
    });
  });
  const wishes = { umask: '000', env: { LABSEAL_TOKEN_STORE: 'memory' } };
  const { page, program } = await openFace(newLab, wishes);
  await sendFirstFile(page, await newLab.write('picked/first.csv', 'minutes,a\n0,1\n'));

  // It does have one, of this form: the bundled service answers who gives it, and nobody else.
  const login = await fetch(`${newLab.mock.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: researcher.email, password: researcher.password }),
  });
  expect(await login.text()).toMatch(TOKEN);
  expect((await newLab.mock.takenIn()).length).toBe(1);

  await Promise.all(answers);
  expect(Object.keys(heard).toSorted()).toEqual([
    'answers',
    'events',
    'headers of answers',
    'messages',
    'requests',
  ]);
  const texts = {
    ...heard,
    ...(await textsOfPage(page)),
    ...(await commandLines(program.pid ?? 0)),
    ...(await textsOfFiles(newLab.at('labseal'))),
    'stdout and stderr': program.spoken(),
  };
  expect(Object.keys(texts).length).toBeGreaterThan(15);
  expect(placesOf([TOKEN, researcher.password], texts)).toEqual([]);

  const root = newLab.at('labseal');
  const names = ['.', ...(await fs.readdir(root, { recursive: true }))];
  const open: string[] = [];
  for (const name of names) {
    const stats = await fs.stat(path.join(root, name)).catch(() => null); // gone meanwhile
    if (stats !== null && (stats.mode & 0o077) !== 0) open.push(name);
  }
  expect(names.length).toBeGreaterThan(5);
  expect(open).toEqual([]);
});
