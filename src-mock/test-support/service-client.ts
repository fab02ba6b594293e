/** A client for tests: real HTTP against a real service in a temporary folder; every success is held to the contract. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import type * as z from 'zod/mini';
import { fillPath } from '../../src-shared/service/endpoint.ts';
import { endpoints, type EndpointName } from '../../src-shared/service/endpoints.ts';
import { type MockService, type MockServiceOptions, startMockService } from '../mock-service.ts';
import type { ChainRecord } from '../store/chain-table.ts';
import { type DemoAccount, ADMINISTRATOR } from '../seed/seed-accounts.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** As it came over the wire: parsed JSON, or bytes for a PDF. */
  readonly body: unknown;
}

export interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly query?: Readonly<Record<string, string | number>>;
}

export interface Bench {
  /** The service now: `restart` replaces it. */
  readonly service: () => MockService;
  readonly dataFolder: string;
  /** The service's clock. Starts at a fixed moment; tests move it. */
  readonly clock: { nowMs: number };
  readonly call: (name: EndpointName, parameters?: Parameters, sent?: Sent) => Promise<Reply>;
  /** The status of the answer alone, whatever it is. */
  readonly status: (name: EndpointName, parameters?: Parameters, sent?: Sent) => Promise<number>;
  /** The body of a success as the contract reads it; throws for anything else. */
  readonly ok: <Name extends EndpointName>(
    name: Name,
    parameters?: Parameters,
    sent?: Sent,
  ) => Promise<OutputOf<Name>>;
  /** What was charged or given for something, as amount and type. */
  readonly charges: (subjectId: string) => readonly (readonly [amount: number, type: string])[];
  /** What the chain recorded about something. */
  readonly recordsOf: (subjectId: string) => readonly ChainRecord[];
  signIn(account: Pick<DemoAccount, 'email' | 'password'>): Promise<Person>;
  /** Registers and activates somebody new, with credits. */
  newPerson(name: string, options?: { organisation?: string; credits?: number }): Promise<Person>;
  /** Bugs the service has reported, taken out of the list that makes `stop` fail. */
  takeBugs(): unknown[];
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type Parameters = Readonly<Record<string, string>>;

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

type Table = typeof endpoints;
type OutputOf<Name extends EndpointName> = Table[Name]['returns'] extends {
  readonly schema: infer Schema extends z.ZodMiniType;
}
  ? z.output<Schema>
  : unknown;

export const PASSWORD = 'long enough';
const START_MS = Date.parse('2030-03-01T12:00:00.000Z');
const MAX_ANSWER_BYTES = 50_000_000;

export async function startBench(
  options: Omit<Partial<MockServiceOptions>, 'dataFolder' | 'nowMs'> = {},
): Promise<Bench> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mock-test-'));
  const clock = { nowMs: START_MS };
  const bugs: unknown[] = [];
  const start = () =>
    startMockService({
      seed: 'empty',
      ...options,
      dataFolder,
      nowMs: () => clock.nowMs,
      report: (error) => bugs.push(error),
    });
  let service = await start();

  async function call(
    name: EndpointName,
    parameters: Parameters = {},
    { token, body, form, query }: Sent = {},
  ): Promise<Reply> {
    const { method, path, returns, successStatus } = endpoints[name];
    const answer = await axios.request<ArrayBuffer>({
      url: `${service.url}${fillPath(path, parameters)}`,
      method,
      params: query,
      data: form ?? body,
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      responseType: 'arraybuffer',
      validateStatus: () => true,
      maxContentLength: MAX_ANSWER_BYTES,
      proxy: false,
    });
    const reply = {
      status: answer.status,
      headers: answer.headers,
      body: decode(Buffer.from(answer.data), String(answer.headers['content-type'])),
    };
    if (reply.status < 300) {
      if (reply.status !== successStatus) throw new Error(`${name} answered ${reply.status}`);
      if (returns.kind === 'json') returns.schema.parse(reply.body);
    }
    return reply;
  }

  const bench: Bench = {
    service: () => service,
    dataFolder,
    clock,
    call,
    async ok(name, parameters, sent) {
      const reply = await call(name, parameters, sent);
      if (reply.status >= 300) {
        throw new Error(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
      }
      const { returns } = endpoints[name];
      const body = returns.kind === 'json' ? returns.schema.parse(reply.body) : reply.body;
      return body as OutputOf<typeof name>;
    },
    async signIn({ email, password }) {
      const { token } = await bench.ok('login', {}, { body: { email, password } });
      const { id } = await bench.ok('getUserByEmail', { email }, { token });
      return { id, email, token };
    },
    async newPerson(name, { organisation = 'Test Lab', credits = 0 } = {}) {
      const email = `${name.toLowerCase()}@lab.test`;
      const facts = { name, lastName: 'Tester', email, password: PASSWORD };
      await bench.ok('register', {}, { body: { ...facts, organisation, location: 'Testville' } });
      await bench.ok('activate', { token: mailedToken(service, email) });
      const person = await bench.signIn({ email, password: PASSWORD });
      if (credits > 0) {
        const admin = await bench.signIn(ADMINISTRATOR);
        const ids = { adminId: admin.id, userId: person.id };
        await bench.ok('adjustCredits', ids, as(admin, { amount: credits, operationType: 'add' }));
      }
      return person;
    },
    status: async (...asked) => (await call(...asked)).status,
    charges: (subjectId) =>
      service
        .ledger()
        .transactions.filter((one) => one.subjectId === subjectId)
        .map(({ amount, type }) => [amount, type]),
    recordsOf: (subjectId) => service.ledger().records.filter((one) => one.subjectId === subjectId),
    takeBugs: () => bugs.splice(0),
    async restart() {
      await service.close();
      service = await start();
    },
    async stop() {
      await service.close();
      await rm(dataFolder, { recursive: true, force: true });
      if (bugs.length > 0) throw new AggregateError(bugs, 'the service reported bugs');
    },
  };
  return bench;
}

/** A request of that person. */
export const as = ({ token }: Person, body?: unknown): Sent => ({ token, body });

/** The token in the newest mail to that address. */
export function mailedToken(service: MockService, email: string): string {
  const mail = service.mails().find(({ to }) => to === email);
  const token = mail?.links[0]?.url.split('/').at(-1);
  if (token === undefined) throw new Error(`no mail with a token to ${email}`);
  return token;
}

function decode(bytes: Buffer, contentType: string): unknown {
  if (!contentType.startsWith('application/json')) return bytes;
  return JSON.parse(bytes.toString('utf8')) as unknown;
}
