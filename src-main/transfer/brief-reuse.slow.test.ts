import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import { makeAgents } from '../service/agents.ts';
import { addressOf, NO_SURROUNDINGS } from '../service/test-support/test-client.ts';
import { LONGEST_REST_MS } from '../service/brief-reuse.ts';
import { hurriedClock } from './test-support/hurried-clock.ts';
import { startLabService, type LabService } from './test-support/lab-service.ts';
import { makePlayedClock } from './test-support/played-clock.ts';
import {
  jobFor,
  makeJournal,
  makeTempFolder,
  portsWith,
  rememberedSupport,
  TAIL,
} from './test-support/upload-setup.ts';
import { realClock } from './test-support/real-clock.ts';
import { runUpload } from './upload.ts';

// One connection for several forms. Whatever it does in between, no form is sent a second time by itself.

const never = new AbortController().signal;
const silent = { onProgress() {} };

let lab: LabService;
beforeAll(async () => {
  lab = await startLabService();
});
afterAll(() => lab[Symbol.asyncDispose]());

const RECORDED = JSON.stringify({ message: 'ok', fileId: 'f1' });

interface Seen {
  readonly connections: Set<net.Socket>;
  /** Of each request what came of its body. */
  readonly bodies: string[];
}

/** A service that keeps its connections; `act` answers, or does something else with the n-th request, counted from 1. */
async function startKeeping(act: (request: http.IncomingMessage, answer: () => void) => void) {
  const seen: Seen = { connections: new Set(), bodies: [] };
  const server = http.createServer((request, response) => {
    const index = seen.bodies.push('') - 1;
    request.on('data', (piece: Buffer) => (seen.bodies[index] += piece.toString('latin1')));
    request.on('error', () => undefined); // what is broken off here on purpose
    act(request, () =>
      response.writeHead(201, { 'content-type': 'application/json' }).end(RECORDED),
    );
  });
  server.on('connection', (socket) => seen.connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return { ...seen, url: `http://127.0.0.1:${port}/projects/p1/files` };
}

/** Sends one form after the other, over agents as the program makes them. */
function sender(url: string, clock = makePlayedClock()) {
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

const atEnd = (request: http.IncomingMessage, answer: () => void) => request.on('end', answer);

describe('a connection that is kept', () => {
  test('carries the next form, until it has rested for a second by either clock', async () => {
    const clock = makePlayedClock();
    const service = await startKeeping(atEnd);
    const send = sender(service.url, clock);
    await send('first');
    await clock.advance(LONGEST_REST_MS - 1);
    await send('second');
    expect(service.connections.size).toBe(1);
    await clock.advance(LONGEST_REST_MS);
    await send('third');
    expect(service.connections.size).toBe(2);
    let sleptMs = 0;
    const sleeper = sender(service.url, { ...clock, nowMs: () => clock.nowMs() + sleptMs });
    await sleeper('fourth');
    sleptMs = 3_600_000;
    await sleeper('fifth');
    sleptMs = -3_600_000; // a clock that is set back proves nothing either
    await sleeper('sixth');
    expect(service.connections.size).toBe(5);
    expect(service.bodies.map((body) => body.endsWith(TAIL))).toEqual(Array(6).fill(true));
  });

  test.each(['end', 'destroy', 'resetAndDestroy'] as const)(
    'and breaks at the next form (%s) left its tail here: nothing was recorded, nothing is sent again',
    async (ends) => {
      const service = await startKeeping((request, answer) => {
        if (service.bodies.length === 2) request.socket[ends]();
        else atEnd(request, answer);
      });
      const send = sender(service.url);
      await send('first');
      const large = await send('x'.repeat(24_000_000));
      expect(large).toEqual({ kind: 'stopped', entries: ['begin', 'finish'] });
      expect(service.connections.size).toBe(1);
      expect(service.bodies).toHaveLength(2);
      for (const content of ['third', 'fourth']) {
        expect(await send(content)).toMatchObject({ kind: 'recorded' });
      }
      expect(service.bodies).toHaveLength(4);
      expect(service.connections.size).toBe(3); // it is not trusted with a second form any more
    },
  );

  test('and breaks after the whole form leaves its outcome unknown, and the form is not sent again', async () => {
    const service = await startKeeping((request, answer) => {
      atEnd(request, () => {
        if (service.bodies.length === 2) request.socket.destroy();
        else answer();
      });
    });
    const send = sender(service.url);
    await send('first');
    expect(await send('second')).toEqual({
      kind: 'unknown',
      entries: ['begin', 'tail-released', 'finish'],
    });
    expect(service.bodies.filter((body) => body.includes('second'))).toHaveLength(1);
    expect(service.bodies).toHaveLength(2);
  });

  test('and is closed without a word after each answer costs nobody a second form', async () => {
    const service = await startKeeping((request, answer) => {
      atEnd(request, () => {
        answer();
        request.socket.end();
      });
    });
    const send = sender(service.url);
    const kinds: string[] = [];
    for (let index = 0; index < 30; index += 1) kinds.push((await send(`form ${index};`)).kind);
    const complete = service.bodies.filter((body) => body.endsWith(TAIL));
    expect(new Set(complete).size).toBe(complete.length);
    const told = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
    expect(told('recorded', 'unknown', 'stopped')).toBe(30);
    expect(told('recorded')).toBeGreaterThan(0);
    expect(told('recorded')).toBeLessThanOrEqual(complete.length);
    expect(told('recorded', 'unknown')).toBeGreaterThanOrEqual(complete.length); // a complete one is never called unsent
  });

  test('may be silent for longer than it may rest, while its form is being answered', async () => {
    const service = await startKeeping((request, answer) => {
      const silentMs = service.bodies.length === 2 ? LONGEST_REST_MS + 200 : 0;
      atEnd(request, () => setTimeout(answer, silentMs));
    });
    const send = sender(service.url);
    expect(await send('first')).toMatchObject({ kind: 'recorded' });
    expect(await send('second')).toMatchObject({ kind: 'recorded' });
    expect(service.connections.size).toBe(1);
  });

  test('that carried an early answer is not used again', async () => {
    const service = await startKeeping((request, answer) => {
      if (service.bodies.length === 1) answer();
      else atEnd(request, answer);
    });
    const send = sender(service.url);
    await send('x'.repeat(24_000_000));
    expect(await send('second')).toMatchObject({ kind: 'recorded' });
    expect(service.connections.size).toBe(2);
  });
});

// The bundled service fails at the second of three forms: each is recorded and charged at most once, whatever is told.
const FAULTS: readonly FaultRule['do'][] = [
  { kind: 'drop-in-body', afterBytes: 1_000, how: 'rst' },
  { kind: 'drop', at: 'before-handling', how: 'fin' },
  { kind: 'drop', at: 'after-commit', how: 'rst' },
  { kind: 'cut-answer', afterBytes: 5, how: 'fin' },
  {
    kind: 'status',
    status: 503,
    message: '',
    envelope: 'usual',
    code: '',
    details: '',
    at: 'before-handling',
  },
];
const TROUBLES = (['on', 'off'] as const).flatMap((resumableUploads) =>
  FAULTS.map((fault) => ({ resumableUploads, fault, name: JSON.stringify(fault) })),
);

test.each(TROUBLES)(
  'every form is recorded and charged at most once (resuming is $resumableUploads, $name)',
  async ({ resumableUploads, fault }) => {
    lab.reset({ resumableUploads });
    const agents = makeAgents(addressOf(lab.service.url), NO_SURROUNDINGS, realClock);
    onTestFinished(() => agents.destroy());
    const support = rememberedSupport({ kind: 'unknown' });
    const token = () => lab.token;
    const kinds: string[] = [];
    for (const index of [1, 2, 3]) {
      if (index === 2) lab.add({ endpoint: 'uploadPublicFile', times: 1, do: fault });
      const ports = portsWith({
        token,
        support,
        clock: hurriedClock,
        journal: makeJournal(),
        agentFor: agents.forForm,
      });
      const { kind } = await runUpload(lab.job(randomBytes(20_000)), ports, silent, never);
      kinds.push(kind);
    }
    const { records, charges } = lab.booked();
    expect(charges).toBe(records);
    const told = (kind: string) => kinds.filter((each) => each === kind).length;
    expect(told('recorded')).toBeGreaterThanOrEqual(2);
    expect(records).toBeGreaterThanOrEqual(told('recorded'));
    expect(records).toBeLessThanOrEqual(told('recorded') + told('unknown'));
    expect(lab.asked().filter((method) => method === 'POST').length).toBeLessThanOrEqual(3);
  },
);
