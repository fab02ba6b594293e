import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { start, type Running } from '../uploads/test-support/exchange.ts';
import { makeFaultRegistry } from './fault-registry.ts';
import type { FaultAction, FaultRule } from './fault-rules.ts';
import type { Faults } from './faults.ts';
import { ANSWER, startFaultyServer, talk } from './test-support/faulty-server.ts';
import { hasOwnConnections } from '../../src-main/test-support/this-system.ts';

type Doing = FaultRule['do'];

const on = (doing: Doing, more: Partial<FaultRule> = {}): FaultRule => ({
  endpoint: 'uploadPublicFile',
  do: doing,
  ...more,
});

const serverWith = (doing: Doing, more?: Partial<FaultRule>) =>
  startFaultyServer([on(doing, more)], () => Date.parse('2026-01-01T00:00:00Z'));

const POST = 'POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody';

const posting = (url: string, bytes = 4) =>
  start(url, { method: 'POST', body: Buffer.alloc(bytes), headers: { 'Content-Length': bytes } });
const post = (url: string, bytes?: number) => posting(url, bytes).answer;

const isHit = (faults: Faults) => expect.poll(() => faults.hits()).toEqual({ 'fault-1': 1 });

/** Another request of the same size is answered meanwhile, and this one is not; then it leaves. */
async function expectUnanswered(running: Running, url: string, bytes?: number): Promise<void> {
  expect((await post(url, bytes)).status).toBe(201);
  expect(await Promise.race([running.answer, Promise.resolve('nothing')])).toBe('nothing');
  running.request.destroy();
  await running.closed;
}

test.each([
  ['fin', 'before-handling', 'fin', []],
  ['rst', 'before-handling', 'ECONNRESET', []],
  ['fin', 'after-body', 'fin', []],
  ['rst', 'after-body', 'ECONNRESET', []],
  ['fin', 'after-commit', 'fin', [4]],
  ['rst', 'after-commit', 'ECONNRESET', [4]],
] as const)('drop with %s, %s: no answer', async (how, at, ended, bytes) => {
  const { url, handled } = await serverWith({ kind: 'drop', how, at });
  expect(await talk(url, POST)).toEqual({ text: '', ended });
  expect(handled).toEqual(bytes);
});

describe('before handling', () => {
  test('without rules, after a delay, and with a body that ends before its cut nothing changes', async () => {
    const servers = [
      startFaultyServer(),
      serverWith({ kind: 'delay', ms: 1 }),
      serverWith({ kind: 'drop-in-body', afterBytes: 10 }),
    ];
    for (const { url, handled } of await Promise.all(servers)) {
      const answer = await post(url);
      expect([answer.status, JSON.parse(answer.text), handled]).toEqual([201, ANSWER, [4]]);
    }
  });

  test.each<[string, Doing]>([
    ['leaves during a delay', { kind: 'delay', ms: 60_000 }],
    ['hears nothing', { kind: 'hang' }],
  ])('a client that %s is not handled', async (_what, doing) => {
    const { url, faults, handled } = await serverWith(doing, { times: 1 });
    const running = posting(url);
    await isHit(faults);
    await expectUnanswered(running, url);
    expect(handled).toEqual([4]); // the other one
  });

  test.each([
    ['usual', { error: { statusCode: 503, message: 'busy' } }],
    ['coded', { success: false, error: { code: 'BUSY', message: 'busy', details: 'd' } }],
  ] as const)('a status in the %s envelope', async (envelope, body) => {
    const words = { message: 'busy', code: 'BUSY', details: 'd' };
    const { url, handled } = await serverWith({ kind: 'status', status: 503, envelope, ...words });
    const answer = await post(url);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([503, body]);
    expect(handled).toEqual([]);
  });

  test('an early status reaches a client that is still sending', async () => {
    const { url } = await serverWith({ kind: 'status', status: 401 });
    expect((await post(url, 20_000_000)).status).toBe(401);
  });

  test('the connection stays until such a client has sent the rest', async () => {
    const { url } = await serverWith({ kind: 'status', status: 402 });
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    const ends: string[] = [];
    socket.on('error', () => ends.push('reset'));
    socket.on('end', () => ends.push('fin'));
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 40\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 402 /);
    for (let sentBytes = 0; sentBytes < 40; sentBytes += 1) {
      if (sentBytes % 10 === 9) await post(url); // time in which a closed connection would say so
      expect([sentBytes, ends]).toEqual([sentBytes, []]);
      socket.write('x');
    }
    await expect.poll(() => ends).toEqual(['fin']);
  });

  test.each([
    ['seconds', '120'],
    ['date', 'Thu, 01 Jan 2026 00:02:00 GMT'],
  ] as const)('Retry-After in %s', async (as, value) => {
    const retryAfter = { seconds: 120, as };
    const { url } = await serverWith({ kind: 'status', status: 429, retryAfter });
    expect((await post(url)).headers['retry-after']).toBe(value);
  });

  test('a redirect, and a page in the place of JSON', async () => {
    const redirecting = await serverWith({ kind: 'redirect', to: 'http://x/', status: 308 });
    const redirect = await post(redirecting.url);
    expect([redirect.status, redirect.headers['location']]).toEqual([308, 'http://x/']);
    expect(redirecting.handled).toEqual([]);
    const page = await post((await serverWith({ kind: 'html' })).url);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect([page.status, page.text.slice(0, 9)]).toEqual([200, '<!doctype']);
  });

  test('bytes that are no HTTP', async () => {
    const { url, handled } = await serverWith({ kind: 'garbage', bytes: 5 });
    expect((await talk(url, POST)).text).toBe('\x80\xa5\xca\xef\x14');
    await expect(post(url)).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    expect(handled).toEqual([]);
  });
});

