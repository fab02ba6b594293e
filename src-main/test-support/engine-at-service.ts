/** The engine of a fresh data folder beside the real bundled service, with everything that a face would use. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import type { NumberedEvent } from '../../src-shared/bridge/events.ts';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import type { FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import type { Assignment } from '../../src-shared/model/files/assignment.ts';
import { makeServeCall, type ServeCall } from '../use-cases/serve-calls.ts';
import { openCore } from '../app/create-core.ts';
import { startEngine, type Engine } from '../app/engine.ts';
import { realClock, realIds } from '../platform/real-ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { CoreSettings } from '../app/settings.ts';
import { assignment, folderRules, temporaryFolder } from './temporary-state.ts';
import { valueOf } from './value-of.ts';

const never = new AbortController().signal;
const LEADER = 'principal investigator';
const PATIENCE_MS = 30_000;
const TOLD_CHARACTERS = 2_000;

// A whole engine beside a whole service: on a busy computer that takes its time.
vi.setConfig({ testTimeout: 90_000 });

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
  /** Calls and expects a fault. */
  faultOf(name: string, input: unknown, signal?: AbortSignal): Promise<BridgeFault>;
  /** How often the service was asked for this. */
  sent(endpoint: string): number;
  /** The next request of this kind is carried out, and its answer lost. */
  loseAnswer(endpoint: FaultRule['endpoint']): void;
  signIn(role?: string): Promise<void>;
  /** The first project that the signed-in person sees. */
  projectId(): Promise<string>;
  /** The project that the signed-in person leads. */
  ownProject(): Promise<CallOutput<'projects.list'>['projects'][number]>;
  /** Watches a folder of this test from now on, each file of it as soon as it is there. */
  watch(name: string, over?: Partial<FolderRules>): Promise<CallOutput<'folders.add'>>;
  /** Picks a file by hand; returns its id. */
  pick(file: string, over: Partial<Assignment>): Promise<string>;
  /** Writes a file, picks it, agrees to its price and waits for its certificate. */
  notarize(name: string, content: string, over: Partial<Assignment>): Promise<FileView>;
  /** The row of a file, by its id or its path, once it is in this state. */
  fileIs(asked: string, wanted: FileView['state']): Promise<FileView>;
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
  const core = valueOf(await openCore(settings, ports));
  const { dataFolder } = settings;
  const engine = startEngine({ core, clock, ids: realIds, dataFolder });
  onTestFinished(async () => {
    await engine.close();
    await core.close();
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
  const accountOf = (role: string) => {
    const found = service.demoAccounts.find((account) => account.role === role);
    if (found === undefined) throw new Error(`the demo has no ${role}`);
    const { email, password } = found;
    return { email, password };
  };

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await serve(name, input, never);
    if (!answer.ok)
      throw new Error(`${name}: ${JSON.stringify(answer.fault)} ${String(errors[0])}`);
    return answer.value as CallOutput<Name>;
  }

  const until: EngineAtService['until'] = (ask, isWanted) =>
    untilWanted(engine.feed, ask, isWanted);

  function write(name: string, content: string): string {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), content);
    return at(name);
  }

  async function pick(file: string, over: Partial<Assignment>): Promise<string> {
    const checkPolicy = 'never';
    const place = assignment({ checkPolicy, ...over });
    const [id = ''] = await call('files.pick', { paths: [file], assignment: place });
    return id;
  }

  return {
    service,
    engine,
    settings,
    serve,
    errors,
    events,
    ...accountOf(LEADER),
    at,
    call,
    write,
    until,
    pick,
    async faultOf(name, input, signal = never) {
      const answer = await serve(name, input, signal);
      if (answer.ok) throw new Error(`${name} was answered: ${JSON.stringify(answer.value)}`);
      return answer.fault;
    },
    sent: (endpoint) =>
      service.requests().filter((request) => request.endpoint === endpoint).length,
    loseAnswer(endpoint) {
      service.faults.add({ endpoint, times: 1, do: { kind: 'drop', at: 'after-commit' } });
    },
    async signIn(role = LEADER) {
      await call('session.signIn', { server: null, ...accountOf(role) });
    },
    async projectId() {
      const { projects } = await call('projects.list', {});
      return projects[0]?.id ?? '';
    },
    async ownProject() {
      const { projects } = await call('projects.list', {});
      const { userId } = await call('profile.read', {});
      const own = projects.find(({ leaderId }) => leaderId === userId);
      if (own === undefined) throw new Error('this person leads nothing');
      return own;
    },
    async watch(name, over = {}) {
      fs.mkdirSync(at(name), { recursive: true });
      const { projects } = await call('projects.list', {});
      const place = assignment({ projectId: projects[0]?.id ?? '', checkPolicy: 'never' });
      const rules = folderRules({ assignment: place, settleSeconds: 0, ...over });
      return call('folders.add', { path: at(name), rules, isCheckChosen: true, onlyNew: false });
    },
    async notarize(name, content, over) {
      const id = await pick(write(name, content), over);
      const which = { fileIds: [id] };
      const { credits } = await until(
        () => call('files.offer', { which }),
        ({ files }) => files === 1,
      );
      await call('files.agree', { which, credits });
      return until(
        () => call('files.show', { asked: id }),
        ({ state, certificateJson, certificatePdf }) =>
          state === 'notarized' && certificateJson !== null && certificatePdf !== null,
      );
    },
    async fileIs(asked, wanted) {
      const byPath = async () => (await call('files.explain', { path: asked })).file;
      const byId = () => call('files.show', { asked });
      const row = await until<FileView | null>(
        path.isAbsolute(asked) ? byPath : byId,
        (found) => found?.state === wanted,
      );
      return row as FileView;
    },
  };
}

async function untilWanted<Value>(
  feed: Engine['feed'],
  ask: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    const reported = Promise.withResolvers<void>();
    const unsubscribe = feed.subscribe(() => reported.resolve());
    let last = 'nothing';
    const late = () => reported.reject(new Error(`it never came to that, but to ${last}`));
    deadline.addEventListener('abort', late);
    try {
      const value = await ask();
      last = JSON.stringify(value).slice(0, TOLD_CHARACTERS);
      if (isWanted(value)) {
        reported.resolve();
        return value;
      }
      await reported.promise;
    } finally {
      unsubscribe();
      deadline.removeEventListener('abort', late);
    }
  }
}
