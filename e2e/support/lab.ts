/**
 * A lab of its own for every journey: a temporary folder, the bundled service as a process on a free port, and the
 * real program with a data folder that nobody else uses.
 */
import { expect, test as base } from '@playwright/test';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeMockControl, type MockControl } from './mock-control.ts';
import { researcher, type Person } from './people.ts';
import { startProgram, type Ended, type Running } from './program.ts';

export interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly mostOpenFiles?: number;
  readonly umask?: string;
}

export interface Lab {
  readonly mock: MockControl;
  /** A path in the lab's temporary folder. */
  readonly at: (relativePath: string) => string;
  /** Writes a file, making the folders above it; returns its path. */
  readonly write: (relativePath: string, content?: string | Uint8Array) => Promise<string>;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  readonly start: (args: readonly string[], options?: RunOptions) => Running;
  /** Runs with --json and reads the one document that must stand on stdout. */
  readonly ask: <Answer>(
    args: readonly string[],
    options?: RunOptions,
  ) => Promise<Answer & { code: number | null }>;
  /** At the service itself, unless another address leads there. */
  readonly signIn: (person?: Person, options?: RunOptions & { server?: string }) => Promise<void>;
  /** Watches a folder of the lab and returns its number. Files are taken at once unless the options say otherwise. */
  readonly watch: (relativePath: string, ...options: readonly string[]) => Promise<string>;
  /** `sync --json` with further options. */
  readonly sync: (...options: readonly string[]) => Promise<SyncDocument & { code: number | null }>;
  readonly balance: () => Promise<number>;
  /** The project of the demo that the researcher leads. */
  readonly projectId: () => Promise<string>;
  /** Ends the service; what it holds stays. */
  readonly stopMock: () => Promise<void>;
  /** Begins it again where it was, with what it held. */
  readonly startMock: () => Promise<void>;
}

/** What `labseal sync --json` prints, as the interface fixes it. */
export interface SyncDocument {
  readonly ok: boolean;
  readonly folders: readonly {
    readonly id: string;
    readonly path: string;
    readonly projectId: string;
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly spent: { readonly estimated: number; readonly observed: number | null };
  readonly files: readonly SyncedFile[];
}

export interface SyncedFile {
  readonly path: string;
  readonly folderId: string;
  readonly state: string;
  readonly hold: string | null;
  readonly size: number;
  readonly blake3: string | null;
  readonly sha256: string | null;
  readonly visibility: string;
  readonly projectId: string;
  readonly fileId: string | null;
  readonly certificate: string | null;
  readonly message: string | null;
}

/** The chain takes two seconds in the demo; journeys that do not wait for it need not. */
const QUICK_CHAIN_MS = 100;

export interface Fixtures {
  /** A lab in which nobody has signed in. */
  readonly newLab: Lab;
  /** A lab in which the researcher is signed in. */
  readonly lab: Lab;
}

// Playwright wants this very form of a fixture that wants none.
export const test = base.extend<Fixtures>({
  newLab: async ({}, use) => {
    const { lab, close } = await openLab();
    await use(lab);
    await close();
  },
  lab: async ({ newLab }, use) => {
    await newLab.signIn();
    await use(newLab);
  },
});

export { expect };

/** For whoever is no test of this runner; a test takes the fixtures. */
export async function openLab(): Promise<{ lab: Lab; close: () => Promise<void> }> {
  const root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-e2e-')));
  const at = (relativePath: string) => path.join(root, relativePath);
  const env = {
    PATH: process.env['PATH'],
    HOME: at('home'),
    TMPDIR: os.tmpdir(),
    LABSEAL_HOME: at('labseal'),
    LABSEAL_TOKEN_STORE: 'file',
  };
  const started: Running[] = [];
  const start: Lab['start'] = (args, { env: more, ...options } = {}) => {
    const running = startProgram(args, { cwd: root, ...options, env: { ...env, ...more } });
    started.push(running);
    return running;
  };
  const run: Lab['run'] = (args, options) => start(args, options).ended;

  const serve = async (port: string) => {
    const begun = start(['mock', '--port', port, '--data', at('mock'), '--seed', 'demo']);
    await begun.said('Reference:');
    return begun;
  };
  let service = await serve('0');
  const url = addressOf(service);
  const mock = await makeMockControl(url);
  await mock.read({ chainDelayMs: QUICK_CHAIN_MS });

  async function stopMock(): Promise<void> {
    service.send('SIGTERM');
    await service.ended;
  }

  const ask: Lab['ask'] = async (args, options) => {
    const { code, stdout, stderr } = await run([...args, '--json'], options);
    const lines = stdout.split('\n');
    expect(lines, `one document on stdout; stderr: ${stderr}`).toEqual([expect.any(String), '']);
    return { ...JSON.parse(lines[0] ?? ''), code };
  };
  const projectId = async () => {
    const { records } = await mock.get<{ records: { id: string; name: string }[] }>(
      researcher,
      '/projects',
    );
    const own = records.find(({ name }) => name.startsWith('Microscope'));
    if (own === undefined) throw new Error('the demo has no project of the researcher');
    return own.id;
  };

  const lab: Lab = {
    mock,
    at,
    run,
    start,
    ask,
    stopMock,
    async startMock() {
      service = await serve(new URL(url).port);
    },
    projectId,
    async write(relativePath, content = relativePath) {
      await fs.mkdir(path.dirname(at(relativePath)), { recursive: true });
      await fs.writeFile(at(relativePath), content);
      return at(relativePath);
    },
    async signIn({ email, password } = researcher, { server = url, ...options } = {}) {
      const args = ['auth', 'login', '--server', server, '--email', email, '--password-stdin'];
      const { code, stderr } = await run(args, { ...options, input: `${password}\n` });
      expect(code, stderr).toBe(0);
    },
    async watch(relativePath, ...options) {
      const place = ['--project', await projectId(), '--visibility', 'private', '--label', 'raw'];
      const settle = options.includes('--settle') ? [] : ['--settle', '0'];
      const rules = [...place, ...settle, ...options];
      const args = ['folder', 'add', at(relativePath), ...rules];
      const added = await ask<{ id: string }>(args);
      expect(added.code).toBe(0);
      return added.id;
    },
    sync: (...options) => ask<SyncDocument>(['sync', ...options]),
    balance: async () => (await ask<{ balance: number }>(['credit', 'balance'])).balance,
  };

  return {
    lab,
    async close() {
      for (const running of started) running.send('SIGKILL');
      await Promise.all(started.map((running) => running.ended));
      await fs.rm(root, { recursive: true, force: true });
    },
  };
}

function addressOf(service: Running): string {
  const known = /Mock service at (\S+)/.exec(service.spoken())?.[1];
  if (known === undefined) throw new Error('the service did not say its address');
  return known;
}
