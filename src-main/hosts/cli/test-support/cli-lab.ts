/**
 * Complete command lines without a process, against the real bundled service: one service for all tests of a file, and
 * for each test a computer of its own, on which a demo user has signed in.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import Database from 'better-sqlite3';
import { MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import { startMockService, type MockService } from '../../../../src-mock/mock-service.ts';
import type { Clock } from '../../../platform/clock.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { runProgram } from '../program.ts';
import { fakeTerminal, type FakeOptions, type FakeTerminal } from './fake-terminal.ts';

export type Readings = ReturnType<MockService['readings']>;
export type Fault = Parameters<MockService['faults']['add']>[0];
type Role = MockService['demoAccounts'][number]['role'];

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A file as `--json` shows it. */
export interface FileDocument {
  readonly id: string;
  readonly path: string;
  readonly state: string;
  readonly hold: string | null;
  readonly blake3: string | null;
  readonly sha256: string | null;
  readonly fileId: string | null;
  /** Path of the saved PDF; absent in `file list`. */
  readonly certificate?: string | null;
  readonly message: string | null;
}

export interface SyncDocument {
  readonly counts: Readonly<Record<string, number>>;
  readonly spent: { readonly estimated: number; readonly observed: number | null };
  readonly files: readonly FileDocument[];
}

export interface CliLabOptions {
  /** Who has signed in; null: nobody yet. */
  readonly role?: Role | null;
  /** Every test goes on where the one before ended, on one computer. */
  readonly isOneStory?: boolean;
  /** Choices of the service that the API document leaves open. */
  readonly readings?: Partial<Readings>;
  /** So many seconds of commands and service pass in one: more for what waits long by the clock alone. */
  readonly secondsInOne?: number;
}

const PRIVATE = ['--visibility', 'private', '--label', 'raw', '--settle', '0'];

