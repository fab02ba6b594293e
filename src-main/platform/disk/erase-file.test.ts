import { linkSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { holdSecret } from './private-files.ts';

/** Windows replaces no file that is open. */
const SYSTEMS = process.platform === 'win32' ? ['win32' as const] : (['linux', 'win32'] as const);

test.each(SYSTEMS)(
  'on %s a secret is held while another takes its name, and then erased',
  async (platform) => {
    const { path, at, write } = temporaryFolder();
    const file = write('token', 'first');
    linkSync(file, at('link'));
    const held = await holdSecret(file, 'if-linked', platform);
    renameSync(write('new', 'second'), file);
    expect(readFileSync(at('link'), 'utf8')).toBe('first');
    expect(await held?.erase()).toBe(true);
    expect([readFileSync(file, 'utf8'), readFileSync(at('link'), 'utf8')]).toEqual(['second', '']);
    expect(readdirSync(path).toSorted()).toEqual(['link', 'token']);
  },
);

test.each(SYSTEMS)('on %s one that is let go is as it was', async (platform) => {
  const { path, write } = temporaryFolder();
  const file = write('token', 'first');
  const held = await holdSecret(file, 'always', platform);
  await held?.release();
  expect([readFileSync(file, 'utf8'), readdirSync(path)]).toEqual(['first', ['token']]);
});
