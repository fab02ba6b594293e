/** Real folders and real processes: a turn is held by one at a time, and a dead or silent owner holds up nobody. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeTurn } from './turn.mjs';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-turn-'));
});

afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const turns = () => path.join(folder, 'turns');
const leaveTicket = (number: number, owner: object) => {
  fs.mkdirSync(turns(), { recursive: true });
  fs.writeFileSync(path.join(turns(), String(number)), JSON.stringify(owner));
};

/** A process that notes when its turn begins and ends, holding it for a moment; `die` ends it in mid-turn. */
function startWorker(name: string, { die = false } = {}) {
  const program = `
    import fs from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { takeTurn } from ${JSON.stringify(new URL('turn.mjs', import.meta.url).href)};
    const log = (word) => fs.appendFileSync(${JSON.stringify(path.join(folder, 'log'))}, word + ' ${name}\\n');
    await takeTurn(${JSON.stringify(turns())}, async () => {
      log('begin');
      ${die ? "process.kill(process.pid, 'SIGKILL');" : ''}
      await sleep(20);
      log('end');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'inherit',
  });
  return once(child, 'exit');
}

test('five processes at once take their turns one after the other', async () => {
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => startWorker(name)));
  const lines = fs.readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(10);
  for (let index = 0; index < lines.length; index += 2) {
    const name = lines[index]?.split(' ')[1];
    expect(lines.slice(index, index + 2)).toEqual([`begin ${name}`, `end ${name}`]);
  }
});

test('a process that was killed in its turn holds up nobody', async () => {
  await startWorker('killed', { die: true });
  await Promise.all([startWorker('next'), startWorker('other')]);
  const lines = fs.readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n');
  expect(lines.filter((line) => line.startsWith('end'))).toHaveLength(2);
});

test('an owner elsewhere is waited for while it shows signs of life, and followed when silent', async () => {
  leaveTicket(4, { pid: 1, host: 'another-computer' });
  let waited = 0;
  const waiting = () => (waited += 1);
  const answer = await takeTurn(turns(), () => Promise.resolve('done'), {
    waiting,
    silenceMs: 200,
  });
  expect([answer, waited]).toEqual(['done', 1]);
  expect(fs.readdirSync(turns())).toEqual(['5']);
});

test('a returned turn is taken at once, also after a failure', async () => {
  const failing = takeTurn(turns(), () => Promise.reject(new Error('no disk')));
  await expect(failing).rejects.toThrow('no disk');
  const neverSilent = { silenceMs: Number.POSITIVE_INFINITY };
  await expect(takeTurn(turns(), () => Promise.resolve(7), neverSilent)).resolves.toBe(7);
});
