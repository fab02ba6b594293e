/** What is left of password and token in the memory of the program: nothing that can be reached. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';

const PROGRAM = fileURLToPath(new URL('./test-support/signed-out-program.ts', import.meta.url));

test('no password is in the memory that the program can reach, and no token once somebody signed out; before, there is one', async () => {
  const root = temporaryFolder();
  const service = await startMockService({ dataFolder: path.join(root, 'service'), seed: 'demo' });
  onTestFinished(() => service.close());
  const [person] = service.demoAccounts;
  const { email = '', password = '' } = person ?? {};
  const backwards = password.split('').toReversed().join('');
  const args = ['--expose-gc', PROGRAM, path.join(root, 'home'), service.url, email, backwards];
  const running = promisify(execFile)(process.execPath, args);
  running.child.stdin?.end(password);
  const { stdout } = await running;
  expect(JSON.parse(stdout)).toEqual({
    hasGc: true,
    before: { tokens: 1, passwords: 0 },
    after: { tokens: 0, passwords: 0 },
  });
}, 60_000);
