import { NOT_A_CERTIFICATE } from '../../src-shared/model/proofs/not-a-certificate.ts';
import { UNAVAILABLE_CAUSES } from '../../src-shared/model/status/service-fault.ts';
import { describe, expect, test } from 'vitest';
import { faultSentence, type SaidFault } from './fault-sentence.ts';
import { LANGUAGES } from '../../src-shared/model/words/languages.ts';
import { wordsOf } from './words-context.ts';

type Examples = {
  readonly [Kind in SaidFault['kind']]: readonly Omit<Extract<SaidFault, { kind: Kind }>, 'kind'>[];
};

const path = '/data/ms2';
const asked = 'robin@lab.org';
const unknown = { serviceSays: null };
const service = 'https://notary.example.org';

/** Every kind, and every reason in it; the compiler asks for kinds, the catalogs' types for reasons. */
const EXAMPLES: Examples = {
  'not-asked': [{}],
  'host-lost': [{}],
  cancelled: [{}],
  'unknown-call': [{ name: 'files.burn' }],
  'bad-input': [{ at: ['person', 'email'] }],
  internal: [{ logId: 'L-17' }],
  refused: [
    { status: 400, serviceSays: null },
    { status: 402, serviceSays: 'No credits' },
  ],
  'not-signed-in': [
    unknown,
    { serviceSays: 'jwt expired' },
    { ...unknown, withheld: { by: 'open-file', path } },
    { ...unknown, withheld: { by: 'keychain', trouble: 'denied' } },
  ],
  forbidden: [unknown, { serviceSays: 'Not yours' }],
  'not-found': [unknown, { serviceSays: 'No file' }],
  'too-large': [unknown, { serviceSays: 'Too big' }],
  throttled: [{ retryAfterMs: null }, { retryAfterMs: 120_000 }],
  unavailable: UNAVAILABLE_CAUSES.map((why) => ({ why, status: null, retryAfterMs: null })),
  'not-the-service': [
    { what: 'html' },
    { what: 'redirect' },
    { what: 'unreadable' },
    { what: 'unreadable', field: 'creditBalance' },
  ],
  'unknown-outcome': [{ why: 'timed-out' }, { why: 'unreadable-answer' }],
  'no-such-folder': [{ path }],
  'not-a-folder': [{ path }],
  'unreadable-folder': [{ path, errno: 'EACCES' }],
  'already-watched': [
    { path, other: path, folderId: 3 },
    { path, other: '/Data/ms2', folderId: 3 },
  ],
  'inside-watched': [{ path, other: '/data' }],
  'contains-watched': [{ path, other: '/data/ms2/a' }],
  'holds-own-data': [{ path }],
  'not-that-folder': [{ path, other: path }],
  'not-in-folder': [{ path, name: 'run.raw' }],
  'preview-changed': [{ path }],
  'bad-rule': (
    ['too-long', 'too-many-patterns', 'too-many-double-stars', 'too-costly'] as const
  ).map((why) => ({
    problem: { line: 1, pattern: '**/*.tmp', why },
  })),
  'no-label': [{}],
  'bad-label': [{ label: 'a\nb' }],
  'not-an-image': [{}],
  'image-too-large': [{ sizeBytes: 1_200_000, mostBytes: 750_000 }],
  'balance-moved': [{ seenCredits: 1_284, credits: 1_184 }],
  'no-subtract-word': [{}],
  'no-download': [{ asked: path }],
  'bad-link': [{}],
  'changed-meanwhile': [{ path }],
  'name-taken': [{ path, freeName: 'run (2).raw' }],
  'no-room': [
    { path, neededBytes: 5_000_000, freeBytes: 1_000 },
    { path, neededBytes: null, freeBytes: 0 },
  ],
  'cannot-write': [
    { path, why: 'own-data', errno: null },
    { path, why: 'not-a-folder', errno: null },
    { path, why: 'system', errno: 'EACCES' },
  ],
  'store-trouble': (['gone', 'refused', 'redirect', 'compressed', 'strange'] as const).map(
    (what) => ({
      what,
      status: 404,
    }),
  ),
  downloading: [{ asked: path }],
  'unknown-download': [{ id: '7' }],
  'no-evidence': (
    [
      { kind: 'nothing-chosen' },
      { kind: 'too-many-records', most: 50_000 },
      { kind: 'nothing-known', path },
      { kind: 'taken', path, free: `${path}-2` },
      { kind: 'no-such-place', path },
      { kind: 'unwritable', path, errno: 'ENOSPC' },
      { kind: 'unwritable', path, errno: 'EACCES' },
      { kind: 'no-room', path, neededBytes: 1_000_000, freeBytes: 1_000 },
      { kind: 'watched-place', path, folder: '/data' },
      { kind: 'inside-bundle', path, bundle: '/data' },
      { kind: 'own-data', path },
      { kind: 'busy' },
      { kind: 'unknown-work', workId: 'a1' },
    ] as const
  ).map((why) => ({ why })),
  'engine-running': [{ dataFolder: path }],
  'data-folder': ['ENOSPC', 'SQLITE_READONLY', 'EIO'].map((errno) => ({ dataFolder: path, errno })),
  database: (
    [
      'newer',
      'unreleased',
      'damaged',
      'disk',
      'busy',
      'open-files',
      'network-drive',
      'open-drive',
    ] as const
  ).map((trouble) => ({ trouble, path })),
  'bad-authorities': [{ path }],
  'bad-proxy': [{ variable: 'HTTPS_PROXY' }, { variable: null }],
  'no-account': [{}],
  'no-server': [{}],
  'bad-address': (
    [
      'not-an-address',
      'not-http',
      'not-encrypted',
      'has-credentials',
      'has-query-or-fragment',
    ] as const
  ).map((kind) => ({ address: service, fault: { kind } })),
  'wrong-credentials': [{ email: asked }],
  superseded: [{}],
  'sign-in-not-saved': [{ errno: 'ENOSPC' }, { errno: 'EACCES' }, { errno: 'EIO' }],
  'not-a-token': [{}],
  'unknown-project': [{ projectId: 'p1' }],
  'unknown-folder': [{ folderId: '3' }],
  'unknown-file': [{ asked: path }],
  'unknown-audit': [{ asked: '7' }],
  'audit-list-gone': [null, 'ab'].map((listSha256) => ({ asked: '7', listSha256 })),
  'sent-already': [{ asked: path }],
  'not-in-line': [
    { asked: path, state: 'notarized' },
    { asked: path, state: 'held' },
  ],
  'cannot-pick': (['absent', 'directory', 'symlink', 'special', 'unreadable'] as const).map(
    (why) => ({ pick: { path, why } }),
  ),
  'cannot-approve': [{ path, state: 'held', hold: 'credits' }],
  'limits-not-named': [{ limits: [] }],
  'more-than-balance': [{ credits: 5, balance: 3 }],
  'dearer-than-agreed': [{ credits: 1_200, agreedCredits: 10 }],
  'no-offer': [{}],
  'below-reserve': [{ reserve: 100, left: 3 }],
  'not-in-doubt': [{ asked: path, state: 'recording', hold: null }],
  'no-certificate-yet': [{ state: 'recording' }, { state: 'notarized' }],
  'not-a-certificate': NOT_A_CERTIFICATE.map((what) => ({ what })),
  'unknown-user': [{ asked }],
  'user-not-shown': [{ asked }],
  'no-look-up': [{ email: 'ada@lab.test', serviceSays: 'Not yours' }],
  'unknown-change': [{ asked: '7' }],
  'change-open': [{ changeId: 7 }],
  'change-refused': [{ changeId: 7, cause: { kind: 'full', members: 4, most: 4 } }],
  'change-elsewhere': (
    ['waiting', 'sending', 'unknown', 'left', 'delivered', 'refused', 'withdrawn'] as const
  ).map((state) => ({ changeId: 7, state })),
  'not-on-platform': [
    { asked: path, wish: 'delete' },
    { asked: path, wish: 'download' },
  ],
};