/** To be called at the top of a file. A command is given as words between spaces; `more` are words as they are. */
export function useCliLab(options: CliLabOptions = {}) {
  const { role = 'researcher', isOneStory = false, secondsInOne = 3 } = options;
  const clock = fasterClock(secondsInOne);
  const readings = { chainDelayMs: 0, ...options.readings };
  let root = '';
  let computers = 0;
  let home = '';
  let projectId = '';
  let service: MockService;
  let isStopped = false;
  let aheadMs = 0;
  const nowMs = () => clock.nowMs() - aheadMs; // of the service
  const seen = { records: 0, transactions: 0, request: 0 };

  const at = (name: string) => path.join(root, `computer-${computers}`, name);

  function start(fake: FakeOptions, command: string, ...more: readonly string[]) {
    const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file', ...fake.env };
    const { written, ...terminal } = fakeTerminal({ columns: 120, clock, ...fake, env });
    const words = command.split(' ').filter((word) => word !== '');
    const ended = runProgram([...words, ...more], terminal).then((code): Ended => ({
      code,
      stdout: written.stdout(),
      stderr: written.stderr(),
    }));
    return { ...(terminal as Omit<FakeTerminal, 'written'>), written, ended };
  }

  const run = (command: string, ...more: readonly string[]) => start({}, command, ...more).ended;

  /** Runs with --json and reads the one document that must stand on stdout. */
  async function ask<Answer>(command: string, ...more: readonly string[]) {
    const { code, stdout, stderr } = await run(`${command} --json`, ...more);
    expect(stdout, `${command}: one document; ${stderr}`).toMatch(/^\{.*\}\n$/);
    return { ...(JSON.parse(stdout) as Answer), code };
  }

  function account(of: Role) {
    const found = service.demoAccounts.find((each) => each.role === of);
    if (found === undefined) throw new Error(`the demo has no ${of}`);
    return found;
  }

  /** Signs in and expects that it works. */
  async function signIn(as: Role = role ?? 'researcher'): Promise<void> {
    const { email, password } = account(as);
    const login = `auth login --server ${service.url} --email ${email} --password-stdin`;
    const { code, stderr } = await start({ input: `${password}\n` }, login).ended;
    if (code !== 0) throw new Error(stderr);
  }

  async function serve(port: number): Promise<void> {
    const dataFolder = path.join(root, 'service');
    service = await startMockService({ dataFolder, port, readings, nowMs });
    isStopped = false;
  }

  function forgetRequests(): void {
    seen.request = service.requests().at(-1)?.number ?? 0;
  }

  async function newComputer(): Promise<void> {
    if (isStopped) await serve(service.port);
    aheadMs = 0;
    service.faults.clear();
    service.setReadings(initialReadings);
    computers += 1;
    home = at('labseal');
    fs.mkdirSync(at('.'), { recursive: true });
    if (role !== null) await signIn();
    const { records, transactions } = service.ledger();
    Object.assign(seen, { records: records.length, transactions: transactions.length });
    forgetRequests();
  }

  let initialReadings: Readings;
  beforeAll(async () => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-cli-')));
    await serve(0);
    initialReadings = service.readings();
    await newComputer();
    if (role === null) return;
    const { name } = account(role);
    const { projects } = await ask<{ projects: { id: string; leaderFirstName: string }[] }>(
      'project list',
    );
    projectId = projects.find(({ leaderFirstName }) => leaderFirstName === name)?.id ?? '';
  });
  if (!isOneStory) beforeEach(newComputer);
  afterAll(async () => {
    await service.close();
    fs.rmSync(root, { recursive: true, force: true });
  });

  const lab = {
    at,
    start,
    run,
    ask,
    account,
    signIn,
    newComputer,
    forgetRequests,
    get service() {
      return service;
    },
    /** The project that who has signed in leads. */
    get projectId() {
      return projectId;
    },
    get home() {
      return home;
    },
    /** Runs and expects that all went well; returns what was answered. */
    async must(command: string, ...more: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await run(command, ...more);
      if (code !== 0) throw new Error(`${command} ${more.join(' ')}: ${code}\n${stdout}${stderr}`);
      return stdout;
    },
    /** From here on Labseal runs with this computer's data folder, as `serve` does; returns what ends it. */
    async serving(env: FakeOptions['env'] = {}): Promise<() => Promise<void>> {
      const running = start({ env }, 'serve --port 0');
      await expect
        .poll(() => running.written.stdout() + running.written.stderr())
        .toContain('Labseal is running');
      return async () => {
        running.interrupt();
        expect((await running.ended).code).toBe(0);
      };
    },
    /** Pipes a password in. */
    pipe: (input: string, command: string) => start({ input }, command).ended,
    /** Writes a file, making the folders above it; its content is its path unless it is given. */
    write(name: string, content: string | Uint8Array = at(name)): string {
      fs.mkdirSync(path.dirname(at(name)), { recursive: true });
      fs.writeFileSync(at(name), content);
      return at(name);
    },
    /** The options that "folder add" and "file upload" require. */
    rules: () => ['--project', projectId, '--visibility', 'private', '--label', 'raw'],
    /** Watches a folder, whose files are taken at once, and returns its number. */
    async watch(name: string, ...more: readonly string[]): Promise<string> {
      const rules = ['--project', projectId, ...PRIVATE, ...more];
      const added = await ask<{ id: string }>('folder add', at(name), ...rules);
      expect(added.code).toBe(0);
      return added.id;
    },
    sync: (...more: readonly string[]) => ask<SyncDocument>('sync', ...more),
    /** Files as `file list` has them. */
    files: async (...more: readonly string[]) =>
      (await ask<{ files: readonly FileDocument[] }>('file list', ...more)).files,
    balance: async () => (await ask<{ balance: number }>('credit balance')).balance,
    /** The ledger of the only account, while no program has it open. */
    withDatabase(change: (db: Database.Database) => void): void {
      const accounts = path.join(lab.home, 'accounts');
      const [key = ''] = fs.readdirSync(accounts);
      const db = new Database(path.join(accounts, key, 'labseal.db'));
      change(db);
      db.close();
    },
    /** For the search of unknown upload results: they became unknown so long ago, by every clock. */
    letTimePass(minutes: number): void {
      const ms = minutes * MINUTE_MS;
      lab.withDatabase((db) =>
        db.exec(`UPDATE upload_job SET unknown_since_ms = unknown_since_ms - ${ms}, looked_at_ms = looked_at_ms - ${ms},
          known_lost_at_ms = known_lost_at_ms - ${ms};
        UPDATE upload_attempt SET disconnected_at_ms = disconnected_at_ms - ${ms}`),
      );
    },
    fault: (rule: Fault) => service.faults.add(rule),
    clearFaults: () => service.faults.clear(),
    /** What was asked of the service since this computer is there, or since `forgetRequests`. */
    requests: () => service.requests().filter(({ number }) => number > seen.request),
    /** Requests that may cost credits. */
    uploads: () =>
      lab.requests().filter(({ endpoint }) => /^upload(Public|Private)File$/.test(endpoint ?? '')),
    /** Files the service took in since this computer is there, oldest first: SHA-256 of their bytes. */
    takenIn: () =>
      service
        .ledger()
        .records.slice(seen.records)
        .filter(({ operation }) => operation === 'FILE_UPLOAD')
        .map(({ content }) => String(content['fileHash'])),
    /** Credits the service charged since this computer is there. */
    charged: () =>
      service
        .ledger()
        .transactions.slice(seen.transactions)
        .reduce((sum, { amount }) => sum - amount, 0),
    /** From now on this computer's clock is so far ahead of the service's. */
    setClockAhead(ms: number): void {
      aheadMs = ms;
    },
    async stopService(): Promise<void> {
      await service.close();
      isStopped = true;
    },
    startService: () => serve(service.port),
    /** A request of the documented interface as somebody of the demo. */
    async api<Answer>(as: Role, method: string, route: string, body?: object): Promise<Answer> {
      const { email, password } = account(as);
      const json = { 'content-type': 'application/json' };
      const who = JSON.stringify({ email, password });
      const login = await fetch(`${service.url}/login`, {
        method: 'POST',
        headers: json,
        body: who,
      });
      const { token } = (await login.json()) as { token: string };
      const headers = { ...json, authorization: `Bearer ${token}` };
      const requested = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(service.url + route, { method, headers, ...requested });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
      return (text === '' ? null : JSON.parse(text)) as Answer;
    },
  };
  return lab;
}

/** Runs so many times as fast as the real one, from the same moment on. */
function fasterClock(times: number): Clock {
  const [beganMs, originMs] = [realClock.nowMs(), realClock.monotonicMs()];
  return {
    nowMs: () => Math.round(beganMs + (realClock.nowMs() - beganMs) * times),
    monotonicMs: () => originMs + (realClock.monotonicMs() - originMs) * times,
    sleep: (ms, signal) => realClock.sleep(ms / times, signal),
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Bytes that differ from those of any other seed. */
export function bytesOf(seed: string, count: number): Buffer {
  return Buffer.alloc(count, createHash('sha512').update(seed).digest('hex'));
}
