/** An outbox on a real database that uses the real bundled service over HTTP, as one of the people of its demo. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type MockService, startMockService } from '../../../../src-mock/mock-service.ts';
import type { EndpointName } from '../../../../src-shared/service/endpoints.ts';
import { readAvatar } from '../../mirror/users.ts';
import { makeTestClient } from '../../../service/test-support/test-client.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../../test-support/fake-ids.ts';
import { temporaryFolder, temporaryState } from '../../../test-support/temporary-state.ts';
import { valueOf } from '../../../test-support/value-of.ts';
import { makeOutbox } from '../outbox.ts';

const never = new AbortController().signal;
const PATIENCE_MS = 30_000;

type Role = MockService['demoAccounts'][number]['role'];

/** `readings` as the service has them from now on; the demo's investigator leads the project. */
export async function outboxAtService(
  role: Role,
  readings: Parameters<MockService['setReadings']>[0] = {},
) {
  const dataFolder = temporaryFolder();
  fs.cpSync(await (demo ??= seededDemo()), dataFolder, { recursive: true });
  const service = await startMockService({ dataFolder });
  onTestFinished(() => service.close());
  const leader = await signIn(service, 'principal investigator');
  const { records } = valueOf(await leader.client.call('listProjects', {}, never));
  const project = records.find(({ leaderId }) => leaderId === leader.userId);
  if (project === undefined) throw new Error('the demo has no such project');
  service.setReadings(readings);
  const { client, userId } =
    role === 'principal investigator' ? leader : await signIn(service, role);
  // The service answers in real time: on a busy computer that can take a while.
  const { state, clock } = temporaryState(makeFakeClock({ stuckAfterMs: PATIENCE_MS }));
  const outbox = makeOutbox({
    state,
    client,
    clock,
    ids: makeFakeIds(),
    userId: () => userId,
    onDeleting: () => undefined,
    labelsOf: () => ({ organisation: null, leader: null }),
    readPicture: (text) => readAvatar(text)?.bytes ?? null,
    breachOf: () => null,
  });
  return {
    service,
    state,
    clock,
    outbox,
    userId,
    /** As its leader knows it, before the readings. */
    project,
    projectId: project.id,
    /** The leader's own view of the service; nothing is refused there. */
    leader,
    deliver: (id: number) => clock.play(outbox.deliver(id, never)),
    drain: () => clock.play(outbox.drain(never)),
    /** From now on the service refuses these to everybody. */
    refuse(status: 403 | 404, ...endpoints: readonly EndpointName[]): void {
      for (const endpoint of endpoints) {
        service.faults.add({ endpoint, do: { kind: 'status', status, message: 'not for you' } });
      }
    },
    /** The same, but for the next request of it. */
    refuseFromSecondOn(status: 403 | 404, endpoint: EndpointName): void {
      const answer = { kind: 'status', status, message: 'not for you' } as const;
      service.faults.add({ endpoint, when: { afterCount: 1 }, do: answer });
    },
    loseAnswer(endpoint: EndpointName): void {
      service.faults.add({ endpoint, times: 1, do: { kind: 'drop', at: 'after-commit' } });
    },
    /** How often the service was asked for it. */
    sent: (endpoint: EndpointName): number =>
      service.requests().filter((request) => request.endpoint === endpoint).length,
    /** What was charged since the outbox was opened. */
    charges: chargesSince(service),
  };
}

let demo: Promise<string> | null = null;

/** The folder of a demo that was started and stopped once: to copy it is much quicker than to make it anew. */
async function seededDemo(): Promise<string> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-demo-'));
  await (await startMockService({ dataFolder, seed: 'demo' })).close();
  return dataFolder;
}

/** Call it after all tests of a file have run. */
export async function forgetDemo(): Promise<void> {
  if (demo !== null) fs.rmSync(await demo, { recursive: true, force: true });
  demo = null;
}

function chargesSince(service: MockService) {
  const before = service.ledger().transactions.length;
  return (): readonly string[] =>
    service
      .ledger()
      .transactions.slice(before)
      .map(({ type }) => type);
}

async function signIn(service: MockService, role: Role) {
  const account = service.demoAccounts.find((each) => each.role === role);
  if (account === undefined) throw new Error(`the demo has no ${role}`);
  const { email, password } = account;
  const stranger = makeTestClient(service.url, { token: null }).client;
  const { token } = valueOf(await stranger.call('login', { body: { email, password } }, never));
  const { client } = makeTestClient(service.url, { token });
  const { id: userId } = valueOf(await client.call('getUserByEmail', { path: { email } }, never));
  return { client, userId, email };
}
