/** The bundled service with its researcher signed in, an outbox on a real database, and what both came to. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { FaultRule } from '../../../src-mock/control/fault-rules.ts';
import { startMockService, type MockService } from '../../../src-mock/mock-service.ts';
import type { PaidIntent } from '../../../src-shared/model/change.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import { makePlayedIds } from '../../test-support/played-ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { openState, type State } from '../../state/state.ts';
import { recoverOutbox } from '../change-desk.ts';
import { makeOutbox, type Outbox } from '../outbox.ts';

export const never = new AbortController().signal;

export interface PaidService {
  readonly mock: MockService;
  readonly client: ServiceClient;
  readonly userId: string;
  readonly clock: SkippingClock;
  /** The project the researcher leads. */
  readonly projectId: string;
  /** Somebody who is not in it. */
  readonly otherId: string;
  /** A fresh intent of each kind, which nothing has been done about yet. */
  intent(kind: PaidKind): Promise<PaidIntent>;
  /** A database in a folder of its own, and an outbox on it. `wrap` stands between the two. */
  open(wrap?: (state: OutboxState) => OutboxState): OpenOutbox;
  fault(rule: FaultRule): void;
  /** Transactions of the service since the last call of `forget`: what was paid for. */
  charges(): readonly string[];
  forget(): void;
  giveCredits(amount: number): Promise<void>;
  /** Leaves the researcher without a credit. */
  spendAll(): Promise<void>;
  /** Requests that may cost credits, since then. */
  paidRequests(): number;
}

export type PaidKind = PaidIntent['kind'];
type OutboxState = Pick<State, 'assignments' | 'changes' | 'changeBlobs' | 'transaction'>;

export interface OpenOutbox {
  readonly outbox: Outbox;
  readonly state: State;
  readonly deleting: string[];
  /** As after a crash: memory is lost, the database is what was committed. */
  crash(wrap?: (state: OutboxState) => OutboxState): OpenOutbox;
}

const PAID = new Set(['createProject', 'inviteMember', 'deletePublicFile', 'deletePrivateFile']);

const PATIENT_MS = 20_000;

/** `silenceMs`: how long the client under test waits for an answer; what is only asked to get ready waits longer. */
export async function startPaidService(silenceMs = 5_000): Promise<PaidService> {
  const dataFolder = temporaryFolder();
  cpSync(await seededFolder(), dataFolder, { recursive: true });
  const mock = await startMockService({ dataFolder, readings: { chainDelayMs: 0 } });
  onTestFinished(() => mock.close());
  const person = (role: string) => {
    const found = mock.demoAccounts.find((account) => account.role === role);
    if (found === undefined) throw new Error(`the demo has no ${role}`);
    return found;
  };
  const { email, password, name, lastName } = person('researcher');
  const { client, userId } = await signIn(mock, { email, password }, silenceMs);
  const ready = (await signIn(mock, { email, password }, PATIENT_MS)).client;
  const clock = makeSkippingClock();
  const projects = await ready.call('listProjects', {}, never);
  if (!projects.ok) throw new Error(projects.fault.kind);
  const own = projects.value.records.find(({ leaderId }) => leaderId === userId);
  const projectId = own?.id ?? '';
  const { email: colleague } = person('colleague');
  const other = await ready.call('getUserByEmail', { path: { email: colleague } }, never);
  if (!other.ok) throw new Error(other.fault.kind);
  const otherId = other.value.id;
  const files = await ready.call('listPublicFiles', { path: { projectId } }, never);
  const available = files.ok ? files.value.records.filter((f) => f.status === 'Available') : [];
  const administrator = await signIn(mock, person('administrator'), PATIENT_MS);
  async function adjust(amount: number, operationType: string): Promise<void> {
    const path = { adminId: administrator.userId, userId };
    const call = { path, body: { amount, operationType } };
    const adjusted = await administrator.client.call('adjustCredits', call, never);
    if (!adjusted.ok) throw new Error(adjusted.fault.kind);
  }
  let before = mock.ledger().transactions.length;
  let lastRequest = 0;
  let drafts = 0;

  const service: PaidService = {
    mock,
    client,
    userId,
    clock,
    projectId,
    otherId,
    async intent(kind) {
      if (kind === 'invite-member') {
        return { kind, projectId, userId: otherId, userName: 'Casey' };
      }
      if (kind === 'create-project') {
        drafts += 1;
        const project = draftProject({ name: `Draft ${drafts}`, leader: `${name} ${lastName}` });
        return { kind, project, isAnother: false };
      }
      const [file] = available;
      if (file === undefined) throw new Error('the demo has no file to delete');
      const { id: fileId, name: fileName } = file;
      const reason = 'A test';
      return { kind, projectId, visibility: 'public', fileId, fileName, userId, reason };
    },
    open(wrap) {
      const folder = join(temporaryFolder(), 'account');
      return openAt(folder, service, wrap);
    },
    fault: (rule) => void mock.faults.add(rule),
    charges: () =>
      mock
        .ledger()
        .transactions.slice(before)
        .filter(({ amount }) => amount < 0)
        .map(({ type }) => type),
    giveCredits: (amount) => adjust(amount, 'add'),
    async spendAll() {
      const balance = await ready.call('getCreditBalance', { path: { userId } }, never);
      if (balance.ok) await adjust(balance.value.creditBalance, 'subtract');
    },
    forget() {
      before = mock.ledger().transactions.length;
      lastRequest = mock.requests().at(-1)?.number ?? 0;
    },
    paidRequests: () =>
      mock
        .requests()
        .filter(({ number, endpoint }) => number > lastRequest && PAID.has(endpoint ?? '')).length,
  };
  service.forget();
  return service;
}

