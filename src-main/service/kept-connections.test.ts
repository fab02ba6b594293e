import type * as net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newProject } from '../../src-mock/test-support/samples.ts';
import { startLabService } from '../pipeline/upload/test-support/lab-service.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { LONGEST_FREE_REST_MS } from './agents.ts';
import { exchange } from './exchange.ts';
import { httpAnswer, startRawServer } from './test-support/raw-server.ts';
import { QUESTIONS, type Question } from './test-support/questions.ts';
import { makeTestClient } from './test-support/test-client.ts';

// What asks and changes nothing goes over kept connections; whatever happens to one of them, the service sees each such
// request at most twice and everything else once.

const never = new AbortController().signal;
const INVITE = { path: { projectId: 'p1', userId: 'u2' } };
const TAG = { body: { name: 'mice' } };
const KNOWN = { ok: true, value: { creditBalance: 5 } };
const DONE = { message: 'ok', creditBalance: 5, token: '5', records: [], totalRecords: 0 };
const BROKEN = { kind: 'unavailable', why: 'broken-connection' };
const ENDS = ['end', 'destroy', 'resetAndDestroy'] as const;

function keptAnswer(status = 200, body = JSON.stringify(DONE)): string {
  return httpAnswer(status, body).toString('latin1').replace('Connection: close\r\n', '');
}

/** A service that keeps its connections; `act` does something else with the n-th request, counted from 1, or returns false. */
async function atKeeping(
  question: Question,
  act: (socket: net.Socket, n: number) => boolean = () => false,
) {
  const ports: number[] = [];
  const server = await startRawServer((socket) => {
    const n = ports.push(socket.remotePort ?? 0);
    if (!act(socket, n)) socket.write(keptAnswer());
  });
  const clock = makeFakeClock();
  const made = makeTestClient(server.origin, { clock, keeps: true });
  const ask = (signal = never) => question(made.client, signal);
  return { ...made, ask, server, clock, ports };
}

const methodsOf = (requests: readonly string[]) => requests.map((each) => each.split(' ', 1)[0]);

