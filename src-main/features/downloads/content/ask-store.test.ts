import { expect, onTestFinished, test } from 'vitest';
import { makeAgents, parseProxy } from '../../../service/agents.ts';
import { startRawServer } from '../../../service/test-support/raw-server.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { addressOf, NO_SURROUNDINGS } from '../../../service/test-support/test-client.ts';
import { askStore, STORE_LIMITS } from './ask-store.ts';

test('the institute’s proxy is the way to the store, and is told its name only', async () => {
  const proxy = await startRawServer((socket) => socket.end('HTTP/1.1 502 no\r\n\r\n'));
  const agents = makeAgents(addressOf('https://service.example'), {
    ...NO_SURROUNDINGS,
    proxy: parseProxy(proxy.origin),
  });
  onTestFinished(() => agents.destroy());
  const asked = askStore(
    'https://objects.example/key?signature=canary',
    {},
    async ({ status }) => status,
    { agents, clock: realClock, limits: STORE_LIMITS },
    new AbortController().signal,
  );
  await expect(asked).rejects.toMatchObject({
    cause: { code: 'ERR_PROXY_TUNNEL', statusCode: 502 },
  });
  expect(proxy.requests[0]).toMatch(/^CONNECT objects\.example:443 /);
  expect(proxy.requests.join()).not.toContain('canary');
});
