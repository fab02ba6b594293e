/**
 * The whole of `labseal sync` over a network that is made: small files, where round trips count, and large ones, where the
 * bandwidth does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import { researcher } from '../../e2e/support/people.ts';
import { NO_FIGURES, type Budget, type Contestant, type Figures } from '../contest.ts';
import type { Line } from '../network/line.ts';
import { startRelay, type Traffic } from '../network/relayed.ts';
import type { Workload } from '../peers.ts';
import { runProgram } from '../process-figures.ts';
import { writeLargeFile, writeTree } from '../sample-tree.ts';
import { freePort, isListening } from '../../e2e/support/ports.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/labseal', import.meta.url));
const ROUND_TRIPS_MS = [10, 50, 150];
const JUDGED_MS = 50;
const SMALL_BYTES = 4_096;
const LARGE_FILES = 20;
const MEBIBYTES_OF_ONE_IN = 20; // so many small files to one MiB of each large one: 1,000 to 50 MiB
const BYTES_PER_SECOND = 25_000_000;

/** What Labseal may have under way at once by itself, and what a file takes: its check, its upload, three for its proof. */
const PLACES = 8;
const REQUESTS = 5;
const SOME_CREDITS = 1_000_000;
const PASSED = 0;
const LEFT_SOMETHING = 1;

/** Whether every content is asked for before it is uploaded: it is sent twice then. */
const CHECKS = ['approved', 'never'] as const;
type Check = (typeof CHECKS)[number];
const TIMES_SENT: Readonly<Record<Check, number>> = { approved: 2, never: 1 };
const WHO: Readonly<Record<Check, string>> = { approved: 'labseal', never: 'labseal, unasked' };
const LIMIT_OF: Readonly<Record<Check, string>> = { approved: 'limit', never: 'limit, unasked' };

const BESIDE_ANOTHER = 'labseal beside another computer';
const CONNECTIONS = 'connections';
const REQUESTS_OF_A_FILE = 'requests a file';

interface Kind {
  readonly name: string;
  readonly write: (root: string, salt: number) => void;
  readonly files: number;
  readonly bytes: number;
}

export const network: Workload = {
  name: 'network',
  says: (size) =>
    `labseal sync of ${size.toLocaleString('en')} files of 4 KiB (check, upload, record, certificate, document), and of ${LARGE_FILES} of ${mebibytesOf(size)} MiB, through a relay that makes round trips of ${ROUND_TRIPS_MS.join(', ')} ms, two of them to set up a connection, and a bandwidth of ${BYTES_PER_SECOND / 1e6} MB/s. The limit is ${PLACES} places and ${REQUESTS} requests a file, or the bandwidth with every file sent twice, for the check and for the record. Once more at ${JUDGED_MS} ms where another computer of the account is known. rclone sends the same once to WebDAV with ${PLACES} transfers, without check, record or proof.`,
  unit: 'files',
  sizes: [1_000],
  rounds: 1,
  warmUp: false,
  isRated: false,
  async prepare(size, { folder, network: { roundTripsMs = ROUND_TRIPS_MS, lostPercent = 0 } }) {
    const largeBytes = mebibytesOf(size) * 2 ** 20;
    const kinds: readonly Kind[] = [
      {
        name: 'small',
        files: size,
        bytes: size * SMALL_BYTES,
        write: (root, salt) => writeTree(root, size, SMALL_BYTES, salt),
      },
      {
        name: 'large',
        files: LARGE_FILES,
        bytes: LARGE_FILES * largeBytes,
        write(root, salt) {
          fs.mkdirSync(root, { recursive: true });
          for (let index = 0; index < LARGE_FILES; index += 1) {
            const file = path.join(root, `run-${index}.raw`);
            writeLargeFile(file, mebibytesOf(size), salt * LARGE_FILES + index);
          }
        },
      },
    ];
    const contestants = roundTripsMs.flatMap((roundTripMs) => {
      const line: Line = {
        roundTripMs,
        setUpRoundTrips: 2,
        bytesPerSecond: BYTES_PER_SECOND,
        lostPercent,
      };
      return kinds.flatMap((kind) => {
        const ours = CHECKS.map((check) => byLabseal(kind, line, check));
        if (roundTripMs === JUDGED_MS) ours.push(byLabseal(kind, line, 'approved', true));
        const limits = CHECKS.map((check) => limit(kind, line, check));
        return ours.concat(byRclone(kind, line, folder), limits);
      });
    });
    return { contestants, budgets: budgets(size) };
  },
};

function mebibytesOf(size: number): number {
  return Math.max(1, Math.round(size / MEBIBYTES_OF_ONE_IN));
}

function nameOf(who: string, { name }: Pick<Kind, 'name'>, roundTripMs: number): string {
  return `${who}, ${name}, ${roundTripMs} ms`;
}

