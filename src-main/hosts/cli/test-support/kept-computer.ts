/** A computer with the data folder of an earlier version, its lab and its service, and command lines on it. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { startMockService } from '../../../../src-mock/mock-service.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { makeShiftedClock } from '../../../test-support/shifted-clock.ts';
import { unpack } from '../../../test-support/kept-data/unpack.ts';
import { runProgram } from '../program.ts';
import { fakeTerminal } from './fake-terminal.ts';

/** A command that has nothing open for so long, and begins nothing, waits. */
const QUIET_MS = 300;
const never = new AbortController().signal;

export type KeptComputer = Awaited<ReturnType<typeof startKeptComputer>>;

/** It is a day after the data folder was left. */
export async function startKeptComputer(version: string) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-kept-')));
  const port = await freePort();
  const { endMs, ...unpacked } = unpack(version, root, `http://127.0.0.1:${port}`);
  const shifted = makeShiftedClock();
  const aheadMs = endMs + DAY_MS - realClock.nowMs();
  const clock: Clock = { ...shifted, nowMs: () => shifted.nowMs() + aheadMs };
  const service = await startMockService({
    dataFolder: unpacked.serviceFolder,
    port,
    nowMs: () => clock.nowMs(),
    readings: { chainDelayMs: 0 },
  });

  async function run(words: readonly string[], input?: string) {
    const env = { LABSEAL_HOME: unpacked.home, LABSEAL_TOKEN_STORE: 'file' };
    const given = input === undefined ? {} : { input };
    const { written, ...terminal } = fakeTerminal({ columns: 120, clock, env, ...given });
    const code = await runProgram(words, terminal);
    return { code, stdout: written.stdout(), stderr: written.stderr() };
  }

  /** While nothing is asked of the service, time passes quickly: minutes of waiting are moments. */
  async function runThroughWaits(words: readonly string[]) {
    using requests = watchRequests();
    const ended = run(words);
    const isOver = ended.then(() => true);
    for (let begun = 0; ; begun = requests.begun()) {
      const rest = realClock.sleep(QUIET_MS, never).then(() => false);
      if (await Promise.race([isOver, rest])) return ended;
      if (requests.open() === 0 && begun === requests.begun()) shifted.shift(MINUTE_MS);
    }
  }

  return {
    ...unpacked,
    root,
    clock,
    service,
    run,
    runThroughWaits,
    /** The one document of a command. */
    async ask(...words: readonly string[]): Promise<unknown> {
      const { code, stdout, stderr } = await run([...words, '--json']);
      if (stdout === '') throw new Error(`${words.join(' ')}: ${code} ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    /** Sessions last a day. */
    async signIn(email: string): Promise<void> {
      const password = service.demoAccounts.find((each) => each.email === email)?.password;
      const words = ['auth', 'login', '--email', email, '--password-stdin'];
      const { code, stderr } = await run(words, `${password}\n`);
      if (code !== 0) throw new Error(stderr);
    },
    async close(): Promise<void> {
      await service.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Requests of this process. */
function watchRequests() {
  const open = new Set<unknown>();
  let begun = 0;
  const begin = (message: unknown): void => {
    begun += 1;
    open.add((message as { readonly request: unknown }).request);
  };
  const end = (message: unknown): void =>
    void open.delete((message as { readonly request: unknown }).request);
  const listeners = [
    ['http.client.request.start', begin],
    ['http.client.response.finish', end],
    ['http.client.request.error', end],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return {
    open: () => open.size,
    begun: () => begun,
    [Symbol.dispose]() {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
    },
  };
}

/** Nobody listened on it a moment ago. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
