/** `labseal serve` as a process of its own, asked over loopback as its page asks it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CallAnswer, CallInput, CallName, CallOutput } from '../src-shared/bridge/calls.ts';
import {
  CALL_PATH,
  type GrantedSession,
  SESSION_HEADER,
  SESSION_PATH,
} from '../src-shared/bridge/loopback.ts';
import { pageAddressIn, type PageAddress } from '../e2e/support/page-address.ts';

const PROGRAM = fileURLToPath(new URL('../bin/labseal', import.meta.url));

export interface Served {
  readonly pid: number;
  readonly tryCall: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ) => Promise<CallAnswer<Name>>;
  /** The same, but throws when the answer is a fault. */
  readonly call: <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ) => Promise<CallOutput<Name>>;
  /** The same with how long the answer took. */
  readonly timed: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<number>;
  readonly end: () => Promise<void>;
}

/** `home`: its data folder. Rejects when it ends before it is there. */
export async function startServed(
  home: string,
  server: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Served> {
  const own = { LABSEAL_HOME: home, LABSEAL_SERVER: server, LABSEAL_TOKEN_STORE: 'file' };
  const child = spawn(PROGRAM, ['serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...own, ...more },
  });
  const gone = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  let address: PageAddress | null = null;
  while ((address = await pageAddressIn(said)) === null) {
    if (child.exitCode !== null) throw new Error(`labseal serve ended with ${child.exitCode}`);
    await sleep(1);
  }
  const { origin, key } = address;
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' };
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { session } = (await post(SESSION_PATH, { key })) as GrantedSession;
  headers[SESSION_HEADER] = session;

  async function tryCall<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallAnswer<Name>> {
    return (await post(CALL_PATH + name, input)) as CallAnswer<Name>;
  }

  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await tryCall(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.fault)}`);
    return answer.value;
  }

  return {
    pid: child.pid ?? 0,
    tryCall,
    call,
    async timed(name, input) {
      const beganMs = performance.now();
      await call(name, input);
      return performance.now() - beganMs;
    },
    async end() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

interface Progress {
  readonly files: number;
  /** Without fingerprints yet. */
  readonly waiting: number;
  /** When the folder was last seen whole; null: never. */
  readonly scannedAtMs: number | null;
}

const UNFINISHED: ReadonlySet<string> = new Set(['discovered', 'settling', 'hashing', 'checking']);

export async function untilReached(
  served: Served,
  everyMs: number,
  isReached: (seen: Progress) => boolean,
): Promise<void> {
  while (!isReached(await progressOf(served))) await sleep(everyMs);
}

export async function progressOf(served: Served): Promise<Progress> {
  const { account } = await served.call('status.read', {});
  const counts = account?.counts ?? [];
  const sum = (some: typeof counts) => some.reduce((total, { files }) => total + files, 0);
  return {
    files: sum(counts),
    waiting: sum(counts.filter(({ state }) => UNFINISHED.has(state))),
    scannedAtMs: account?.folders[0]?.lastScanAtMs ?? null,
  };
}