function budgets(size: number): readonly Budget[] {
  const small = nameOf('labseal', { name: 'small' }, JUDGED_MS);
  const large = nameOf('labseal', { name: 'large' }, JUDGED_MS);
  return [
    { ours: small, than: nameOf('limit', { name: 'small' }, JUDGED_MS), atMost: 1 / 0.7 },
    { ours: large, than: nameOf('limit', { name: 'large' }, JUDGED_MS), atMost: 1 / 0.9 },
    ...['small', 'large'].map((name) => ({
      ours: nameOf(BESIDE_ANOTHER, { name }, JUDGED_MS),
      than: nameOf('labseal', { name }, JUDGED_MS),
      atMost: 1.03,
    })),
    { ours: small, figure: REQUESTS_OF_A_FILE, atMost: 5.2 },
    { ours: small, figure: CONNECTIONS, atMost: Math.max(60, (60 / 400) * size) },
  ];
}

let salt = 0;

/** `isShared`: another computer of the account is known, so each second of sending looks for what it has paid. */
function byLabseal(kind: Kind, line: Line, check: Check, isShared = false): Contestant {
  return {
    name: nameOf(isShared ? BESIDE_ANOTHER : WHO[check], kind, line.roundTripMs),
    part: 'labseal',
    async run() {
      const { lab, close } = await openLab();
      kind.write(lab.at('tree'), (salt += 1));
      const relay = await startRelay(lab.mock.url, line);
      try {
        await lab.mock.adjustCredits('add', SOME_CREDITS);
        if (isShared) await sendElsewhere(lab);
        const before = (await lab.mock.takenIn()).length;
        await lab.signIn(researcher, { server: relay.url });
        await lab.watch('tree', '--check', check);
        await relay.traffic();
        const mayFail = line.lostPercent > 0;
        const figures = await runProgram(PROGRAM, ['sync', '--yes', '--json'], {
          codes: mayFail ? [PASSED, LEFT_SOMETHING] : [PASSED],
          env: { LABSEAL_HOME: lab.at('labseal'), LABSEAL_TOKEN_STORE: 'file', HOME: lab.at('.') },
        });
        const traffic = await relay.traffic();
        const recorded = (await lab.mock.takenIn()).length - before;
        if (recorded !== kind.files && !mayFail) throw new Error(`only ${recorded} were recorded`);
        tellKinds(traffic);
        return withTraffic(figures, traffic, kind);
      } finally {
        relay.close();
        await close();
      }
    },
  };
}

/** From another data folder, and without the relay. */
async function sendElsewhere(lab: Lab): Promise<void> {
  const options = { env: { LABSEAL_HOME: lab.at('elsewhere') } };
  await lab.signIn(researcher, options);
  await lab.write('other/one.raw');
  const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'raw'];
  await lab.ask(['folder', 'add', lab.at('other'), '--settle', '0', ...place], options);
  await lab.ask(['sync', '--yes'], options);
}

/** What it asked for, most often first: beside the table, not in it. */
function tellKinds({ kinds, mostOpen }: Traffic): void {
  const often = Object.entries(kinds).toSorted(([, one], [, other]) => other - one);
  for (const [kind, times] of often) process.stderr.write(`  ${times} × ${kind}\n`);
  process.stderr.write(`  ${mostOpen} connections at once\n`);
}

function byRclone(kind: Kind, line: Line, folder: string): Contestant {
  return {
    name: nameOf('rclone copy', kind, line.roundTripMs),
    part: 'peer',
    program: 'rclone',
    async run() {
      const tree = path.join(folder, 'tree');
      const stored = path.join(folder, 'stored');
      kind.write(tree, (salt += 1));
      fs.mkdirSync(stored);
      const served = await serveByRclone(stored);
      const relay = await startRelay(served.url, line);
      try {
        const order = ['copy', tree, ':webdav:', '--webdav-url', relay.url];
        const how = ['--transfers', String(PLACES), '--checkers', String(PLACES)];
        const figures = await runProgram('rclone', [...order, ...how, '--config', '/dev/null']);
        return withTraffic(figures, await relay.traffic(), kind);
      } finally {
        relay.close();
        await served.close();
        fs.rmSync(tree, { recursive: true });
        fs.rmSync(stored, { recursive: true });
      }
    },
  };
}

const LOOK_EVERY_MS = 20;

async function serveByRclone(root: string) {
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = ['serve', 'webdav', root, '--addr', address, '--config', '/dev/null'];
  const child = spawn('rclone', args, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`rclone serve ended with ${child.exitCode}`);
    await sleep(LOOK_EVERY_MS);
  }
  return {
    url: `http://${address}`,
    async close() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** Arithmetic, no run: all places busy all the time and nothing else to do, or the line full. */
function limit(kind: Kind, { roundTripMs, bytesPerSecond }: Line, check: Check): Contestant {
  const waitsMs = (Math.ceil(kind.files / PLACES) * REQUESTS + 1) * roundTripMs;
  const fullMs = ((TIMES_SENT[check] * kind.bytes) / (bytesPerSecond ?? Infinity)) * 1_000;
  return {
    name: nameOf(LIMIT_OF[check], kind, roundTripMs),
    part: 'limit',
    run: () => Promise.resolve({ ...NO_FIGURES, wallMs: Math.max(waitsMs, fullMs) }),
  };
}

function withTraffic(figures: Figures, { connections, requests }: Traffic, kind: Kind): Figures {
  return {
    ...figures,
    others: {
      [CONNECTIONS]: { value: connections, unit: 'connections' },
      [REQUESTS_OF_A_FILE]: { value: requests / kind.files, unit: 'requests' },
    },
  };
}
