/**
 * Looks at the demo's face the way its page does, and says what holds: who may ask, which files got where, that the bytes
 * of a certificate come, and that its service can go away and come back.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallAnswer, CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import {
  CALL_PATH,
  certificatePath,
  SESSION_HEADER,
  SESSION_PATH,
  type GrantedSession,
} from '../../src-shared/bridge/loopback.ts';
import { pageAddressIn, type PageAddress } from '../support/page-address.ts';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;

/** Where files of the demo must get, by name; a hold stands behind its state. */
const EXPECTED: Readonly<Record<string, string>> = {
  'plate-01.csv': 'notarized',
  'plate-03 (copy).csv': 'duplicate',
  'plate-21.csv': 'notarized',
  'focus-series.csv': 'changed',
  'stage-drift.csv': 'missing',
  'old-calibration.csv': 'deleted',
  'tune_report.csv': 'record_error',
  'overexposed.csv': 'failed',
  'peaks.csv': 'held procedure',
  'participant-1-rest.csv': 'held review',
  'run_01.raw': 'ready',
  'dark_frame_mosaic.tif': 'held credits',
  '~$plate-05.csv': 'ignored',
};

type Say = (text: string) => void;

/** Starts the demo, looks, and ends it. True when everything holds. */
export async function proveFace(labseal: string, say: Say): Promise<boolean> {
  say('\n$ labseal serve --demo');
  const child = spawn(labseal, ['serve', '--demo'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let isAsExpected = true;
  const check = (what: string, holds: boolean) => {
    isAsExpected &&= holds;
    say(`${holds ? '✓' : '✗'} ${what}`);
  };
  try {
    const { origin, key } = await addressOf(child, ended);
    say(`Labseal is running at ${origin}`);
    await look(origin, key, check);
  } finally {
    child.kill('SIGTERM');
  }
  check('it ends when it is told to', (await ended) === 0);
  return isAsExpected;
}

async function addressOf({ stdout }: ChildProcess, ended: Promise<unknown>) {
  let spoken = '';
  const said = new Promise<PageAddress>((resolve, reject) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      spoken += text;
      pageAddressIn(spoken).then((found) => found !== null && resolve(found), reject);
    });
  });
  const early = ended.then(() => Promise.reject(new Error('labseal serve ended at once')));
  return Promise.race([said, early]);
}

async function look(
  origin: string,
  key: string,
  check: (what: string, holds: boolean) => void,
): Promise<void> {
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' };
  const post = (address: string, body: unknown, more = {}) =>
    fetch(origin + address, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const page = await fetch(origin);
  const policy = page.headers.get('content-security-policy') ?? '';
  check(
    'its page is there, under a policy that lets nothing in from elsewhere',
    page.ok && policy.startsWith("default-src 'none'"),
  );
  check(
    'without the key nothing is answered',
    (await post(`${CALL_PATH}status.read`, {})).status === 401,
  );
  const foreign = await post(SESSION_PATH, { key }, { origin: 'https://elsewhere.example' });
  check('a page of another origin is refused, even with the key', foreign.status === 403);
  const { session } = (await (await post(SESSION_PATH, { key })).json()) as GrantedSession;
  headers[SESSION_HEADER] = session;

  async function ask<Name extends CallName>(name: Name, input: CallInput<Name>) {
    return (await (await post(CALL_PATH + name, input)).json()) as CallAnswer<Name>;
  }
  async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> {
    const answer = await ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.fault)}`);
    return answer.value;
  }

  const files = async () => {
    const sort = { by: 'name', isDescending: false } as const;
    const { rows } = await call('files.range', { filter: {}, sort, first: 0, count: 300 });
    return new Map(rows.map((row) => [row.name, row]));
  };
  const reachedBy = (all: Awaited<ReturnType<typeof files>>, name: string) => {
    const { state = 'unseen', hold = null } = all.get(name) ?? {};
    return hold === null ? state : `${state} ${hold}`;
  };
  const deadlineMs = performance.now() + PATIENCE_MS;
  let seen = await files();
  const isThere = () =>
    Object.entries(EXPECTED).every(([name, end]) => reachedBy(seen, name) === end);
  while (!isThere() && performance.now() < deadlineMs) {
    await wait(LOOK_EVERY_MS);
    seen = await files();
  }
  for (const [name, end] of Object.entries(EXPECTED)) {
    const reached = reachedBy(seen, name);
    check(`${name}: ${reached}${reached === end ? '' : `, expected ${end}`}`, reached === end);
  }
  check(`${seen.size} files in all`, seen.size === 40);

  const asked = seen.get('plate-01.csv')?.id ?? '';
  await call('certificates.get', { asked });
  const certificate = await fetch(origin + certificatePath('pdf', asked), { headers });
  const bytes = Buffer.from(await certificate.arrayBuffer());
  check(
    `the certificate of plate-01.csv is a PDF of ${bytes.length} bytes`,
    bytes.subarray(0, 5).toString() === '%PDF-',
  );

  await call('demo.setOffline', { isOffline: true });
  const offline = await ask('credits.balance', {});
  check(
    'offline, the balance cannot be asked',
    !offline.ok && offline.fault.kind === 'unavailable',
  );
  await call('demo.setOffline', { isOffline: false });
  const { credits } = await call('credits.balance', {});
  check(`online again: ${credits} credits left of 500`, credits > 0 && credits < 500);
}
