import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { LONGEST_REST_MS, makeAgents } from './agents.ts';
import { addressOf, NO_SURROUNDINGS } from './test-support/test-client.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { hurriedClock } from '../pipeline/upload/test-support/fast-clock.ts';
import { startLabService, type LabService } from '../pipeline/upload/test-support/lab-service.ts';
import { BIG, RECORDED } from '../pipeline/upload/test-support/one-upload.ts';
import { realClock } from '../platform/real-ports.ts';
import {
  jobFor,
  makeJournal,
  makeTempFolder,
  never,
  portsWith,
  rememberedSupport,
  silent,
  TAIL,
} from '../pipeline/upload/test-support/upload-setup.ts';
import { runUpload } from '../pipeline/upload/upload.ts';

// One connection for several forms. Whatever it does in between, no form is sent a second time by itself.

/** A service that keeps its connections; `act` answers, or does something else with the n-th request, counted from 1. */
async function startKeeping(
  act: (request: http.IncomingMessage, answer: () => void, n: number) => void,
) {
  const connections = new Set<net.Socket>();
  /** Of each request what came of its body. */
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    const index = bodies.push('') - 1;
    request.on('data', (piece: Buffer) => (bodies[index] += piece.toString('latin1')));
    request.on('error', () => undefined); // what is broken off here on purpose
    const headers = { 'content-type': 'application/json' };
    act(
      request,
      () => response.writeHead(201, headers).end(JSON.stringify(RECORDED)),
      bodies.length,
    );
  });
  server.on('connection', (socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  const url = `http://127.0.0.1:${port}/projects/p1/files`;

  /** Sends one form after the other, over agents as the program makes them. */
  function sender(clock = makeFakeClock()) {
    const folder = makeTempFolder();
    const agents = makeAgents(addressOf(new URL(url).origin), NO_SURROUNDINGS, clock);
    onTestFinished(() => {
      agents.destroy();
      folder[Symbol.dispose]();
    });
    return async (content: string) => {
      const path = folder.write('run.raw', content);
      const journal = makeJournal();
      const ports = portsWith({ journal, agentFor: agents.forForm });
      const outcome = await runUpload(jobFor(url, path, content), ports, silent, never);
      return { kind: outcome.kind, entries: journal.entries };
    };
  }
  return { connections, bodies, sender };
}

const atEnd = (request: http.IncomingMessage, answer: () => void) => request.on('end', answer);

describe('a connection that is kept', () => {
  test('carries the next form, until it has rested for a second by either clock', async () => {
    const clock = makeFakeClock();
    const { connections, bodies, sender } = await startKeeping(atEnd);
    const send = sender(clock);
    await send('first');
    await clock.advance(LONGEST_REST_MS - 1);
    await send('second');
    expect(connections.size).toBe(1);
    await clock.advance(LONGEST_REST_MS);
    await send('third');
    expect(connections.size).toBe(2);
    let sleptMs = 0;
    const sendAsleep = sender({ ...clock, nowMs: () => clock.nowMs() + sleptMs });
    await sendAsleep('fourth');
    sleptMs = 3_600_000;
    await sendAsleep('fifth');
    sleptMs = -3_600_000; // a clock that is set back proves nothing either
    await sendAsleep('sixth');
    expect(connections.size).toBe(5);
    expect(bodies.map((body) => body.endsWith(TAIL))).toEqual(Array(6).fill(true));
  });

  test.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'and breaks at the next form (%s) left its tail here: nothing was recorded, nothing is sent again',
    async (ends) => {
      const { connections, bodies, sender } = await startKeeping((request, answer, n) => {
        if (n === 2) request.socket[ends]();
        else atEnd(request, answer);
      });
      const send = sender();
      await send('first');
      const large = await send('x'.repeat(BIG));
      expect(large).toEqual({ kind: 'stopped', entries: ['attempt-begun', 'attempt-ended'] });
      expect([connections.size, bodies.length]).toEqual([1, 2]);
      for (const content of ['third', 'fourth']) {
        expect(await send(content)).toMatchObject({ kind: 'recorded' });
      }
      // It is not trusted with a second form any more.
      expect([connections.size, bodies.length]).toEqual([3, 4]);
    },
  );

  test('and breaks after the whole form leaves its outcome unknown, and the form is not sent again', async () => {
    const { bodies, sender } = await startKeeping((request, answer, n) => {
      atEnd(request, () => {
        if (n === 2) request.socket.destroy();
        else answer();
      });
    });
    const send = sender();
    await send('first');
    const entries = ['attempt-begun', 'tail-released', 'attempt-ended'];
    expect(await send('second')).toEqual({ kind: 'unknown', entries });
    expect(bodies).toHaveLength(2);
    expect(bodies.filter((body) => body.includes('second'))).toHaveLength(1);
  });

  test('and is closed without a word after each answer costs nobody a second form', async () => {
    const { bodies, sender } = await startKeeping((request, answer) => {
      atEnd(request, () => {
        answer();
        request.socket.end();
      });
    });
    const send = sender();
    const kinds: string[] = [];
    for (let index = 0; index < 30; index += 1) kinds.push((await send(`form ${index};`)).kind);
    const complete = bodies.filter((body) => body.endsWith(TAIL));
    expect(new Set(complete).size).toBe(complete.length);
    const reported = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
    expect(reported('recorded', 'unknown', 'stopped')).toBe(30);
    expect(reported('recorded')).toBeGreaterThan(0);
    expect(reported('recorded')).toBeLessThanOrEqual(complete.length);
    expect(reported('recorded', 'unknown')).toBeGreaterThanOrEqual(complete.length); // a complete one is never called unsent
  });

  test('may be silent for longer than it may rest, while its form is being answered', async () => {
    // In real time: the agent has a timer of its own for resting connections.
    const { connections, sender } = await startKeeping((request, answer, n) => {
      atEnd(request, () => setTimeout(answer, n === 2 ? LONGEST_REST_MS + 200 : 0));
    });
    const send = sender();
    expect(await send('first')).toMatchObject({ kind: 'recorded' });
    expect(await send('second')).toMatchObject({ kind: 'recorded' });
    expect(connections.size).toBe(1);
  });

  test('that carried an early answer is not used again', async () => {
    const { connections, sender } = await startKeeping((request, answer, n) => {
      if (n === 1) answer();
      else atEnd(request, answer);
    });
    const send = sender();
    await send('x'.repeat(BIG));
    expect(await send('second')).toMatchObject({ kind: 'recorded' });
    expect(connections.size).toBe(2);
  });
});