describe('during the body', () => {
  test.each([
    [0, 'rst', 'ECONNRESET'],
    [10_000, 'rst', 'ECONNRESET'],
    [10_000, 'fin', 'fin'],
  ] as const)('cut after %i bytes with %s', async (afterBytes, how, ended) => {
    const { url, handled, broken } = await serverWith({ kind: 'drop-in-body', afterBytes, how });
    const request = `POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n`;
    expect(await talk(url, request + 'x'.repeat(49_000))).toEqual({ text: '', ended });
    await expect.poll(() => broken).toEqual([afterBytes]);
    expect(handled).toEqual([]);
  });

  test.runIf(hasOwnConnections)(
    'the service stops reading: the sender runs into a full window',
    async () => {
      const bytes = 50_000_000;
      const stop = { kind: 'stop-reading', afterBytes: 1_000 } as const;
      const { url, faults, handled } = await serverWith(stop, { times: 1 });
      const running = posting(url, bytes);
      await isHit(faults);
      await expectUnanswered(running, url, bytes);
      expect(running.request.writableFinished).toBe(false);
      expect(handled).toEqual([bytes]); // the other one
    },
  );
});

describe('after the handler has run', () => {
  test.each<[string, Doing]>([
    ['never comes', { kind: 'hang', at: 'after-commit' }],
    ['comes late', { kind: 'delay-answer', ms: 60_000 }],
  ])('the answer %s', async (_what, doing) => {
    const { url, handled } = await serverWith(doing, { times: 1 });
    const running = posting(url);
    await expect.poll(() => handled).toEqual([4]);
    await expectUnanswered(running, url);
  });

  test('a late answer comes, and a dripping one arrives whole, piece by piece', async () => {
    const late = await serverWith({ kind: 'delay-answer', ms: 1 });
    expect(JSON.parse((await post(late.url)).text)).toEqual(ANSWER);
    const dripping = await serverWith({ kind: 'drip', bytes: 100, intervalMs: 2 });
    expect(JSON.parse((await post(dripping.url)).text)).toEqual(ANSWER);
    const stuck = await serverWith({ kind: 'drip', bytes: 100, intervalMs: 60_000 });
    const response = await fetch(stuck.url, { method: 'POST', body: 'body' });
    const first = await response.body?.getReader().read();
    expect(first?.value?.length).toBe(100);
  });

  test.each<[Doing, number]>([
    [{ kind: 'status', status: 502, at: 'after-commit' }, 502],
    [{ kind: 'html', at: 'after-commit' }, 200],
    [{ kind: 'redirect', to: '/x', at: 'after-commit' }, 307],
  ])('%o in place of the answer', async (doing, status) => {
    const { url, handled } = await serverWith(doing);
    expect((await post(url)).status).toBe(status);
    expect(handled).toEqual([4]);
  });

  test.each([
    [0, 'rst'],
    [10, 'rst'],
    [10, 'fin'],
  ] as const)('cut after %i bytes of the answer (%s)', async (afterBytes, how) => {
    const { url, handled } = await serverWith({ kind: 'cut-answer', afterBytes, how });
    await expect(post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    const { text } = await talk(url, POST);
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    const arrived = how === 'fin' ? afterBytes : 0; // a reset may overtake what was sent before it
    expect(body).toContain(JSON.stringify(ANSWER).slice(0, arrived));
    expect(body).not.toContain(JSON.stringify(ANSWER).slice(0, afterBytes + 1));
    expect(handled).toEqual([4, 4]);
  });

  const shapes: readonly [Extract<FaultAction, { kind: 'wrong-shape' }>['shape'], RegExp][] = [
    ['array', /^\[1,2,3\]$/],
    ['text', /^"a text"$/],
    ['null', /^null$/],
    ['empty-object', /^\{\}$/],
    ['huge', /^\{"message":"x{1000}/],
    ['deep', /^\[{100000}\]/],
    ['not-json', /^\{"message": "cut of$/],
  ];
  test.each(shapes)('the answer’s status with a body of shape %s', async (shape, pattern) => {
    const { url, handled } = await serverWith({ kind: 'wrong-shape', shape });
    const answer = await post(url);
    expect(answer.status).toBe(201);
    expect(answer.text).toMatch(pattern);
    expect(answer.text.length > 10_000_000).toBe(shape === 'huge');
    expect(handled).toEqual([4]);
  });
});

describe('which requests a rule is for', () => {
  const GET = { place: 'listTags', method: 'GET', path: '/tags?start=0' } as const;
  const drop: Doing = { kind: 'drop' };
  const firings = (rule: FaultRule, requests: readonly (typeof GET | object)[]) => {
    const registry = makeFaultRegistry();
    registry.add(rule);
    return requests.map((one) => registry.decide({ ...GET, ...one }).length);
  };

  test('place, method and path', () => {
    const there = { endpoint: 'listTags', do: drop } as const;
    expect(firings(there, [{}, { place: 'login' }])).toEqual([1, 0]);
    expect(firings({ endpoint: '*', do: drop }, [{}, { place: 'object-store' }])).toEqual([1, 1]);
    const head = { ...there, when: { method: 'HEAD' } };
    expect(firings(head, [{}, { method: 'HEAD' }])).toEqual([0, 1]);
    const inPath = { ...there, when: { pathContains: 'p2' } };
    expect(firings(inPath, [{}, { path: '/p/p2/x' }])).toEqual([0, 1]);
  });

  test('afterCount lets requests through, times stops it', () => {
    const rule: FaultRule = { endpoint: '*', when: { afterCount: 2 }, times: 2, do: drop };
    expect(firings(rule, [{}, {}, {}, {}, {}, {}])).toEqual([0, 0, 1, 1, 0, 0]);
  });

  test('chance is the same for the same seed, and about what it says', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0, 0.25, 0.5, 1), (seed, chance) => {
        const rule: FaultRule = { endpoint: '*', chance, seed, do: drop };
        const requests = Array.from({ length: 400 }, () => ({}));
        const first = firings(rule, requests);
        expect(firings(rule, requests)).toEqual(first);
        const share = first.filter((count) => count > 0).length / requests.length;
        expect(Math.abs(share - chance)).toBeLessThan(0.15);
      }),
      { numRuns: 40 },
    );
  });

  test('all rules that match fire, in their order', () => {
    const registry = makeFaultRegistry();
    registry.add({ endpoint: '*', do: { kind: 'delay', ms: 5 } });
    registry.add({ endpoint: 'login', do: drop });
    registry.add({ endpoint: 'listTags', do: { kind: 'hang' } });
    expect(registry.decide(GET).map(({ kind }) => kind)).toEqual(['delay', 'hang']);
  });

  test('rules can be listed, counted, replaced, removed and cleared', () => {
    const registry = makeFaultRegistry();
    expect([
      registry.add({ endpoint: '*', do: drop }),
      registry.add({ id: 'mine', endpoint: '*', do: drop }),
    ]).toEqual(['fault-1', 'mine']);
    registry.decide(GET);
    expect(registry.hits()).toEqual({ 'fault-1': 1, mine: 1 });
    registry.add({ id: 'mine', endpoint: 'login', do: drop });
    expect(registry.hits()).toEqual({ 'fault-1': 1, mine: 0 });
    expect([registry.remove('fault-1'), registry.remove('fault-1')]).toEqual([true, false]);
    expect(registry.list()).toMatchObject([{ id: 'mine', endpoint: 'login', do: { how: 'rst' } }]);
    registry.clear();
    expect(registry.list()).toEqual([]);
  });

  test.each<[string, object]>([
    ['an unknown place', { endpoint: 'nowhere', do: drop }],
    ['an unknown action', { endpoint: '*', do: { kind: 'explode' } }],
    ['a misspelt key', { endpoint: '*', time: 3, do: drop }],
    ['a key of another action', { endpoint: '*', do: { kind: 'drop', ms: 3 } }],
    ['a chance above one', { endpoint: '*', chance: 1.5, do: drop }],
  ])('%s is an error', (_what, rule) => {
    expect(() => makeFaultRegistry().add(rule as FaultRule)).toThrow(
      /endpoint|kind|unrecognized|chance/,
    );
  });

  test('a rule added while a request is handled waits for the next one', async () => {
    const { url, faults } = await serverWith({ kind: 'delay', ms: 40 });
    const running = post(url);
    await isHit(faults);
    faults.add(on({ kind: 'wrong-shape', shape: 'null' }));
    expect(JSON.parse((await running).text)).toEqual(ANSWER);
    expect((await post(url)).text).toBe('null');
  });
});
