/** The engine of a fresh data folder beside the real bundled service, with everything that a face would use. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import type { NumberedEvent } from '../../src-shared/bridge/events.ts';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import type { BridgeFault } from '../../src-shared/bridge/call.ts';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { FileView } from '../../src-shared/model/files/file-view.ts';
import type { FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import type { Assignment } from '../../src-shared/model/files/assignment.ts';
import { makeServeCall } from '../use-cases/serve-calls.ts';
import { openCore } from '../app/create-core.ts';
import { startEngine, type Engine } from '../app/engine.ts';
import { realClock, realIds } from '../platform/real-ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { CoreSettings, EnginePorts } from '../app/settings.ts';
import { assignment, folderRules, temporaryFolder } from './temporary-state.ts';
import { valueOf } from './value-of.ts';

const never = new AbortController().signal;
const LEADER = 'principal investigator';
const PATIENCE_MS = 120_000;
const TOLD_CHARACTERS = 2_000;

// A whole engine beside a whole service: on a busy computer that takes its time.

export type EngineAtService = Awaited<ReturnType<typeof engineAtService>>;

/** `clock`: of core and engine. `others`: further ports of the core. */
export async function engineAtService(
  clock: Clock = realClock,
  others: Pick<EnginePorts, 'largeBatchFiles'> = {},
) {
  const root = temporaryFolder();
  /** Absolute path in the test's own folder. */
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
  const ports = { clock, ids: realIds, chance: () => Math.random(), ...others };
  const core = valueOf(await openCore(settings, ports));
  const { dataFolder } = settings;
  const engine = startEngine({ core, clock, ids: realIds, dataFolder });
  onTestFinished(async () => {
    await engine.close();
    await core.close();
  });
  /** Mistakes of ours that a call ran into. */
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

  /** Calls and expects a value. */
  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await serve(name, input, never);
    if (!answer.ok)
      throw new Error(`${name}: ${JSON.stringify(answer.fault)} ${String(errors[0])}`);
    return answer.value as CallOutput<Name>;
  }

  /** Asks again at every event until the answer is wanted; rejects after a while. */
  const until = <Value>(ask: () => Promise<Value>, isWanted: (value: Value) => boolean) =>
    untilWanted(engine.feed, ask, isWanted);

  function write(name: string, content: string): string {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), content);
    return at(name);
  }

  /** Picks a file by hand; returns its id. */
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
    /** Calls and expects a fault. */
    async faultOf(name: string, input: unknown, signal = never): Promise<BridgeFault> {
      const answer = await serve(name, input, signal);
      if (answer.ok) throw new Error(`${name} was answered: ${JSON.stringify(answer.value)}`);
      return answer.fault;
    },
    /** How often the service was asked for this. */
    sent: (endpoint: string) =>
      service.requests().filter((request) => request.endpoint === endpoint).length,
    /** The next request of this kind is carried out, and its answer lost. */
    loseAnswer(endpoint: FaultRule['endpoint']): void {
      service.faults.add({ endpoint, times: 1, do: { kind: 'drop', at: 'after-commit' } });
    },
    async signIn(role = LEADER): Promise<void> {
      await call('session.signIn', { server: null, ...accountOf(role) });
    },
    /** The first project that the signed-in person sees. */
    async projectId() {
      const { projects } = await call('projects.list', {});
      return projects[0]?.id ?? '';
    },
    /** The project that the signed-in person leads. */
    async ownProject() {
      const { projects } = await call('projects.list', {});
      const { userId } = await call('profile.read', {});
      const own = projects.find(({ leaderId }) => leaderId === userId);
      if (own === undefined) throw new Error('this person leads nothing');
      return own;
    },
    /** Watches a folder of this test from now on, each file of it as soon as it is there. */
    async watch(name: string, over: Partial<FolderRules> = {}) {
      fs.mkdirSync(at(name), { recursive: true });
      const { projects } = await call('projects.list', {});
      const place = assignment({ projectId: projects[0]?.id ?? '', checkPolicy: 'never' });
      const rules = folderRules({ assignment: place, settleSeconds: 0, ...over });
      return call('folders.add', { path: at(name), rules, onlyNew: false });
    },
    /** Writes a file, picks it, agrees to its price and waits for its certificate. */
    async notarize(name: string, content: string, over: Partial<Assignment>): Promise<FileView> {
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
    /** The row of a file, by its id or its path, once it is in this state. */
    async fileIs(asked: string, wanted: FileView['state']): Promise<FileView> {
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
