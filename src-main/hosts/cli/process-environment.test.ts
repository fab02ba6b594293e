import path from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from './exit-code.ts';
import { readSettings } from './process-environment.ts';

test('every documented variable is read; an empty one counts as absent', () => {
  const settings = readSettings({
    LABSEAL_HOME: 'relative/home',
    LABSEAL_SERVER: 'https://service.example.org',
    LABSEAL_TOKEN_STORE: 'memory',
    HTTPS_PROXY: 'http://proxy:3128',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/etc/authorities.pem',
  });
  expect(settings).toEqual({
    dataFolder: path.resolve('relative/home'),
    server: 'https://service.example.org',
    tokenStore: 'memory',
    network: {
      httpsProxy: { variable: 'HTTPS_PROXY', text: 'http://proxy:3128' },
      noProxy: 'localhost',
      authoritiesFile: '/etc/authorities.pem',
    },
  });
  const empty = readSettings({ LABSEAL_SERVER: '', https_proxy: '', HTTPS_PROXY: 'http://p:1' });
  expect(empty).toMatchObject({
    server: null,
    tokenStore: 'keychain',
    network: { httpsProxy: { text: 'http://p:1' }, noProxy: null, authoritiesFile: null },
  });
});

test('of the variables of a proxy the first in the order of curl counts', () => {
  const names = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  for (const [at, variable] of names.entries()) {
    const env = Object.fromEntries(names.slice(at).map((name) => [name, name]));
    expect(readSettings(env).network.httpsProxy).toEqual({ variable, text: variable });
  }
  expect(readSettings({ NO_PROXY: 'a', no_proxy: 'b' }).network.noProxy).toBe('b');
});

test.runIf(process.platform === 'linux')('without LABSEAL_HOME the usual place is taken', () => {
  expect(readSettings({ XDG_DATA_HOME: '/data' }).dataFolder).toBe('/data/labseal');
  expect(readSettings({}).dataFolder).toMatch(/\/\.local\/share\/labseal$/);
});

test('a token store that does not exist is refused', () => {
  const sentence = 'LABSEAL_TOKEN_STORE must be one of keychain, memory, file.';
  expect(() => readSettings({ LABSEAL_TOKEN_STORE: 'postcard' })).toThrow(new UsageError(sentence));
});
