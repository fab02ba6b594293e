import { describe, expect, test } from 'vitest';
import {
  CAUSES,
  UNAVAILABLE_CAUSES,
  type UnavailableCause,
} from '../../../../src-shared/model/status/unavailable-cause.ts';
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
const problems = (facts: Partial<DoctorFacts>) =>
  judged(facts).filter(({ verdict }) => verdict !== 'ok' && verdict !== 'unchecked');

test('where all is well every check passes and nothing has to be done', () => {
  const checks = judged({});
  expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  expect(checks.filter(({ repair, command }) => repair !== null || command !== null)).toEqual([]);
});

/** What is not as it should be: the one check that says so, its verdict, part of what it says, and its command. */
const ROWS: readonly (readonly [
  title: string,
  facts: Partial<DoctorFacts>,
  check: string,
  verdict: string,
  found: string,
  command: string | null,
])[] = [
  [
    'an old Node',
    { program: { ...healthy.program, node: '22.1.0' } },
    'program',
    'problem',
    'Node 22.1.0',
    'npm ci',
  ],
  [
    'a network drive',
    home({ isOnNetworkDrive: true }),
    'data-folder',
    'problem',
    'network drive',
    'export LABSEAL_HOME="$HOME/labseal"',
  ],
  [
    'a file as data folder',
    home({ isDirectory: false }),
    'data-folder',
    'problem',
    'is not a folder',
    'export LABSEAL_HOME="$HOME/labseal"',
  ],
  [
    'no permission to write',
    home({ isWritable: false, path: "/d/ada's" }),
    'data-folder',
    'problem',
    'may not write',
    String.raw`sudo chown -R "$USER" '/d/ada'\''s' && chmod -R u+rwX '/d/ada'\''s'`,
  ],
  [
    'a folder that others may read',
    home({ openTo: 0o055 }),
    'data-folder',
    'warning',
    'Others',
    'chmod 700 /home/ada/.local/share/labseal',
  ],
  [
    'a lock nobody can look at',
    home({ lock: { errno: 'EACCES' } }),
    'lock',
    'problem',
    'EACCES',
    'ls -l /home/ada/.local/share/labseal/engine.lock',
  ],
  [
    'little room',
    home({ freeBytes: 500e6 }),
    'disk-space',
    'warning',
    '500 MB',
    'df -h /home/ada/.local/share/labseal',
  ],
  [
    'no room',
    home({ freeBytes: 20e6 }),
    'disk-space',
    'problem',
    '20 MB',
    'df -h /home/ada/.local/share/labseal',
  ],
  [
    'a drive that does not tell its room',
    home({ freeBytes: null }),
    'disk-space',
    'unchecked',
    'does not say',
    null,
  ],
  [
    'damaged records',
    database({ kind: 'damaged' }),
    'database',
    'problem',
    'are damaged',
    'mkdir /d/accounts/ab12/damaged && mv /d/accounts/ab12/labseal.db* /d/accounts/ab12/damaged',
  ],
  ['lost records', database({ kind: 'lost' }), 'database', 'problem', 'missing', null],
  [
    'records of a newer program',
    database({ kind: 'newer' }),
    'database',
    'problem',
    'newer Labseal',
    null,
  ],
  [
    'records from before the first release',
    database({ kind: 'unreleased' }),
    'database',
    'problem',
    'before the first release',
    null,
  ],
  [
    'records in use',
    database({ kind: 'in-use', contents: null }),
    'database',
    'unchecked',
    'at work',
    null,
  ],
  [
    'records without room for a copy',
    database({ kind: 'unread', errno: 'ENOSPC' }),
    'database',
    'warning',
    'ENOSPC',
    null,
  ],
  [
    'nobody signed in before',
    { database: null, folders: [] },
    'database',
    'unchecked',
    'no records',
    null,
  ],
  [
    'no keychain',
    keychain('absent'),
    'token-store',
    'problem',
    'no keychain',
    'export LABSEAL_TOKEN_STORE=file',
  ],
  ['a locked keychain', keychain('denied'), 'token-store', 'problem', 'locked', null],
  [
    'a keychain that does not answer',
    keychain('slow'),
    'token-store',
    'problem',
    'five seconds',
    null,
  ],
  [
    'a keychain that alters what it keeps',
    keychain('unfaithful'),
    'token-store',
    'problem',
    'something else',
    null,
  ],
  ['a test entry that stays', keychain(null, true), 'token-store', 'warning', 'test entry', null],
  [
    'a token file',
    { tokenStore: { choice: 'file', keychain: null } },
    'token-store',
    'warning',
    'unprotected',
    'unset LABSEAL_TOKEN_STORE',
  ],
  [
    'nobody signed in',
    { session: { kind: 'nobody' } },
    'session',
    'warning',
    'You are signed out.',
    'labseal auth login --server URL --email E',
  ],
  [
    'an expired session',
    { session: { kind: 'kept', email: ada, expiresAtMs: NOW_MS - 60_000 } },
    'session',
    'problem',
    'ended on 22 Nov 2026, 11:59 UTC',
    'labseal auth login',
  ],
  [
    'a session that has ended by the service, and not by a clock that is behind',
    {
      session: { kind: 'kept', email: ada, expiresAtMs: NOW_MS + 1 },
      service: answered({ clockAheadMs: -3_600_000 }),
    },
    'session',
    'problem',
    'ended on 22 Nov 2026, 12:00 UTC',
    'labseal auth login',
  ],
  [
    'a refused session',
    { service: answered({ status: 401, isTokenRefused: true }) },
    'session',
    'problem',
    'no longer accepts',
    'labseal auth login',
  ],
  [
    'a token that was not kept',
    { session: { kind: 'not-kept', email: ada, isDamaged: false } },
    'session',
    'problem',
    'is not kept',
    'labseal auth login',
  ],
  [
    'a token file that is damaged',
    { session: { kind: 'not-kept', email: ada, isDamaged: true } },
    'session',
    'problem',
    'its file is damaged',
    'labseal auth login',
  ],
  [
    'a token file that others may read',
    {
      session: { kind: 'withheld', email: ada, why: { by: 'open-file', path: '/my data/token-a' } },
    },
    'session',
    'problem',
    'other users of this computer may read',
    "chmod 600 '/my data/token-a'",
  ],
  [
    'a proxy that is none',
    {
      network: {
        proxy: { variable: 'all_proxy', host: null, isUsed: true },
        authorities: null,
      },
      service: { kind: 'not-asked', why: 'network' },
    },
    'network',
    'problem',
    'all_proxy does not name a proxy',
    'unset all_proxy',
  ],
  [
    'authorities that cannot be read',
    {
      network: { proxy: null, authorities: { path: '/a.pem', isUsable: false } },
      service: { kind: 'not-asked', why: 'network' },
    },
    'network',
    'problem',
    '/a.pem',
    'unset NODE_EXTRA_CA_CERTS',
  ],
  ['no service', { service: { kind: 'none' } }, 'service', 'unchecked', 'No service', null],
  [
    'an address with a password',
    { service: { kind: 'bad-address', fault: { kind: 'has-credentials' } } },
    'service',
    'problem',
    'password',
    null,
  ],
  [
    'an unknown host',
    {
      service: answered({
        status: null,
        fault: unavailable('no-address'),
        clockAheadMs: null,
        code: 'ENOTFOUND',
      }),
    },
    'service',
    'problem',
    'ENOTFOUND',
    'nslookup service.example.org',
  ],
  [
    'no connection',
    {
      service: answered({
        status: null,
        fault: unavailable('no-connection'),
        clockAheadMs: null,
        code: 'ECONNREFUSED',
      }),
    },
    'service',
    'problem',
    'ECONNREFUSED',
    'curl -v https://service.example.org',
  ],
  [
    'an own certificate authority',
    {
      service: answered({
        status: null,
        fault: unavailable('unknown-authority'),
        clockAheadMs: null,
        code: 'SELF_SIGNED_CERT_IN_CHAIN',
      }),
    },
    'network',
    'problem',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'export NODE_EXTRA_CA_CERTS=/path/to/authority.pem',
  ],
  [
    'an expired certificate',
    {
      service: answered({
        status: null,
        fault: unavailable('expired-certificate'),
        clockAheadMs: null,
        code: 'CERT_HAS_EXPIRED',
      }),
    },
    'service',
    'problem',
    'CERT_HAS_EXPIRED',
    'date',
  ],
  [
    'a password that the proxy refuses',
    {
      network: {
        proxy: { variable: 'all_proxy', host: 'proxy.lab:3128', isUsed: true },
        authorities: null,
      },
      service: answered({
        status: null,
        fault: unavailable('proxy-sign-in'),
        clockAheadMs: null,
        code: 'ERR_PROXY_TUNNEL 407',
      }),
    },
    'network',
    'problem',
    'all_proxy names the proxy proxy.lab:3128. The proxy wants a user name',
    'export all_proxy=http://USER:PASSWORD@proxy.lab:3128',
  ],
  [
    'a service with a problem',
    { service: answered({ status: 502, fault: unavailable('server-error', 502) }) },
    'service',
    'problem',
    '502',
    null,
  ],
  [
    'a web page instead',
    { service: answered({ clockAheadMs: null, fault: { kind: 'not-the-service', what: 'html' } }) },
    'service',
    'problem',
    'web page',
    null,
  ],
  [
    'a clock that is off',
    { service: answered({ clockAheadMs: 90_000 }) },
    'clock',
    'warning',
    '2 minutes ahead',
    'sudo timedatectl set-ntp true',
  ],
  [
    'a clock that is wrong',
    { service: answered({ clockAheadMs: -7_200_000 }) },
    'clock',
    'problem',
    '2 hours behind',
    'sudo timedatectl set-ntp true',
  ],
  [
    'a clock that is wrong on Windows',
    { ...on('win32'), service: answered({ clockAheadMs: -7_200_000 }) },
    'clock',
    'problem',
    'behind',
    'w32tm /resync',
  ],
  [
    'a file that is not seen',
    trial({ kind: 'not-seen', waitedMs: 10_000 }),
    'watcher',
    'problem',
    'not seen within 10 s',
    'labseal folder edit ID --watch poll',
  ],
  [
    'no watch left',
    trial({ kind: 'refused', errno: 'ENOSPC' }),
    'watcher',
    'problem',
    'ENOSPC',
    'echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-labseal-watches.conf && sudo sysctl --system',
  ],
  [
    'no watcher left',
    trial({ kind: 'refused', errno: 'EMFILE' }),
    'watcher',
    'problem',
    'EMFILE',
    'echo fs.inotify.max_user_instances=1024 | sudo tee /etc/sysctl.d/60-labseal-instances.conf && sudo sysctl --system',
  ],
  [
    'a trial that fails',
    trial({ kind: 'failed', message: 'no such thing' }),
    'watcher',
    'problem',
    'no such thing',
    'labseal diagnostics --to labseal-report.json',
  ],
  [
    'more folders than watches',
    { ...limits({ watches: { most: 8_192, inUse: 8_185 } }) },
    'watches',
    'warning',
    '12 more',
    'echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-labseal-watches.conf && sudo sysctl --system',
  ],
  [
    'more programs than watchers',
    limits({ watchInstances: { most: 128, inUse: 128 } }),
    'watch-instances',
    'problem',
    '128 of 128',
    'echo fs.inotify.max_user_instances=1024 | sudo tee /etc/sysctl.d/60-labseal-instances.conf && sudo sysctl --system',
  ],
  [
    'few open files',
    limits({ openFiles: { most: 128 } }),
    'open-files',
    'warning',
    '128',
    'ulimit -n 4096',
  ],
  [
    'work offline',
    { service: { kind: 'not-asked', why: 'offline' } },
    'service',
    'warning',
    'works offline',
    'labseal outbox online',
  ],
  [
    'a folder that is gone',
    { folders: [folder({ access: { errno: 'ENOENT' } })] },
    'folder',
    'problem',
    'is not there',
    'labseal folder remove 3',
  ],
  [
    'a folder that cannot be read',
    { folders: [folder({ access: { errno: 'EACCES' } })] },
    'folder',
    'problem',
    'no permission',
    'ls -ld /data/runs',
  ],
  [
    'a folder on a drive that is gone',
    { folders: [folder({ access: { errno: 'ESTALE' } })] },
    'folder',
    'problem',
    'Connect the drive again',
    null,
  ],
  [
    'another drive in the place of a folder',
    { folders: [folder({ isOnOtherDrive: true })] },
    'folder',
    'problem',
    'is on another drive than the one with its files',
    'labseal folder accept 3',
  ],
  [
    'a drive in a folder that is not connected',
    { folders: [folder({ drives: [{ path: 'stick', trouble: 'gone' }] })] },
    'folder',
    'problem',
    'The drive of /data/runs/stick is not connected',
    'labseal folder accept 3',
  ],
  [
    'another drive within a folder',
    { folders: [folder({ drives: [{ path: 'stick', trouble: 'other' }] })] },
    'folder',
    'problem',
    'Another drive is connected at /data/runs/stick',
    'labseal folder accept 3',
  ],
  [
    'a folder that does not answer',
    { folders: [folder({ access: 'slow' })] },
    'folder',
    'problem',
    '5 s',
    null,
  ],
  [
    'notices on a network drive',
    { folders: [folder({ limit: { kind: 'network-drive' } })] },
    'folder',
    'warning',
    'network drive',
    'labseal folder edit 3 --watch poll',
  ],
  [
    'too many directories',
    { folders: [folder({ limit: { kind: 'too-many-folders', most: 8, seconds: 60 } })] },
    'folder',
    'warning',
    'more folders',
    'echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-labseal-watches.conf && sudo sysctl --system',
  ],
  [
    'a system that allowed no more watches',
    { folders: [folder({ limit: { kind: 'limited', seconds: 60 } })] },
    'folder',
    'warning',
    'checked for changes every 60 seconds',
    'echo fs.inotify.max_user_watches=524288 | sudo tee /etc/sysctl.d/60-labseal-watches.conf && sudo sysctl --system',
  ],
  ['folders nobody can name', { folders: null }, 'folder', 'unchecked', 'could not be read', null],
];

describe('each check', () => {
  test.for(ROWS)('%s', ([, facts, check, verdict, found, command]) => {
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
    const code = 'CODE';
    const service = answered({ status: null, fault: unavailable(why), clockAheadMs: null, code });
    const { happened, repair } = causeWords[why];
    const isOnTheWay = ['computer', 'proxy'].includes(CAUSES[why].party);
    expect(problems({ service })).toMatchObject([
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
  const polled = judged({ folders: [folder({ source: 'poll', limit })] });
  expect(polled.find(({ check }) => check === 'folder')).toMatchObject({
    verdict: 'ok',
    found:
      '/data/runs can be read. It is on a network drive, so it is checked for changes every 60 seconds.',
  });
});
