/** Streams of a process: passwords piped in, readers that go away, and places that are full. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Lab } from './support/lab.ts';
import { researcher } from './support/people.ts';

const PROGRAM = fileURLToPath(new URL('../bin/labseal', import.meta.url));

const environment = (lab: Lab) => ({
  PATH: process.env['PATH'],
  labseal: PROGRAM,
  LABSEAL_HOME: lab.at('labseal'),
  LABSEAL_TOKEN_STORE: 'file',
});

/** A line of a shell, in which $labseal is the program. */
function shell(lab: Lab, line: string) {
  const how = { env: environment(lab), encoding: 'utf8', cwd: lab.at('.') } as const;
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-o', 'pipefail', '-c', line],
    how,
  );
  return { code: status, stdout, stderr };
}

test('a password comes through a pipe, of which the first line counts, and never from a terminal that is none', async ({
  newLab: lab,
}) => {
  const login = `"$labseal" auth login --server ${lab.mock.url} --email ${researcher.email}`;
  const piped = shell(
    lab,
    `printf '%s\\nmore\\n' ${researcher.password} | ${login} --password-stdin`,
  );
  expect(piped.code, piped.stderr).toBe(0);
  expect(piped.stdout).toBe(`Signed in as ${researcher.email} at ${lab.mock.url}.\n`);
  const closed = shell(lab, `${login} --password-stdin <&-`);
  expect(closed.code).toBe(2);
  const nobody = shell(lab, `${login} </dev/null`);
  expect(nobody).toMatchObject({ code: 2, stdout: '' });
  expect(nobody.stderr).toContain('--password-stdin');
});

test('a pipe that stays open does not keep the program', async ({ lab }) => {
  const child = spawn(PROGRAM, ['status'], { env: environment(lab) }); // nobody closes its stdin
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

test('a reader that has seen enough is no error, and a script reads one document', async ({
  lab,
}) => {
  const seen = shell(lab, '"$labseal" project list --json | head -c 1');
  expect(seen).toEqual({ code: 0, stdout: '{', stderr: '' });
  const gone = shell(lab, '"$labseal" --help | true');
  expect(gone).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('an answer that finds no room is no success, and is said in a sentence', async ({ lab }) => {
  test.skip(!existsSync('/dev/full'), 'needs the device that is always full');
  expect(shell(lab, '"$labseal" project list > /dev/full')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The answer could not be written (ENOSPC). What was done before is kept.\n',
  });
});
