import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { takeEngineLock } from './engine-lock.ts';

/** Another process that tries for the lock, says how it went, and keeps what it got until it is killed. */
async function otherEngine(folder: string): Promise<{ got: boolean; child: ChildProcess }> {
  const module = new URL('./engine-lock.ts', import.meta.url).href;
  const script = `
    const { takeEngineLock } = await import(${JSON.stringify(module)});
    const lock = takeEngineLock(process.argv[1]);
    process.stdout.write(lock === null ? 'refused' : 'taken');
    process.stdin.resume().on('end', () => lock?.release());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { got: String(answer) === 'taken', child };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('a second process is refused while the first lives', async () => {
  const folder = temporaryFolder();
  const lock = takeEngineLock(folder);
  expect(lock).not.toBeNull();
  expect((await otherEngine(folder)).got).toBe(false);
  lock?.release();
  expect((await otherEngine(folder)).got).toBe(true);
});

test('the lock of a killed process is free at once', async () => {
  const folder = temporaryFolder();
  const other = await otherEngine(folder);
  expect(other.got).toBe(true);
  expect(takeEngineLock(folder)).toBeNull();
  await kill(other.child);
  const lock = takeEngineLock(folder);
  expect(lock).not.toBeNull();
  lock?.release();
});

test('a refused second try in the same process does not loosen the lock', async () => {
  const folder = temporaryFolder();
  const lock = takeEngineLock(folder);
  expect(takeEngineLock(folder)).toBeNull();
  expect((await otherEngine(folder)).got).toBe(false);
  lock?.release();
});

test('the lock file is for its owner alone', () => {
  const folder = path.join(temporaryFolder(), 'data');
  takeEngineLock(folder)?.release();
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  expect(fs.statSync(path.join(folder, 'engine.lock')).mode & 0o777).toBe(0o600);
});
