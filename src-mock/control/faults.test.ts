import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { exchange, start } from '../uploads/test-support/exchange.ts';
import { makeFaultBook } from './fault-book.ts';
import type { FaultAction, FaultRule } from './fault-rules.ts';
import { ANSWER, startFaultyServer, talk } from './test-support/faulty-server.ts';

type Doing = FaultRule['do'];

const on = (doing: Doing, more: Partial<FaultRule> = {}): FaultRule => ({
  endpoint: 'uploadPublicFile',
  do: doing,
  ...more,
});

const serverWith = (doing: Doing, nowMs?: () => number) => startFaultyServer([on(doing)], nowMs);

const newYear = () => Date.parse('2026-01-01T00:00:00Z');

const POST = 'POST /files HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';

const post = (url: string, bytes = 4) =>
  exchange(url, {
    method: 'POST',
    body: Buffer.alloc(bytes),
    headers: { 'Content-Length': bytes },
  });

describe('before handling', () => {
  test('without rules nothing changes', async () => {
    const { url, handled } = await startFaultyServer();
    const answer = await post(url);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([201, ANSWER]);
    expect(handled).toEqual([4]);
  });

  test('delay', async () => {
    const { url, handled } = await serverWith({ kind: 'delay', ms: 60 });
    const before = performance.now();
    expect((await post(url)).status).toBe(201);
    expect(performance.now() - before).toBeGreaterThan(55);
    expect(handled).toEqual([4]);
  });

  test('a client that leaves during a delay is not handled', async () => {
    const { url, faults, handled } = await serverWith({ kind: 'delay', ms: 60_000 });
    const running = start(url, { method: 'POST', body: Buffer.alloc(4) });
    await vi.waitFor(() => expect(faults.hits()).toEqual({ 'fault-1': 1 }));
    running.request.destroy();
    await running.closed;
    expect(handled).toEqual([]);
  });

  test.each([
    ['fin', 'fin'],
    ['rst', 'ECONNRESET'],
  ] as const)('drop with %s: no answer, not handled', async (how, ended) => {
    const { url, handled } = await serverWith({ kind: 'drop', how });
    expect(await talk(url, POST)).toEqual({ text: '', ended });
    expect(handled).toEqual([]);
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
    let sentBytes = 0;
    const ended = new Promise<readonly [string, number]>((resolve) => {
      socket.on('error', () => resolve(['reset', sentBytes]));
      socket.on('end', () => resolve(['fin', sentBytes]));
    });
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 40\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 402 /);
    for (; sentBytes < 40; sentBytes += 1) {
      await wait(1); // a connection that was closed before needs a moment to say so
      socket.write('x');
    }
    expect(await ended).toEqual(['fin', 40]);
  });

  test.each([
    ['seconds', '120'],
    ['date', 'Thu, 01 Jan 2026 00:02:00 GMT'],
  ] as const)('Retry-After in %s', async (as, value) => {
    const retryAfter = { seconds: 120, as };
    const { url } = await serverWith({ kind: 'status', status: 429, retryAfter }, newYear);
    expect((await post(url)).headers['retry-after']).toBe(value);
  });

  test.each([301, 302, 303, 307, 308] as const)('redirect with %i', async (status) => {
    const { url, handled } = await serverWith({ kind: 'redirect', to: 'http://x/', status });
    const answer = await post(url);
    expect([answer.status, answer.headers['location']]).toEqual([status, 'http://x/']);
    expect(handled).toEqual([]);
  });

  test('a page in the place of JSON', async () => {
    const { url } = await serverWith({ kind: 'html' });
    const answer = await post(url);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect([answer.status, answer.text.slice(0, 9)]).toEqual([200, '<!doctype']);
  });

  test('bytes that are no HTTP', async () => {
    const { url, handled } = await serverWith({ kind: 'garbage', bytes: 5 });
    expect((await talk(url, POST)).text).toBe('\x80\xa5\xca\xef\x14');
    await expect(post(url)).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    expect(handled).toEqual([]);
  });

  test('hang: nothing comes, nothing is handled', async () => {
    const { url, faults, handled } = await serverWith({ kind: 'hang' });
    const running = start(url, { method: 'POST', body: Buffer.alloc(4) });
    await vi.waitFor(() => expect(faults.hits()).toEqual({ 'fault-1': 1 }));
    const winner = await Promise.race([running.answer, after(50)]);
    expect(winner).toBe('later');
    running.request.destroy();
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
    const request = `POST /files HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\n`;
    const { text, ended: really } = await talk(url, request + 'x'.repeat(49_000));
    expect([text, really]).toEqual(['', ended]);
    await vi.waitFor(() => expect(broken).toEqual([afterBytes]));
    expect(handled).toEqual([]);
  });

  test('a body that ends before the cut is handled', async () => {
    const { url, handled } = await serverWith({ kind: 'drop-in-body', afterBytes: 10 });
    expect((await post(url)).status).toBe(201);
    expect(handled).toEqual([4]);
  });

  test('the service stops reading: the sender runs into a full window', async () => {
    const { url, handled } = await serverWith({ kind: 'stop-reading', afterBytes: 1_000 });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /files HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n`);
    let accepted = 0;
    const block = Buffer.alloc(1_000_000);
    for (;;) {
      const taken = new Promise<'later'>((resolve) => {
        socket.write(block, () => resolve('later'));
      });
      const outcome = await Promise.race([taken, after(300, 'stuck')]);
      if (outcome === 'stuck') break;
      accepted += block.length;
    }
    socket.destroy();
    expect(accepted).toBeLessThan(100_000_000);
    expect(handled).toEqual([]);
  });
});

describe('after the handler has run', () => {
  test.each<[string, Doing, string]>([
    ['cut with a reset', { kind: 'drop', how: 'rst', at: 'after-commit' }, 'ECONNRESET'],
    ['cut politely', { kind: 'drop', how: 'fin', at: 'after-commit' }, 'fin'],
  ])('the answer is lost: %s', async (_what, doing, ended) => {
    const { url, handled } = await serverWith(doing);
    expect(await talk(url, POST)).toEqual({ text: '', ended });
    expect(handled).toEqual([4]);
  });

  test('the answer never comes', async () => {
    const { url, handled } = await serverWith({ kind: 'hang', at: 'after-commit' });
    const running = start(url, { method: 'POST', body: Buffer.alloc(4) });
    await vi.waitFor(() => expect(handled).toEqual([4]));
    expect(await Promise.race([running.answer, after(50)])).toBe('later');
    running.request.destroy();
  });

  test.each<[string, Doing, number]>([
    ['a status', { kind: 'status', status: 502, at: 'after-commit' }, 502],
    ['a page', { kind: 'html', at: 'after-commit' }, 200],
    ['a redirect', { kind: 'redirect', to: '/x', at: 'after-commit' }, 307],
  ])('%s in place of the answer', async (_what, doing, status) => {
    const { url, handled } = await serverWith(doing);
    expect((await post(url)).status).toBe(status);
    expect(handled).toEqual([4]);
  });

  test('a late answer', async () => {
    const { url, handled } = await serverWith({ kind: 'delay-answer', ms: 80 });
    const running = start(url, { method: 'POST', body: Buffer.alloc(4) });
    await vi.waitFor(() => expect(handled).toEqual([4]));
    const before = performance.now();
    expect((await running.answer).status).toBe(201);
    expect(performance.now() - before).toBeGreaterThan(20);
  });

  test('a dripping answer arrives whole', async () => {
    const { url } = await serverWith({ kind: 'drip', bytes: 100, intervalMs: 2 });
    const before = performance.now();
    expect(JSON.parse((await post(url)).text)).toEqual(ANSWER);
    expect(performance.now() - before).toBeGreaterThan(15);
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
    ['huge', /^\{"message":"x{1000000}/],
    ['deep', /^\[{100000}\]/],
    ['not-json', /^\{"message": "cut of$/],
  ];
  test.each(shapes)('the answer’s status with a body of shape %s', async (shape, pattern) => {
    const { url, handled } = await serverWith({ kind: 'wrong-shape', shape });
    const answer = await post(url);
    expect(answer.status).toBe(201);
    expect(answer.text).toMatch(pattern);
    expect(handled).toEqual([4]);
  });
});

describe('which requests a rule is for', () => {
  const GET = { place: 'listTags', method: 'GET', path: '/tags?start=0' } as const;
  const drop: Doing = { kind: 'drop' };
  const firings = (rule: FaultRule, requests: readonly (typeof GET | object)[]) => {
    const book = makeFaultBook();
    book.add(rule);
    return requests.map((one) => book.decide({ ...GET, ...one }).length);
  };

  test('place, method and path', () => {
    const there = { endpoint: 'listTags', do: drop } as const;
    expect(firings(there, [{}, { place: 'login' }])).toEqual([1, 0]);
    expect(firings({ endpoint: '*', do: drop }, [{}, { place: 'object-store' }])).toEqual([1, 1]);
    expect(firings({ ...there, when: { method: 'HEAD' } }, [{}, { method: 'HEAD' }])).toEqual([
      0, 1,
    ]);
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
    const book = makeFaultBook();
    book.add({ endpoint: '*', do: { kind: 'delay', ms: 5 } });
    book.add({ endpoint: 'login', do: drop });
    book.add({ endpoint: 'listTags', do: { kind: 'hang' } });
    expect(book.decide(GET).map(({ kind }) => kind)).toEqual(['delay', 'hang']);
  });

  test('rules can be listed, counted, replaced, removed and cleared', () => {
    const book = makeFaultBook();
    expect([
      book.add({ endpoint: '*', do: drop }),
      book.add({ id: 'mine', endpoint: '*', do: drop }),
    ]).toEqual(['fault-1', 'mine']);
    book.decide(GET);
    expect(book.hits()).toEqual({ 'fault-1': 1, mine: 1 });
    book.add({ id: 'mine', endpoint: 'login', do: drop });
    expect(book.hits()).toEqual({ 'fault-1': 1, mine: 0 });
    expect([book.remove('fault-1'), book.remove('fault-1')]).toEqual([true, false]);
    expect(book.list()).toMatchObject([{ id: 'mine', endpoint: 'login', do: { how: 'rst' } }]);
    book.clear();
    expect(book.list()).toEqual([]);
  });

  test.each<[string, object]>([
    ['an unknown place', { endpoint: 'nowhere', do: drop }],
    ['an unknown action', { endpoint: '*', do: { kind: 'explode' } }],
    ['a misspelt key', { endpoint: '*', time: 3, do: drop }],
    ['a key of another action', { endpoint: '*', do: { kind: 'drop', ms: 3 } }],
    ['a chance above one', { endpoint: '*', chance: 1.5, do: drop }],
  ])('%s is an error', (_what, rule) => {
    expect(() => makeFaultBook().add(rule as FaultRule)).toThrow(
      /endpoint|kind|unrecognized|chance/,
    );
  });

  test('a rule added while a request is handled waits for the next one', async () => {
    const { url, faults } = await serverWith({ kind: 'delay', ms: 40 });
    const running = post(url);
    await vi.waitFor(() => expect(faults.hits()).toEqual({ 'fault-1': 1 }));
    faults.add(on({ kind: 'wrong-shape', shape: 'null' }));
    expect(JSON.parse((await running).text)).toEqual(ANSWER);
    expect((await post(url)).text).toBe('null');
  });
});

function after<Word extends string = 'later'>(ms: number, word = 'later' as Word): Promise<Word> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(word), ms);
  });
}
