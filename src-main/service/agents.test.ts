import { readdirSync, readFileSync } from 'node:fs';
import type * as https from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeAgents, parseProxy } from './agents.ts';
import { httpAnswer, startSameAnswer } from './test-support/raw-server.ts';
import { addressOf, makeTestClient, NO_SURROUNDINGS } from './test-support/test-client.ts';

const never = new AbortController().signal;

test('connections are never reused, and a loopback service never goes through a proxy', () => {
  const surroundings = { ...NO_SURROUNDINGS, proxy: parseProxy('127.0.0.1:1') };
  const file = new URL('https://files.example.org/of/it');
  const agentFor = (href: string) =>
    makeAgents(addressOf(href), surroundings).fresh(file) as https.Agent;
  const [near, far] = [agentFor('http://127.0.0.1:4010'), agentFor('https://files.example.org')];
  expect(near.options.proxyEnv).toBeUndefined();
  expect(far.options.proxyEnv).toEqual({ HTTPS_PROXY: 'http://127.0.0.1:1' });
  for (const { options } of [near, far]) expect(options.keepAlive).toBe(false);
});

test('the environment of this process is not asked for a proxy', async () => {
  const proxy = await startSameAnswer(httpAnswer(200, '{"creditBalance":666}'));
  const server = await startSameAnswer(httpAnswer(200, '{"creditBalance":5}'));
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = proxy.origin;
  onTestFinished(() => {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  });
  const { client } = makeTestClient(server.origin);
  const balance = await client.call('getCreditBalance', { path: { userId: 'u1' } }, never);
  expect(balance).toMatchObject({ value: { creditBalance: 5 } });
  expect(proxy.connections()).toBe(0);
});

test('nothing in the core can switch the checks of TLS off', () => {
  const core = join(import.meta.dirname, '..');
  const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(core, name), 'utf8'));
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.join('')).not.toMatch(/rejectUnauthorized|insecureHTTPParser|checkServerIdentity/);
});
