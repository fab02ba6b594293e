import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axios from 'axios';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-main-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the program; `whenLines` resolves with its output once it has said so many lines. */
function start(...options: string[]) {
  const child = spawn(process.execPath, [MAIN, ...options], { stdio: 'pipe' });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const whenLines = (count: number) =>
    new Promise<string[]>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const lines = output.split('\n');
        if (lines.length > count) resolve(lines);
      });
      void ended.then(() => reject(new Error(output)));
    });
  return { child, whenLines, ended, output: () => output };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the program says where it is and who may sign in, and ends cleanly on %s',
  async (signal) => {
    const program = start('--data', join(folder, signal), '--seed', 'demo');
    const lines = await program.whenLines(5);
    const url = /^Mock service at (http:\/\/127\.0\.0\.1:\d+)$/.exec(lines[0] ?? '')?.[1] ?? '';
    const [, email, password] = /: (\S+) {2}password (\S+)$/.exec(lines[1] ?? '') ?? [];
    const { status } = await axios.post(`${url}/login`, { email, password }, { proxy: false });
    expect(status).toBe(200);
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
  },
);

test('the fault file sets readings and faults', async () => {
  const file = join(folder, 'faults.json');
  const rule = { endpoint: 'login', do: { kind: 'status', status: 503 } };
  await writeFile(file, JSON.stringify({ readings: { maxPageLimit: 3 }, faults: [rule] }));
  const program = start('--data', join(folder, 'faulty'), '--seed', 'empty', '--faults', file);
  const [first = ''] = await program.whenLines(2);
  const url = first.replace('Mock service at ', '');
  const options = { proxy: false, validateStatus: () => true } as const;
  expect((await axios.post(`${url}/login`, {}, options)).status).toBe(503);
  const readings = await axios.get<object>(`${url}/__mock/readings`, options);
  expect(readings.data).toMatchObject({ maxPageLimit: 3 });
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test('options that cannot be meant end the program with its usage', async () => {
  const wrong = ['--port many', '--seed large', '--colour red'];
  const programs = wrong.map((options) => start(...options.split(' ')));
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([1, 1, 1]);
  for (const [index, word] of ['port', 'seed', 'colour'].entries()) {
    expect(programs[index]?.output()).toMatch(new RegExp(`${word}[^]*usage:|usage:[^]*${word}`));
  }
});