describe('the bundled service fails at the second of three forms', () => {
  let lab: LabService;
  beforeAll(async () => {
    lab = await startLabService();
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  const FAULTS: readonly FaultRule['do'][] = [
    { kind: 'drop-in-body', afterBytes: 1_000, how: 'rst' },
    { kind: 'drop', at: 'before-handling', how: 'fin' },
    { kind: 'drop', at: 'after-commit', how: 'rst' },
    { kind: 'cut-answer', afterBytes: 5, how: 'fin' },
    { kind: 'status', status: 503, at: 'before-handling' },
  ];
  const troubles = (['on', 'off'] as const).flatMap((resumableUploads) =>
    FAULTS.map((fault) => ({ resumableUploads, fault, name: JSON.stringify(fault) })),
  );

  test.each(troubles)(
    'each is recorded and charged at most once (resuming is $resumableUploads, $name)',
    async ({ resumableUploads, fault }) => {
      lab.reset({ resumableUploads });
      const agents = makeAgents(addressOf(lab.service.url), NO_SURROUNDINGS, realClock);
      onTestFinished(() => agents.destroy());
      const ports = portsWith({
        token: () => lab.token,
        support: rememberedSupport({ kind: 'unknown' }),
        clock: hurriedClock,
        agentFor: agents.forForm,
      });
      const kinds: string[] = [];
      for (const index of [1, 2, 3]) {
        if (index === 2) lab.add({ endpoint: 'uploadPublicFile', times: 1, do: fault });
        kinds.push((await runUpload(lab.job(randomBytes(20_000)), ports, silent, never)).kind);
      }
      const { records, charges } = lab.booked();
      expect(charges).toBe(records);
      const reported = (kind: string) => kinds.filter((each) => each === kind).length;
      expect(reported('recorded')).toBeGreaterThanOrEqual(2);
      expect(records).toBeGreaterThanOrEqual(reported('recorded'));
      expect(records).toBeLessThanOrEqual(reported('recorded') + reported('unknown'));
      expect(lab.asked().filter((method) => method === 'POST').length).toBeLessThanOrEqual(3);
    },
  );
});