const FAULTS = Object.entries(EXAMPLES).flatMap(([kind, all]) =>
  all.map((example) => ({ kind, ...example }) as SaidFault),
);

describe.each(LANGUAGES)('faults in %s', (language) => {
  const words = wordsOf(language);
  const said = FAULTS.map((fault) => ({ kind: fault.kind, text: faultSentence(fault, words) }));
  const wrong = (isRight: (text: string) => boolean) => said.filter(({ text }) => !isRight(text));

  test('every fault is said in whole sentences that begin and end as such', () => {
    expect(wrong((text) => /^(\p{Lu}|\/).{20,}[.”]$/su.test(text))).toEqual([]);
    expect(wrong((text) => !/undefined|\bnull\b|jwt|NaN|\.\.|\[object/.test(text))).toEqual([]);
  });

  test('no kind has the words of another, names its code, or sends anybody to a terminal', () => {
    const others = said.filter(({ kind, text }) =>
      said.some((other) => other.text === text && other.kind !== kind),
    );
    expect(others).toEqual([]);
    expect(wrong((text) => !/--\w|\blabseal |LABSEAL_|NODE_|\bCLI\b|terminal/.test(text))).toEqual(
      [],
    );
    const codes = said.filter(({ kind, text }) => kind.includes('-') && text.includes(kind));
    expect(codes).toEqual([]);
  });

  test('each says more than what happened: what it means for files and credits, or what to do', () => {
    expect(wrong((text) => text.split(/[.:;”] |, (?:so|quindi) /u).length > 1)).toEqual([]);
  });
});

test('the service’s own words are quoted, and a bug names its log entry', () => {
  const words = wordsOf('en');
  const refused = { kind: 'forbidden', serviceSays: 'Account <b>suspended</b>' } as const;
  expect(faultSentence(refused, words)).toBe(
    'The service says: “Account <b>suspended</b>” Nothing was changed.',
  );
  expect(faultSentence({ kind: 'internal', logId: 'L-17' }, words)).toContain('L-17');
});

test('what may have been done is never called "nothing was done"', () => {
  const words = wordsOf('en');
  const open: readonly SaidFault[] = [
    { kind: 'host-lost' },
    { kind: 'cancelled' },
    { kind: 'unknown-outcome', why: 'timed-out' },
    { kind: 'internal', logId: 'L-17' },
  ];
  for (const fault of open) {
    expect(faultSentence(fault, words)).toContain('not known whether');
    expect(faultSentence(fault, words)).not.toMatch(/nothing (is|was)/i);
  }
  expect(faultSentence({ kind: 'not-asked' }, words)).toContain('nothing was done');
});