describe.each(QUESTIONS)('%s', (_what, question) => {
  describe('a kept connection', () => {
    test('carries one question after the other', async () => {
      const { ask, server } = await atKeeping(question);
      for (const _ of [1, 2, 3]) expect(await ask()).toEqual(KNOWN);
      expect(server.connections()).toBe(1);
      expect(server.requests.join()).not.toMatch(/^connection: close/im);
    });

    test('never carries what is paid or changes something: that has a connection of its own', async () => {
      const { client, ask, server, ports } = await atKeeping(question);
      await ask();
      await client.call('inviteMember', INVITE, never);
      await client.call('createTag', TAG, never);
      await ask();
      const [first, paid, change, last] = ports;
      expect(last).toBe(first);
      expect(new Set([first, paid, change]).size).toBe(3);
      for (const each of [1, 2]) expect(server.requests[each]).toMatch(/^connection: close\r$/im);
    });

    test('that has rested for long by either clock is not used', async () => {
      const { ask, server, clock } = await atKeeping(question);
      const connectionsAfter = async (rest: () => void | Promise<void>) => {
        await rest();
        expect(await ask()).toEqual(KNOWN);
        return server.connections();
      };
      expect(await connectionsAfter(() => undefined)).toBe(1);
      expect(await connectionsAfter(() => clock.advance(LONGEST_FREE_REST_MS - 1))).toBe(1);
      expect(await connectionsAfter(() => clock.advance(LONGEST_FREE_REST_MS))).toBe(2);
      const asleep = () => clock.setWallClock(clock.nowMs() + LONGEST_FREE_REST_MS);
      expect(await connectionsAfter(asleep)).toBe(3);
      expect(await connectionsAfter(() => clock.setWallClock(clock.nowMs() - 1))).toBe(4);
    });

    test('is left to the next question by a question that is over, even when that is aborted', async () => {
      const held = Promise.withResolvers<net.Socket>();
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n === 2) held.resolve(socket);
        return n === 2;
      });
      const leaving = new AbortController();
      await ask(leaving.signal);
      const second = ask();
      const socket = await held.promise;
      leaving.abort(new Error('over'));
      socket.write(keptAnswer());
      expect(await second).toEqual(KNOWN);
      expect(server.connections()).toBe(1);
    });

    // By half a minute it would have ended by itself.
    const before = { timeout: LONGEST_FREE_REST_MS / 2 };
    test(
      'is closed at once when it rests, and after its answer when it is in use',
      before,
      async () => {
        const held = Promise.withResolvers<net.Socket>();
        const closed: Promise<unknown>[] = [];
        const { ask, server, agents } = await atKeeping(question, (socket, n) => {
          closed.push(new Promise((resolve) => socket.once('close', resolve)));
          if (n === 2) held.resolve(socket);
          return n === 2;
        });
        await ask();
        agents.closeKept();
        await closed[0];
        const second = ask();
        const socket = await held.promise;
        agents.closeKept();
        socket.write(keptAnswer());
        expect(await second).toEqual(KNOWN);
        await closed[1];
        await ask();
        expect(server.connections()).toBe(3);
      },
    );
  });

  describe('a kept connection that breaks as a question is sent', () => {
    test.each(ENDS)('(%s): the question is asked once more, on a fresh one', async (ends) => {
      const { ask, server, ports } = await atKeeping(question, (socket, n) => {
        if (n === 2) socket[ends]();
        return n === 2;
      });
      await ask();
      expect(await ask()).toEqual(KNOWN);
      expect([server.requests.length, server.connections()]).toEqual([3, 2]);
      expect(ports[1]).toBe(ports[0]);
      expect(server.requests[2]).toMatch(/^connection: close\r$/im);
    });

    test('(408, as some servers say goodbye): the question is asked once more', async () => {
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n === 2) socket.end(httpAnswer(408, ''));
        return n === 2;
      });
      await ask();
      expect(await ask()).toEqual(KNOWN);
      expect([server.requests.length, server.connections()]).toEqual([3, 2]);
    });

    test.each(ENDS)('(%s), and so does the fresh one: nobody asks a third time', async (ends) => {
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n > 1) socket[ends]();
        return n > 1;
      });
      await ask();
      expect(await ask()).toMatchObject({ ok: false, fault: BROKEN });
      expect([server.requests.length, server.connections()]).toEqual([3, 2]);
    });

    test('while others rest: they are not tried one after the other', async () => {
      const waiting: net.Socket[] = [];
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n > 3) socket.destroy();
        else if (waiting.push(socket) === 3) for (const each of waiting) each.write(keptAnswer());
        return true;
      });
      await Promise.all([ask(), ask(), ask()]);
      expect(await ask()).toMatchObject({ ok: false, fault: BROKEN });
      expect([server.requests.length, server.connections()]).toEqual([5, 4]);
    });
  });

  describe('asked once only', () => {
    test.each(ENDS)('a question whose fresh connection breaks (%s)', async (ends) => {
      const { ask, server } = await atKeeping(question, (socket) => {
        socket[ends]();
        return true;
      });
      expect(await ask()).toMatchObject({ ok: false, fault: BROKEN });
      expect(server.requests).toHaveLength(1);
    });

    test('a question whose answer has begun', async () => {
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n === 2) socket.end('HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\n{"creditBalance"');
        return n === 2;
      });
      await ask();
      expect(await ask()).toMatchObject({ ok: false, fault: BROKEN });
      expect(server.requests).toHaveLength(2);
    });

    test('a question that is met with silence, for as long as on any connection', async () => {
      const silent = Promise.withResolvers<void>();
      const { ask, server, clock } = await atKeeping(question, (_socket, n) => {
        if (n === 2) silent.resolve();
        return n === 2;
      });
      await ask();
      const second = ask();
      await silent.promise;
      await clock.advance(5_000); // its limit in these tests
      expect(await second).toMatchObject({ ok: false, fault: { ...BROKEN, why: 'timed-out' } });
      expect(server.requests).toHaveLength(2);
    });

    test('a redirect on a kept connection, which is not followed', async () => {
      const { ask, server } = await atKeeping(question, (socket, n) => {
        if (n === 2) socket.end(httpAnswer(307, '', { Location: '/elsewhere' }));
        return n === 2;
      });
      await ask();
      const fault = { kind: 'not-the-service', what: 'redirect' };
      expect(await ask()).toEqual({ ok: false, fault });
      expect(server.requests).toHaveLength(2);
    });

    test('what is no question, even if it were given a kept connection', async () => {
      const { agents, ask, server, clock } = await atKeeping(question, (socket, n) => {
        if (n > 1) socket.destroy();
        return n > 1;
      });
      await ask();
      const url = new URL(`${server.origin}/projects`);
      const request = {
        method: 'POST',
        url,
        headers: {},
        body: '{}',
        maxAnswerBytes: 100,
      } as const;
      const wrong = { ...agents, fresh: agents.forQuestion };
      const limits = { connectMs: 5_000, silenceMs: 5_000, wholeMs: 10_000 };
      const tools = { agents: wrong, clock, limits };
      const exchanged = await exchange({ ...request, isQuestion: false }, tools, never);
      expect(exchanged).toMatchObject({ kind: 'broken', mayHaveLeft: true });
      expect([server.requests.length, server.connections()]).toEqual([2, 1]);
    });

    test.each(ENDS)('whatever is paid or changes something, broken by %s', async (ends) => {
      const { client, ask, server } = await atKeeping(question, (socket, n) => {
        if (n > 1) socket[ends]();
        return n > 1;
      });
      await ask();
      const fault = { kind: 'unknown-outcome', why: 'broken-connection' };
      expect(await client.call('inviteMember', INVITE, never)).toEqual({ ok: false, fault });
      expect(await client.call('createTag', TAG, never)).toEqual({ ok: false, fault });
      expect(methodsOf(server.requests).slice(1)).toEqual(['POST', 'POST']);
    });
  });
});

test.each(['before-handling', 'after-commit'] as const)(
  'the bundled service, reset %s: a project is created and charged at most once',
  async (at) => {
    const lab = await startLabService();
    onTestFinished(() => lab[Symbol.asyncDispose]());
    const { client } = makeTestClient(lab.service.url, { token: lab.token, keeps: true });
    for (const _ of [1, 2]) await client.call('listProjects', {}, never);
    lab.reset({});
    lab.add({ endpoint: '*', do: { kind: 'drop', how: 'rst', at } });
    const created = await client.call('createProject', { body: newProject() }, never);
    expect(created).toMatchObject({ ok: false, fault: { kind: 'unknown-outcome' } });
    expect(lab.asked()).toEqual(['POST']);
    expect(lab.booked().charges).toBe(at === 'after-commit' ? 1 : 0);
    const listed = await client.call('listProjects', {}, never);
    expect(listed).toMatchObject({ ok: false, fault: BROKEN });
  },
);
