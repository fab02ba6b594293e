/** An outbox on a real database that uses the real bundled service over HTTP, as one of the people of its demo. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type MockService, startMockService } from '../../../../src-mock/mock-service.ts';
import type { EndpointName } from '../../../../src-shared/service/endpoints.ts';
import { readAvatar } from '../../mirror/account-mirror.ts';
import { makeTestClient } from '../../../service/test-support/test-client.ts';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { makeFakeIds } from '../../../test-support/fake-ids.ts';
import { temporaryFolder, temporaryState } from '../../../test-support/temporary-state.ts';
import { valueOf } from '../../../test-support/value-of.ts';
import { makeCreditHistory } from '../../credits/credit-history.ts';
import { makeOutbox } from '../outbox.ts';
import { observedBalance } from './observed-balance.ts';

const never = new AbortController().signal;
const PATIENCE_MS = 30_000;

type Role = MockService['demoAccounts'][number]['role'];

/** `readings` as the service has them from now on; the demo's investigator leads the project. */
export async function outboxAtService(
  role: Role,
  readings: Parameters<MockService['setReadings']>[0] = {},
) {
  const dataFolder = temporaryFolder();
  const { sessions, ...seeded } = await (demo ??= seededDemo());
  fs.cpSync(seeded.dataFolder, dataFolder, { recursive: true });
  const service = await startMockService({ dataFolder });
  onTestFinished(() => service.close());
  const as = (who: Role) => {
    const session = sessions.get(who);
    if (session === undefined) throw new Error(`the demo has no ${who}`);
    return { ...session, ...makeTestClient(service.url, { token: session.token }) };
  };
  const leader = as('principal investigator');
  const { records } = valueOf(await leader.client.call('listProjects', {}, never));
  const project = records.find(({ leaderId }) => leaderId === leader.userId);
  if (project === undefined) throw new Error('the demo has no such project');
  service.setReadings(readings);
  const { client, userId } = as(role);
  // The service answers in real time: on a busy computer that can take a while.
  const { state, clock } = temporaryState(makeFakeClock({ stuckAfterMs: PATIENCE_MS }));
  const outbox = makeOutbox({
    isOffline: () => false,
    state,
    client,
    remote: observedBalance(client, userId, { state, clock }),
    charges: makeCreditHistory({ client, state, clock, userId: () => userId }),
    clock,
    ids: makeFakeIds(),
    userId: () => userId,
    onDeleting: () => undefined,
    labelsOf: () => ({ organisationScope: null, leaderScope: null }),
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

interface Demo {
  readonly dataFolder: string;
  /** By role. They count in every copy of the folder. */
  readonly sessions: ReadonlyMap<Role, Session>;
}

interface Session {
  readonly token: string;
  readonly userId: string;
}

let demo: Promise<Demo> | null = null;

/** A demo in which everybody signed in once: to copy it is much quicker than to hash the passwords again. */
async function seededDemo(): Promise<Demo> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-demo-'));
  const service = await startMockService({ dataFolder, seed: 'demo' });
  const sessions = new Map<Role, Session>();
  for (const { role, email, password } of service.demoAccounts) {
    const body = { email, password };
    const { client } = makeTestClient(service.url, { token: null });
    const { token } = valueOf(await client.call('login', { body }, never));
    const own = makeTestClient(service.url, { token }).client;
    const { id: userId } = valueOf(await own.call('getUserByEmail', { path: { email } }, never));
    sessions.set(role, { token, userId });
  }
  await service.close();
  return { dataFolder, sessions };
}

/** Call it after all tests of a file have run. */
export async function forgetDemo(): Promise<void> {
  if (demo !== null) fs.rmSync((await demo).dataFolder, { recursive: true, force: true });
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
