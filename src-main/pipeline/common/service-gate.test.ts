import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { endpoints, type EndpointName } from '../../../src-shared/service/endpoints.ts';
import type { ContentChecker, SyncEvent } from './ports.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { gatedChecker, gatedClient, makeServiceGate, OFFLINE } from './service-gate.ts';

const never = new AbortController().signal;
const ASKED_MS = 10 * MINUTE_MS;
const asks: ServiceFault = { kind: 'throttled', retryAfterMs: ASKED_MS };
const EVERY = Object.keys(endpoints) as EndpointName[];

/** A service that asks everybody to wait, and what was sent to it. */
function lab(fault: ServiceFault = asks, chance = 0) {
  const { state, clock } = temporaryState();
  const events: SyncEvent[] = [];
  const announce = (event: SyncEvent) => void events.push(event);
  const ports = { clock, chance: () => chance, announce, preferences: state.preferences };
  const gate = makeServiceGate(ports);
  const sent: string[] = [];
  const told = () => events.map((event) => ('fault' in event ? event.fault : null));
  const refuse = async (name: string) => {
    sent.push(name);
    return fail(fault);
  };
  const service: ServiceClient = {
    clock,
    call: refuse,
    sendSmallFile: refuse,
    certificate: refuse,
    document: refuse,
  };
  const check: ContentChecker['check'] = async () => {
    sent.push('check');
    return { kind: 'fault', fault };
  };
  const client = gatedClient(service, gate);
  const checker = gatedChecker({ check }, gate);
  const source = { path: '/data/a', name: 'a', identity: null as never, blake3: '' };
  /** Every way to ask the service, once. */
  const askAll = async () => {
    const answers = [
      ...(await Promise.all(EVERY.map((name) => client.call(name as never, {} as never, never)))),
      await client.sendSmallFile('setAvatar' as never, {} as never, {} as never, never),
      await client.certificate('getPublicCertificate', {} as never, true, never),
      await client.document('getPublicMetadata', {} as never, never),
    ].map((answer) => (answer.ok ? null : answer.fault));
    const checked = await checker.check(source, { onProgress() {} }, never);
    return [...answers, checked.kind === 'fault' ? checked.fault : null];
  };
  return { clock, gate, sent, told, client, askAll, restarted: () => makeServiceGate(ports) };
}

describe('a pause that the service asks of one caller', () => {
  test('is kept by all others, who hear how long it still lasts', async () => {
    const { clock, sent, told, client, askAll } = lab();
    await client.call('listProjects', {}, never);
    expect([sent, told()]).toEqual([['listProjects'], [asks]]);
    await clock.advance(MINUTE_MS);
    const left = { kind: 'throttled', retryAfterMs: ASKED_MS - MINUTE_MS };
    const answers = await askAll();
    expect(answers).toHaveLength(EVERY.length + 4);
    for (const answer of answers) expect(answer).toEqual(left);
    expect(sent).toEqual(['listProjects']);
  });

  test('in the denial of what was paid for is one, too', async () => {
    const denial = { status: 429, fault: asks };
    const { told, client, gate } = lab({ kind: 'unknown-outcome', why: 'denied', denial });
    await client.call('createTag', {} as never, never);
    expect([told(), gate.refusal()]).toEqual([[asks], asks]);
  });

  test('that is over makes no pause of an answer that asks for none', async () => {
    const { clock, gate, told } = lab();
    const asksNothing = {
      kind: 'unavailable',
      why: 'server-error',
      status: 500,
      retryAfterMs: null,
    } as const;
    gate.heard(asks);
    await clock.advance(2 * ASKED_MS);
    gate.heard(asksNothing);
    expect([told(), gate.refusal()]).toEqual([[asks], null]);
  });

  test('ends once, up to a fifth later than asked, and is not prolonged by our own answers', async () => {
    const { clock, sent, gate, client } = lab(asks, 1);
    await client.call('listProjects', {}, never);
    await clock.advance(ASKED_MS * 1.2 - 1);
    const told = gate.refusal();
    expect(told).toMatchObject({ retryAfterMs: 1 });
    if (told !== null) gate.heard(told);
    await clock.advance(1);
    expect(gate.refusal()).toBeNull();
    await client.call('listProjects', {}, never);
    expect(sent).toHaveLength(2);
  });

  test('a shorter one does not end it early', async () => {
    const { clock, gate, client } = lab();
    await client.call('listProjects', {}, never);
    gate.heard({ kind: 'throttled', retryAfterMs: 5_000 });
    await clock.advance(ASKED_MS - 1);
    expect(gate.refusal()).not.toBeNull();
  });

  test.each<ServiceFault>([
    { kind: 'throttled', retryAfterMs: null },
    { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: null },
    { kind: 'refused', status: 400, serviceSays: null },
  ])('a fault that names no time holds nobody back: %j', async (fault) => {
    const { sent, told, client } = lab(fault);
    await client.call('listProjects', {}, never);
    await client.call('listProjects', {}, never);
    expect([sent.length, told()]).toEqual([2, []]);
  });
});

test('a person who works offline is answered so, and nothing is sent, also after a restart', async () => {
  const { gate, sent, told, askAll, restarted } = lab();
  gate.setOffline(true);
  expect(new Set(await askAll())).toEqual(new Set([OFFLINE]));
  expect([sent, told(), restarted().refusal()]).toEqual([[], [], OFFLINE]);
  gate.setOffline(false);
  expect([gate.refusal(), restarted().refusal()]).toEqual([null, null]);
});
