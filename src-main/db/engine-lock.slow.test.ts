import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { expectPrivate } from '../test-support/expect-private.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { takeEngineLock } from './engine-lock.ts';

/** Another process that tries for the lock, says how it went, and keeps what it got until it is killed. */
async function otherEngine(folder: string) {
  const module = new URL('./engine-lock.ts', import.meta.url).href;
  const script = `
    const { takeEngineLock } = await import(${JSON.stringify(module)});
    const lock = takeEngineLock(process.argv[1]);
    process.stdout.write(lock === null ? 'refused' : 'taken');
    process.stdin.resume().on('end', () => lock?.release());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder]);
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { said: String(answer), kill };
}

test('a second process is refused while the first lives, also after a refused second try of the first (P8)', async () => {
  const folder = path.join(temporaryFolder(), 'data');
  const lock = takeEngineLock(folder);
  expect(lock).not.toBeNull();
  expectPrivate(folder);
  expectPrivate(path.join(folder, 'engine.lock'));
  expect(takeEngineLock(folder)).toBeNull();
  expect((await otherEngine(folder)).said).toBe('refused');
  lock?.release();
  expect((await otherEngine(folder)).said).toBe('taken');
});

test('the lock of a killed process is free at once', async () => {
  const folder = temporaryFolder();
  const other = await otherEngine(folder);
  expect(other.said).toBe('taken');
  expect(takeEngineLock(folder)).toBeNull();
  await other.kill();
  const lock = takeEngineLock(folder);
  expect(lock).not.toBeNull();
  lock?.release();
});
