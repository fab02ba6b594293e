import { describe, expect, test } from 'vitest';
import {
  CAUSES,
  UNAVAILABLE_CAUSES,
  type UnavailableCause,
} from '../../../../src-shared/model/status/service-fault.ts';
import { causeWords } from '../../../../src-shared/model/words/en/causes.ts';
import type { DoctorFacts } from '../../../app/doctor/doctor-facts.ts';
import { judgeFacts } from './doctor-command.ts';
import { answered, folder, healthyFacts, NOW_MS } from './test-support/healthy-facts.ts';

const healthy = healthyFacts();
const judged = (over: Partial<DoctorFacts>) => judgeFacts(healthyFacts(over), NOW_MS);
const home = (over: Partial<DoctorFacts['dataFolder']>) => ({
  dataFolder: { ...healthy.dataFolder, ...over },
});
const database = (found: NonNullable<DoctorFacts['database']>['found']) => ({
  database: { folder: '/d/accounts/ab12', found },
});
const keychain = (trouble: 'absent' | 'denied' | 'slow' | 'unfaithful' | null, isLeft = false) => ({
  tokenStore: { choice: 'keychain', keychain: { trouble, isLeft } } as const,
});
const unavailable = (why: UnavailableCause, status: number | null = null) =>
  ({ kind: 'unavailable', why, status, retryAfterMs: null }) as const;
const trial = (result: DoctorFacts['trials'][number]['result']) => ({
  trials: [{ source: 'native', result } as const],
});
const limits = (over: Partial<DoctorFacts['limits']>) => ({
  limits: { ...healthy.limits, ...over },
});
const on = (platform: NodeJS.Platform) => ({ program: { ...healthy.program, platform } });
const ada = 'ada@example.org';
const signedIn = (session: DoctorFacts['session']) => ({ session });
const answering = (over: Parameters<typeof answered>[0]) => ({ service: answered(over) });
const unreachable = (why: UnavailableCause, code: string) =>
  answering({ status: null, fault: unavailable(why), clockAheadMs: null, code });
const watching = (over: Parameters<typeof folder>[0]) => ({ folders: [folder(over)] });
const problems = (facts: Partial<DoctorFacts>) =>
  judged(facts).filter(({ verdict }) => verdict !== 'ok' && verdict !== 'unchecked');

test('without a wallet KDE is told how to make one, and no program of another desktop', () => {
  const program = { version: '1', node: '24', platform: 'linux', architecture: 'x64' } as const;
  for (const trouble of ['absent', 'denied', 'slow', 'unfaithful'] as const) {
    const said = JSON.stringify(
      problems({ ...keychain(trouble), program: { ...program, isKde: true } }),
    );
    expect(said).toMatch(
      trouble === 'absent' ? /Make a wallet: in System Settings/ : /KWalletManager/,
    );
    expect(said).not.toMatch(/Seahorse|GNOME|Install/);
  }
});

test('where all is well every check passes and nothing has to be done', () => {
  const checks = judged({});
  expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  expect(checks.filter(({ repair, command }) => repair !== null || command !== null)).toEqual([]);
});

const ELSEWHERE = 'export LABSEAL_HOME="$HOME/labseal"';
const SPACE = 'df -h /home/ada/.local/share/labseal';
const SIGN_IN = 'labseal auth login';
const SET_CLOCK = 'sudo timedatectl set-ntp true';
const ACCEPT = 'labseal folder accept 3';
const MORE_WATCHES =
  'echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-labseal-watches.conf && sudo sysctl --system';
const MORE_INSTANCES =
  'echo fs.inotify.max_user_instances=1024 | sudo tee /etc/sysctl.d/60-labseal-instances.conf && sudo sysctl --system';

