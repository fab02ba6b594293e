/** The bundled service with its researcher signed in, an outbox on a real database, and what both came to. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { startMockService, type MockService } from '../../../src-mock/mock-service.ts';
import type { PaidIntent } from '../../../src-shared/model/change.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/service-fault.ts';
import type { Clock } from '../../ports/clock.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import { makePlayedIds } from '../../test-support/played-ids.ts';
import { deletion, newProject, temporaryState } from '../../test-support/temporary-state.ts';
import { makeOutbox, type Outbox } from '../outbox.ts';

export const never = new AbortController().signal;

export interface PaidService {
  readonly mock: MockService;
  readonly outbox: Outbox;
  /** Of each kind, with nothing done about it yet. */
  intent(kind: PaidKind): PaidIntent;
  /** What was paid for. */
  charges(): readonly string[];
}

export type PaidKind = PaidIntent['kind'];

const PATIENT_MS = 20_000;

/** `silenceMs`: how long the outbox waits for an answer; what is only asked to get ready waits longer. */
export async function startPaidService(silenceMs: number): Promise<PaidService> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'labseal-outbox-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  cpSync(await seededFolder(), dataFolder, { recursive: true });
  const mock = await startMockService({ dataFolder, readings: { chainDelayMs: 0 } });
  onTestFinished(() => mock.close());
  const person = (role: string) => {
    const found = mock.demoAccounts.find((account) => account.role === role);
    if (found === undefined) throw new Error(`the demo has no ${role}`);
    return found;
  };
  const researcher = person('researcher');
  const { token, userId } = await signIn(mock, researcher);
  const { client: ready } = makeTestClient(mock.url, { token, limits: { silenceMs: PATIENT_MS } });
  const projects = valueOf(await ready.call('listProjects', {}, never)).records;
  const projectId = projects.find(({ leaderId }) => leaderId === userId)?.id ?? '';
  const { email } = person('colleague');
  const other = valueOf(await ready.call('getUserByEmail', { path: { email } }, never));
  const files = valueOf(
    await ready.call('listPublicFiles', { path: { projectId } }, never),
  ).records;
  const file = files.find(({ status }) => status === 'Available');
  if (file === undefined) throw new Error('the demo has no file to delete');
  const draft = newProject('Draft');
  const leader = `${researcher.name} ${researcher.lastName}`;
  const intents: { readonly [Kind in PaidKind]: PaidIntent } = {
    'create-project': { ...draft, project: { ...draft.project, leader } },
    'invite-member': { kind: 'invite-member', projectId, userId: other.id, userName: 'Casey' },
    'delete-file': {
      ...deletion(file.name),
      projectId,
      visibility: 'public',
      fileId: file.id,
      userId,
    },
  };
  const { state } = temporaryState();
  const outbox = makeOutbox({
    state,
    client: makeTestClient(mock.url, { token, limits: { silenceMs } }).client,
    clock: makeSkippingClock(),
    ids: makePlayedIds(),
    userId: () => userId,
    onDeleting: () => undefined,
    labelsOf: () => ({ organisation: null, leader: null }),
    readPicture: () => null,
    breachOf: () => null,
  });
  const before = mock.ledger().transactions.length;
  return {
    mock,
    outbox,
    intent: (kind) => intents[kind],
    charges: () =>
      mock
        .ledger()
        .transactions.slice(before)
        .filter(({ amount }) => amount < 0)
        .map(({ type }) => type),
  };
}

/** Good at every copy of the seed; checking a password is slow on purpose. */
const tokens = new Map<string, string>();

async function signIn(
  mock: MockService,
  { email, password }: { readonly email: string; readonly password: string },
) {
  let token = tokens.get(email);
  if (token === undefined) {
    const anybody = makeTestClient(mock.url).client;
    ({ token } = valueOf(await anybody.call('login', { body: { email, password } }, never)));
    tokens.set(email, token);
  }
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { id: userId } = JSON.parse(claims) as { id: string };
  return { token, userId };
}

function valueOf<Value>(answer: Result<Value, ServiceFault>): Value {
  if (!answer.ok) throw new Error(answer.fault.kind);
  return answer.value;
}

/** Waits pass at once and move the time: the service beside it answers in its own. */
function makeSkippingClock(): Clock {
  let nowMs = Date.UTC(2026, 10, 21, 9);
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      nowMs += ms;
    },
  };
}

let seeded: Promise<string> | null = null;
const seeds: string[] = [];
afterAll(() => {
  for (const folder of seeds) rmSync(folder, { recursive: true, force: true });
});

/** The demo's story is told once for a test file; every service takes it up from a copy. */
function seededFolder(): Promise<string> {
  seeded ??= (async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'labseal-outbox-seed-'));
    seeds.push(dataFolder);
    const told = await startMockService({ dataFolder, readings: { chainDelayMs: 0 } });
    await told.close();
    return dataFolder;
  })();
  return seeded;
}
