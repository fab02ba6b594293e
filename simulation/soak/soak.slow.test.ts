import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const MINUTES_MS = 300_000;

test(
  'a program that goes on through outages, ended sessions and spent credits grows by its files alone',
  async () => {
    const length = ['--busy', '5', '--quiet', '3'];
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...length]);
    expect(stdout).toContain('Nothing grew that must not.');
    expect(stdout).toMatch(/^hour 8: memory/m);
    expect(Number(/(\d+) charges/.exec(stdout)?.[1])).toBeGreaterThan(10);
  },
  MINUTES_MS,
);