/** Part of what the check says, and its command. */
type Row = readonly [facts: Partial<DoctorFacts>, found: string, command?: string];
/** What is not as it should be: by the one check that says so, with its verdict. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'program problem': {
    'an old Node': [{ program: { ...healthy.program, node: '22.1.0' } }, 'Node 22.1.0', 'npm ci'],
  },
  'data-folder problem': {
    'a drive without permissions': [home({ keepsPrivate: false }), 'other users', ELSEWHERE],
    'a network drive': [home({ isOnNetworkDrive: true }), 'network drive', ELSEWHERE],
    'a file as data folder': [home({ isDirectory: false }), 'is not a folder', ELSEWHERE],
    'no permission to write': [
      home({ isWritable: false, path: "/d/ada's" }),
      'may not write',
      String.raw`sudo chown -R "$USER" '/d/ada'\''s' && chmod -R u+rwX '/d/ada'\''s'`,
    ],
  },
  'data-folder warning': {
    'a folder that others may read': [
      home({ openTo: 0o055 }),
      'Others',
      'chmod 700 /home/ada/.local/share/labseal',
    ],
  },
  'lock problem': {
    'a lock nobody can look at': [
      home({ lock: { errno: 'EACCES' } }),
      'EACCES',
      'ls -l /home/ada/.local/share/labseal/engine.lock',
    ],
  },
  'disk-space warning': { 'little room': [home({ freeBytes: 500e6 }), '500 MB', SPACE] },
  'disk-space problem': { 'no room': [home({ freeBytes: 20e6 }), '20 MB', SPACE] },
  'disk-space unchecked': {
    'a drive that does not tell its room': [home({ freeBytes: null }), 'does not say'],
  },
  'database problem': {
    'damaged records': [
      database({ kind: 'damaged' }),
      'are damaged',
      'mkdir /d/accounts/ab12/damaged && mv /d/accounts/ab12/labseal.db* /d/accounts/ab12/damaged',
    ],
    'lost records': [database({ kind: 'lost' }), 'missing'],
    'records of a newer program': [database({ kind: 'newer' }), 'newer Labseal'],
    'records from before the first release': [
      database({ kind: 'unreleased' }),
      'before the first release',
    ],
  },
  'database unchecked': {
    'records in use': [database({ kind: 'in-use', contents: null }), 'at work'],
    'nobody signed in before': [{ database: null, folders: [] }, 'no records'],
  },
  'database warning': {
    'records without room for a copy': [database({ kind: 'unread', errno: 'ENOSPC' }), 'ENOSPC'],
  },
  'token-store problem': {
    'no keychain': [keychain('absent'), 'no keychain', 'export LABSEAL_TOKEN_STORE=file'],
    'a locked keychain': [keychain('denied'), 'locked'],
    'a keychain that does not answer': [keychain('slow'), 'five seconds'],
    'a keychain that alters what it keeps': [keychain('unfaithful'), 'something else'],
  },
  'token-store warning': {
    'a test entry that stays': [keychain(null, true), 'test entry'],
    'a token file': [
      { tokenStore: { choice: 'file', keychain: null } },
      'unprotected',
      'unset LABSEAL_TOKEN_STORE',
    ],
  },
  'session warning': {
    'nobody signed in': [
      { session: { kind: 'nobody' } },
      'You are signed out.',
      'labseal auth login --server URL --email E',
    ],
  },
  'session problem': {
    'an expired session': [
      signedIn({ kind: 'kept', email: ada, expiresAtMs: NOW_MS - 60_000 }),
      'ended on 22 Nov 2026, 11:59 UTC',
      SIGN_IN,
    ],
    'a session that has ended by the service, and not by a clock that is behind': [
      {
        session: { kind: 'kept', email: ada, expiresAtMs: NOW_MS + 1 },
        ...answering({ clockAheadMs: -3_600_000 }),
      },
      'ended on 22 Nov 2026, 12:00 UTC',
      SIGN_IN,
    ],
    'a refused session': [
      answering({ status: 401, isTokenRefused: true }),
      'no longer accepts',
      SIGN_IN,
    ],
    'a token that was not kept': [
      signedIn({ kind: 'not-kept', email: ada, isDamaged: false }),
      'is not kept',
      SIGN_IN,
    ],
    'a token file that is damaged': [
      signedIn({ kind: 'not-kept', email: ada, isDamaged: true }),
      'its file is damaged',
      SIGN_IN,
    ],
    'a token file that others may read': [
      {
        session: {
          kind: 'withheld',
          email: ada,
          why: { by: 'open-file', path: '/my data/token-a' },
        },
      },
      'other users of this computer may read',
      "chmod 600 '/my data/token-a'",
    ],
  },
  'network problem': {
    'a proxy that is none': [
      {
        network: { proxy: { variable: 'all_proxy', host: null, isUsed: true }, authorities: null },
        service: { kind: 'not-asked', why: 'network' },
      },
      'all_proxy does not name a proxy',
      'unset all_proxy',
    ],
    'authorities that cannot be read': [
      {
        network: { proxy: null, authorities: { path: '/a.pem', isUsable: false } },
        service: { kind: 'not-asked', why: 'network' },
      },
      '/a.pem',
      'unset NODE_EXTRA_CA_CERTS',
    ],
    'an own certificate authority': [
      unreachable('unknown-authority', 'SELF_SIGNED_CERT_IN_CHAIN'),
      'SELF_SIGNED_CERT_IN_CHAIN',
      'export NODE_EXTRA_CA_CERTS=/path/to/authority.pem',
    ],
    'a password that the proxy refuses': [
      {
        network: {
          proxy: { variable: 'all_proxy', host: 'proxy.lab:3128', isUsed: true },
          authorities: null,
        },
        ...unreachable('proxy-sign-in', 'ERR_PROXY_TUNNEL 407'),
      },
      'all_proxy names the proxy proxy.lab:3128. The proxy wants a user name',
      'export all_proxy=http://USER:PASSWORD@proxy.lab:3128',
    ],
  },
  'service unchecked': { 'no service': [{ service: { kind: 'none' } }, 'No service'] },
  'service problem': {
    'an address with a password': [
      { service: { kind: 'bad-address', fault: { kind: 'has-credentials' } } },
      'password',
    ],
    'an unknown host': [
      unreachable('no-address', 'ENOTFOUND'),
      'ENOTFOUND',
      'nslookup service.example.org',
    ],
    'no connection': [
      unreachable('no-connection', 'ECONNREFUSED'),
      'ECONNREFUSED',
      'curl -v https://service.example.org',
    ],
    'an expired certificate': [
      unreachable('expired-certificate', 'CERT_HAS_EXPIRED'),
      'CERT_HAS_EXPIRED',
      'date',
    ],
    'a service with a problem': [
      answering({ status: 502, fault: unavailable('server-error', 502) }),
      '502',
    ],
    'a web page instead': [
      answering({ clockAheadMs: null, fault: { kind: 'not-the-service', what: 'html' } }),
      'web page',
    ],
  },
  'clock warning': {
    'a clock that is off': [answering({ clockAheadMs: 90_000 }), '2 minutes ahead', SET_CLOCK],
  },
  'clock problem': {
    'a clock that is wrong': [answering({ clockAheadMs: -7_200_000 }), '2 hours behind', SET_CLOCK],
    'a clock that is wrong on Windows': [
      { ...on('win32'), ...answering({ clockAheadMs: -7_200_000 }) },
      'behind',
      'w32tm /resync',
    ],
  },
  'watcher problem': {
    'a file that is not seen': [
      trial({ kind: 'not-seen', waitedMs: 10_000 }),
      'not seen within 10 s',
      'labseal folder edit ID --watch poll',
    ],
    'no watch left': [trial({ kind: 'refused', errno: 'ENOSPC' }), 'ENOSPC', MORE_WATCHES],
    'no watcher left': [trial({ kind: 'refused', errno: 'EMFILE' }), 'EMFILE', MORE_INSTANCES],
    'a trial that fails': [
      trial({ kind: 'failed', message: 'no such thing' }),
      'no such thing',
      'labseal doctor --save labseal-report.json',
    ],
  },
  'watches warning': {
    'more folders than watches': [
      limits({ watches: { most: 8_192, inUse: 8_185 } }),
      '12 more',
      MORE_WATCHES,
    ],
  },
  'watch-instances problem': {
    'more programs than watchers': [
      limits({ watchInstances: { most: 128, inUse: 128 } }),
      '128 of 128',
      MORE_INSTANCES,
    ],
  },
  'open-files warning': {
    'few open files': [limits({ openFiles: { most: 128 } }), '128', 'ulimit -n 4096'],
  },
  'service warning': {
    'work offline': [
      { service: { kind: 'not-asked', why: 'offline' } },
      'works offline',
      'labseal online',
    ],
  },
  'folder problem': {
    'a folder that is gone': [
      watching({ access: { errno: 'ENOENT' } }),
      'is not there',
      'labseal folder remove 3',
    ],
    'a folder that cannot be read': [
      watching({ access: { errno: 'EACCES' } }),
      'no permission',
      'ls -ld /data/runs',
    ],
    'a folder on a drive that is gone': [
      watching({ access: { errno: 'ESTALE' } }),
      'Connect the drive again',
    ],
    'another drive in the place of a folder': [
      watching({ isOnOtherDrive: true }),
      'is on another drive than the one with its files',
      ACCEPT,
    ],
    'a drive in a folder that is not connected': [
      watching({ drives: [{ path: 'stick', trouble: 'gone' }] }),
      'The drive of /data/runs/stick is not connected',
      ACCEPT,
    ],
    'another drive within a folder': [
      watching({ drives: [{ path: 'stick', trouble: 'other' }] }),
      'Another drive is connected at /data/runs/stick',
      ACCEPT,
    ],
    'a folder that does not answer': [watching({ access: 'slow' }), '5 s'],
  },
  'folder warning': {
    'too many directories': [
      watching({ limit: { kind: 'too-many-folders', most: 8, seconds: 60 } }),
      'more folders',
      MORE_WATCHES,
    ],
    'a system that allowed no more watches': [
      watching({ limit: { kind: 'limited', seconds: 60 } }),
      'checked for changes every 60 seconds',
      MORE_WATCHES,
    ],
  },
  'folder unchecked': { 'folders nobody can name': [{ folders: null }, 'could not be read'] },
};

describe('each check', () => {
  const cases = Object.entries(ROWS).flatMap(([key, rows]) =>
    Object.entries(rows).map(([title, row]) => [title, key.split(' '), row] as const),
  );
  test.for(cases)('%s', ([, [check, verdict], [facts, found, command = null]]) => {
    const checks = judged(facts);
    const wrong = checks.filter((each) => each.verdict !== 'ok' && each.check === check);
    expect(wrong).toMatchObject([{ verdict, found: expect.stringContaining(found), command }]);
    // Whoever has to do something is told what.
    const silent = checks.filter(
      (each) => ['warning', 'problem'].includes(each.verdict) && each.repair === null,
    );
    expect(silent).toEqual([]);
  });
});

test.for(UNAVAILABLE_CAUSES)(
  '%s is one problem, of the one whose it is, with what to do',
  (why) => {
    const { happened, repair } = causeWords[why];
    const isOnTheWay = ['computer', 'proxy'].includes(CAUSES[why].party);
    expect(problems(unreachable(why, 'CODE'))).toMatchObject([
      {
        check: isOnTheWay ? 'network' : 'service',
        found: expect.stringContaining(happened),
        repair,
      },
    ]);
  },
);

test('what a running Labseal uses is not counted twice, and what is not needed is no trouble', () => {
  const full = limits({ watches: { most: 8_192, inUse: 8_192 } });
  expect(problems({ ...full, ...home({ lock: 'held' }) })).toEqual([]);
  expect(problems({ ...full, folders: [folder({ source: 'poll' })] })).toEqual([]);
  expect(
    problems({
      ...on('darwin'),
      ...limits({ watches: null, watchInstances: null, openFiles: null }),
    }),
  ).toEqual([]);
});

test('a session that has ended by a clock that is ahead has not by the service', () => {
  const session = { kind: 'kept', email: ada, expiresAtMs: NOW_MS - 1 } as const;
  const checks = judged({ session, service: answered({ clockAheadMs: 3_600_000 }) });
  expect(checks.find(({ check }) => check === 'session')?.verdict).toBe('ok');
  expect(checks.find(({ check }) => check === 'clock')?.verdict).toBe('problem');
});

test('what cannot be read is not claimed to be missing', () => {
  const unreadable = home({ isWritable: false, lock: { errno: 'EACCES' } });
  const checks = judged({ ...unreadable, database: null, session: { kind: 'nobody' } });
  const verdicts = checks
    .filter(({ check }) => ['lock', 'database', 'session'].includes(check))
    .map(({ check, verdict, found }) => [check, verdict, found]);
  expect(verdicts).toEqual([
    ['lock', 'unchecked', 'Whether Labseal is running cannot be told (code EACCES).'],
    ['database', 'unchecked', "Labseal's records cannot be read."],
    ['session', 'unchecked', 'Who has signed in cannot be read.'],
  ]);
});

test('a session in the memory of a running Labseal is well, and a polled network drive too', () => {
  const memory = { choice: 'memory', keychain: null } as const;
  const session = { kind: 'not-kept', email: ada, isDamaged: false } as const;
  const checks = judged({ tokenStore: memory, session, ...home({ lock: 'held' }) });
  expect(checks.find(({ check }) => check === 'session')?.verdict).toBe('ok');
  const limit = { kind: 'polled', seconds: 60, isNetworkDrive: true } as const;
  const polled = judged(watching({ source: 'poll', limit }));
  expect(polled.find(({ check }) => check === 'folder')).toMatchObject({
    verdict: 'ok',
    found:
      '/data/runs can be read. It is on a network drive, so it is checked for changes every 60 seconds.',
  });
});