/** Good at every copy of the seed; checking a password is slow on purpose. */
const tokens = new Map<string, string>();

async function signIn(
  mock: MockService,
  { email, password }: { readonly email: string; readonly password: string },
  silenceMs: number,
) {
  let token = tokens.get(email);
  if (token === undefined) {
    const anybody = makeTestClient(mock.url).client;
    const granted = await anybody.call('login', { body: { email, password } }, never);
    if (!granted.ok) throw new Error(granted.fault.kind);
    ({ token } = granted.value);
    tokens.set(email, token);
  }
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { id } = JSON.parse(claims) as { id: string };
  const { client } = makeTestClient(mock.url, { token, limits: { silenceMs } });
  return { client, userId: id };
}

/** Waits pass at once and move the time: the service beside it answers in its own. */
export interface SkippingClock extends Clock {
  pass(ms: number): void;
}

function makeSkippingClock(): SkippingClock {
  let nowMs = Date.UTC(2026, 10, 21, 9);
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      nowMs += ms;
    },
    pass(ms) {
      nowMs += ms;
    },
  };
}

let openings = 0;

function openAt(
  folder: string,
  service: PaidService,
  wrap: (state: OutboxState) => OutboxState = (state) => state,
): OpenOutbox {
  const { client, clock, userId } = service;
  const state = openState(folder, { clock, ids: makePlayedIds() });
  onTestFinished(() => state.close());
  const deleting: string[] = [];
  recoverOutbox(state, clock.nowMs());
  openings += 1;
  const salt = openings;
  const ids = makePlayedIds();
  const outbox = makeOutbox({
    state: wrap(state),
    client,
    clock,
    ids: { ...ids, uuid: () => `${ids.uuid()}-${salt}` },
    userId: () => userId,
    onDeleting: ({ fileId }) => void deleting.push(fileId),
    labelsOf: () => ({ organisation: null, leader: null }),
    readPicture: (text) => Buffer.from(text, 'base64'),
    breachOf: () => null,
  });
  return {
    outbox,
    state,
    deleting,
    crash(again) {
      state.close();
      return openAt(folder, service, again);
    },
  };
}

export function draftProject(over: { readonly name: string; readonly leader?: string }) {
  return {
    leader: 'Robin Demo-Researcher',
    area: 'Imaging',
    organisation: 'Example Institute',
    location: 'Exampletown',
    tags: [],
    maxNumberOfMembers: '8',
    organisationScope: 'Private' as const,
    leaderScope: 'Full Access' as const,
    startDate: '2026-11-21T00:00:00.000Z',
    endDate: '2027-11-21T00:00:00.000Z',
    members: [],
    ...over,
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

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
