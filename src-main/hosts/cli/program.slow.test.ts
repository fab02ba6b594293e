/** Rules for every command: one document with --json whatever goes wrong, and foreign text that cannot control the terminal. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { expectPrivate } from '../../test-support/expect-private.ts';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

function filledIn(command: string): string {
  return command.replace('RULES', lab.rules().join(' '));
}

test.each([
  ['folder add nowhere RULES', 2, 'no-such-folder'],
  ['folder add', 2, 'usage'],
  ['sync --nonsense', 2, 'usage'],
  ['sync --max-credits few', 2, 'usage'],
  ['nonsense', 2, 'usage'],
  ['file show nothing', 2, 'unknown-file'],
])(
  '"%s --json", which cannot go on, prints one document with its reason (P24)',
  async (command, code, kind) => {
    const ended = await lab.run(`${filledIn(command)} --json`);
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(/./) });
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { kind } });
  },
);

test('where nobody ever signed in that is the reason', async () => {
  const env = { LABSEAL_HOME: lab.at('nobody') };
  const stranger = await lab.start({ env }, 'status --json').ended;
  expect(stranger.code).toBe(3);
  expect(JSON.parse(stranger.stdout)).toMatchObject({ error: { kind: 'no-account' } });
});

test('a project that the service does not know is said with the command that lists them', async () => {
  const unknown = await lab.run('project show nonsense');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('"labseal project list" shows yours.');
});

test("the service's words cannot drive the terminal", async () => {
  const message = 'no\u001B]0;owned\u0007 <b>entry</b>\u202E';
  lab.fault({
    endpoint: 'getCreditBalance',
    times: 1,
    do: { kind: 'status', status: 403, message },
  });
  const reported = await lab.run('credit balance');
  expect(reported.code).toBe(1);
  expect(reported.stderr).toContain('\\u{1b}]0;owned\\u{7}');
  expect(reported.stderr.replace(/\n$/, '')).not.toMatch(/[\p{Cc}\u202E]/u);
});

test('the bundled service starts with its people and their passwords, and ends when it is interrupted', async () => {
  const { written, interrupt, ended } = lab.start({}, `mock --data ${lab.at('mock')}`);
  await expect.poll(written.stdout).toContain('Reference:');
  expect(written.stdout()).toMatch(/^Mock service at http:\/\/127\.0\.0\.1:\d+\n/);
  expect(written.stdout()).toContain('researcher: researcher@example.org  password');
  interrupt();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  [() => `mock --port ${lab.service.port}`, 'is taken. Choose another with --port'],
  [() => `serve --port ${lab.service.port}`, 'is taken. Choose another with --port'],
  [() => 'mock --port 70000', '--port goes up to 65535'],
  [() => 'mock --seed nonsense', 'demo, empty'],
  [() => `mock --data ${lab.write('plain')}/below`, '--data: '],
  [() => `mock --faults ${lab.at('absent.json')}`, '--faults: '],
  [() => `mock --faults ${lab.write('faults.json', '{"faults":7}')}`, 'faults: must be of type'],
])('a port, a seed or a place that cannot be had is said', async (command, sentence) => {
  const refused = await lab.run(command());
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
});

test('the report of what went wrong is saved for its owner alone, and never over another file', async () => {
  const target = lab.at('report.json');
  await lab.must('doctor --json --save', target);
  expect(JSON.parse(fs.readFileSync(target, 'utf8'))).toHaveProperty('mistakes');
  expectPrivate(target);
  for (const [name, said] of [
    ['report.json', 'exists already'],
    ['absent/report.json', 'There is no folder'],
  ] as const) {
    const refused = await lab.run('doctor --save', lab.at(name));
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  }
});
