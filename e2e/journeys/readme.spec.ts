/** Whoever has README.md alone: each of its commands, in its order, as it stands there. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Lab } from '../support/lab.ts';
import { freePort } from '../support/ports.ts';
import { answerIn, blocksOf, type Step } from '../support/readme.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** It gives a command the terminal that its questions need. */
const TERMINAL = 'script';
const RUNNING = 'Labseal is running at ';
const PATIENTLY = { timeout: 150_000, intervals: [50] };
/** Other each time. */
const MOMENT = /\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/g;
const CONTROL = new RegExp(String.raw`\u001B\[[\d;]*[A-Za-z]|\r`, 'g');

const hasTerminal =
  process.platform === 'linux' && spawnSync(TERMINAL, ['--version']).error === undefined;

// The first one makes the checkout ready, where it is not.
test.describe.configure({ mode: 'serial' });
test.skip(!hasTerminal, `needs "${TERMINAL}" of util-linux`);

const blocks = blocksOf(await fs.readFile(new URL('../../README.md', import.meta.url), 'utf8'));
const stepsOf = (kind: 'sh' | 'console') =>
  blocks.filter((block) => block.kind === kind).flatMap(({ steps }) => steps);
const isMock = ({ command }: Step) => command.includes('labseal mock');

for (const { command } of stepsOf('sh').filter((step) => !isMock(step))) {
  const isWindow = command === 'npm start'; // of the desktop, where there is one
  test(`"${command}" opens Labseal${isWindow ? ', which says how to see it where there is no screen' : ' in the browser'}`, async ({
    newLab,
  }) => {
    const opener = await newLab.write(
      'bin/xdg-open',
      `#!/bin/sh\necho "$1" > "${newLab.at('told')}"\n`,
    );
    await fs.chmod(opener, 0o755);
    const screen = isWindow ? {} : { DISPLAY: ':0' };
    const PATH = `${path.dirname(opener)}:${process.env['PATH']}`;
    const typed = typeIn(newLab, command, { PATH, ...screen });
    await expect.poll(typed.spoken, PATIENTLY).toContain(RUNNING);
    if (isWindow) await expect.poll(typed.spoken, PATIENTLY).toContain('ssh -N -L');
    else {
      const told = () => fs.readFile(newLab.at('told'), 'utf8').catch(() => '');
      await expect.poll(told, PATIENTLY).toContain('.html');
    }
    typed.type('\u0003');
    await typed.ended;
  });
}

test('the first certificate in a terminal comes with the answers that are shown there', async ({
  newLab,
}) => {
  const port = String(await freePort());
  const here = (text: string) => text.replaceAll('4800', port);
  const mock = stepsOf('sh').find(isMock);
  const service = typeIn(newLab, here(mock?.command ?? ''));
  await expect.poll(service.spoken, PATIENTLY).toContain('Reference:');

  const settings: string[] = [];
  let id = '';
  for (const { command, shown } of stepsOf('console')) {
    if (command.startsWith('export ')) {
      settings.push(command);
      continue;
    }
    const typed = typeIn(newLab, [...settings, here(command).replace('ID', id)].join('; '));
    for (const { question, answer } of shown.flatMap((line) => answerIn(line) ?? [])) {
      await expect.poll(typed.spoken, PATIENTLY).toContain(question);
      typed.type(`${answer}\n`);
    }
    expect(await typed.ended, `${command}\n${typed.spoken()}`).toBe(0);
    const said = typed.spoken().replaceAll(MOMENT, 'THEN');
    let from = 0;
    for (const line of shown) {
      const expected = here(answerIn(line)?.question ?? line).replaceAll(MOMENT, 'THEN');
      const at = said.indexOf(expected, from);
      expect(
        at,
        `"${command}" says "${expected}", in this order; it said:\n${said}`,
      ).toBeGreaterThanOrEqual(from);
      from = at + expected.length;
    }
    id = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(said)?.[0] ?? id;
  }
  expect((await fs.readFile(newLab.at('home/run-14.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  service.type('\u0003');
  await service.ended;
});

/** What a test that failed left running. */
const open = new Set<ChildProcess>();
test.afterEach(() => {
  for (const child of open) {
    child.stdin?.write('\u0003');
    child.kill('SIGTERM');
  }
});

/** A person at a terminal of 100 columns, in the checkout, with a home of their own. */
function typeIn(lab: Lab, command: string, more: NodeJS.ProcessEnv = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: lab.at('home'),
    LABSEAL_HOME: lab.at('labseal'),
    LABSEAL_TOKEN_STORE: 'file',
    ...more,
  };
  const line = `mkdir -p "$HOME"; stty cols 100; ${command}`;
  const child = spawn(TERMINAL, ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: ROOT,
    env,
  });
  open.add(child);
  let spoken = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      spoken += text;
    });
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      open.delete(child);
      resolve(code);
    });
  });
  return {
    ended,
    /** Without what only moves the cursor. */
    spoken: () => spoken.replaceAll(CONTROL, ''),
    type: (text: string) => void child.stdin.write(text),
  };
}
