/** The engine of a fresh data folder beside the real bundled service, with everything that a face would use. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import type { NumberedEvent } from '../../src-shared/bridge/events.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { makeServeCall, type ServeCall } from '../core/bridge/serve-calls.ts';
import { openCore } from '../core/create-core.ts';
import { startEngine, type Engine } from '../core/engine.ts';
import { realClock, realIds } from '../core/real-ports.ts';
import type { Clock } from '../ports/clock.ts';
import type { CoreSettings } from '../core/settings.ts';
import { temporaryFolder } from './temporary-state.ts';

const PATIENCE_MS = 15_000;
const TOLD_CHARACTERS = 2_000;

export interface EngineAtService {
  readonly service: MockService;
  readonly engine: Engine;
  readonly settings: CoreSettings;
  readonly serve: ServeCall;
  /** Mistakes of ours that a call ran into. */
  readonly errors: readonly unknown[];
  readonly events: readonly NumberedEvent[];
  readonly email: string;
  readonly password: string;
  /** Absolute path in the test's own folder. */
  at(name: string): string;
  write(name: string, content: string): string;
  /** Calls and expects a value. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>;
  signIn(): Promise<void>;
  /** The first project that the signed-in person sees. */
  projectId(): Promise<string>;
  /** Asks again at every event until the answer is wanted; rejects after a while. */
  until<Value>(ask: () => Promise<Value>, isWanted: (value: Value) => boolean): Promise<Value>;
}

/** `clock`: of core and engine. */
export async function engineAtService(clock: Clock = realClock): Promise<EngineAtService> {
  const root = temporaryFolder();
  const at = (name: string) => path.join(root, name);
  const service = await startMockService({
    dataFolder: at('service'),
    seed: 'demo',
    readings: { chainDelayMs: 0 },
  });
  onTestFinished(() => service.close());
  const settings: CoreSettings = {
    dataFolder: at('labseal'),
    server: service.url,
    tokenStore: 'file',
    network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
  };
  const ports = { clock, ids: realIds, chance: () => Math.random() };
  const core = await openCore(settings, ports);
  if (!core.ok) throw new Error(core.fault.kind);
  const { dataFolder } = settings;
  const engine = startEngine({ core: core.value, clock, ids: realIds, dataFolder });
  onTestFinished(async () => {
    await engine.close();
    await core.value.close();
  });
  const errors: unknown[] = [];
  const events: NumberedEvent[] = [];
  engine.feed.subscribe((event) => events.push(event));
  const serve = makeServeCall({
    engine,
    settings,
    places: async () => [{ kind: 'home', path: root }],
    keepError: (_call, error) => `error-${errors.push(error)}`,
  });
  const leader = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (leader === undefined) throw new Error('the demo has no principal investigator');
  const { email, password } = leader;

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await serve(name, input, new AbortController().signal);
    if (!answer.ok)
      throw new Error(`${name}: ${JSON.stringify(answer.fault)} ${String(errors[0])}`);
    return answer.value as CallOutput<Name>;
  }

  return {
    service,
    engine,
    settings,
    serve,
    errors,
    events,
    email,
    password,
    at,
    call,
    write(name, content) {
      fs.mkdirSync(path.dirname(at(name)), { recursive: true });
      fs.writeFileSync(at(name), content);
      return at(name);
    },
    async signIn() {
      await call('session.signIn', { server: null, email, password });
    },
    async projectId() {
      const { projects } = await call('projects.list', {});
      return projects[0]?.id ?? '';
    },
    until(ask, isWanted) {
      return untilWanted(engine, ask, isWanted);
    },
  };
}

async function untilWanted<Value>(
  { feed }: Engine,
  ask: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    const told = Promise.withResolvers<void>();
    const unsubscribe = feed.subscribe(() => told.resolve());
    let last = 'nothing';
    const late = () => told.reject(new Error(`it never came to that, but to ${last}`));
    deadline.addEventListener('abort', late);
    try {
      const value = await ask();
      last = JSON.stringify(value).slice(0, TOLD_CHARACTERS);
      if (isWanted(value)) {
        told.resolve();
        return value;
      }
      await told.promise;
    } finally {
      unsubscribe();
      deadline.removeEventListener('abort', late);
    }
  }
}
