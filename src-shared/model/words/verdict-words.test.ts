import { describe, expect, test } from 'vitest';
import { settledBy, type Doubt, type RecordFacts, type Verdict } from '../proofs/verdict.ts';
import { verdictWords as english } from './en/verdicts.ts';
import { verdictWords as italian } from './it/verdicts.ts';
import { methodName, type VerdictFigures, type VerdictWords } from './verdict-words.ts';

const figures: VerdictFigures = {
  moment: () => '20 Nov 2026, 09:44 UTC',
  size: (bytes) => `${bytes} bytes`,
};
const record: RecordFacts = {
  fileId: 'remote-1',
  projectId: 'p1',
  projectName: 'Tides',
  visibility: 'public',
  name: 'x_v2.raw',
  status: 'Available',
  notarizedAtMs: 1,
  uploadedAtMs: 1,
  sizeBytes: 10,
  isCertificateSaved: true,
};
const comparison = {
  source: 'metadata',
  written: 'ab',
  method: { algorithm: 'sha256', encoding: 'hex' },
  fileHex: 'ab',
  recordHex: 'cd',
} as const;
const away = { why: 'no-connection', status: null, retryAfterMs: null } as const;
const NO_CONNECTION = { kind: 'unavailable', ...away } as const;

/** One of each; the compiler asks for a new kind here. */
const DOUBTS: { readonly [Kind in Doubt['kind']]: Extract<Doubt, { kind: Kind }> } = {
  absent: { kind: 'absent' },
  'not-a-file': { kind: 'not-a-file' },
  unreadable: { kind: 'unreadable', errno: 'EACCES' },
  'changed-while-read': { kind: 'changed-while-read' },
  recording: { kind: 'recording' },
  'record-error': { kind: 'record-error' },
  'unknown-status': { kind: 'unknown-status', status: 'Odd\u202Est' },
  'not-fetched': { kind: 'not-fetched', fault: NO_CONNECTION },
  'no-fingerprint': { kind: 'no-fingerprint' },
  'unreadable-fingerprint': { kind: 'unreadable-fingerprint', written: 'x'.repeat(500) },
  'method-unknown': { kind: 'method-unknown', written: 'ab' },
  'contradicts-upload': { kind: 'contradicts-upload', written: 'ab' },
  'not-a-certificate': { kind: 'not-a-certificate' },
  'certificate-without-fingerprint': { kind: 'certificate-without-fingerprint' },
  'certificate-contradicts-itself': { kind: 'certificate-contradicts-itself' },
  'certificate-method-not-computed': {
    kind: 'certificate-method-not-computed',
    stated: 'RIPEMD-160',
  },
  'certificate-contradicts-record': { kind: 'certificate-contradicts-record', written: 'ab' },
  'certificate-method-unknown': { kind: 'certificate-method-unknown', written: ['ab'] },
  'no-such-record': { kind: 'no-such-record', projectId: null, compared: 3, uncompared: 1 },
};

const textOf = (words: VerdictWords, verdict: Verdict) =>
  words.text(
    {
      verdict,
      confirmation:
        verdict.record === null
          ? { kind: 'unconfirmed', why: 'no-record' }
          : { kind: 'confirmed', by: 'record', record: verdict.record },
    },
    figures,
  );

describe.each([
  ['English', english],
  ['Italian', italian],
])('the words of verdicts in %s', (_language, words) => {
  test.each(Object.values(DOUBTS))(
    '$kind has a sentence of its own, harmless and of a length to read, and a way to settle it',
    (doubt) => {
      const text = words.doubt(doubt);
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(text.length).toBeLessThan(300);
      expect(text).not.toMatch(/[\u202A-\u202E]/);
      const others = Object.values(DOUBTS).filter(({ kind }) => kind !== doubt.kind);
      expect(others.map((other) => words.doubt(other))).not.toContain(text);
      const ways = settledBy(doubt).map((settling) => words.settlings[settling]);
      expect(ways).toContainEqual(expect.stringMatching(/^\p{Lu}/u));
    },
  );

  test('only a match is called byte-for-byte, and only a mismatch is said to differ', () => {
    const mismatched = { kind: 'mismatch', record, comparison, matches: [] } as const;
    const match = textOf(words, { kind: 'match', record, comparison });
    const mismatch = textOf(words, { ...mismatched, longerByBytes: 2 });
    expect(match).toMatch(/byte.*20 Nov 2026/);
    expect(mismatch).toContain('2 bytes');
    const deleted = { ...record, status: 'Deleted' };
    const more = textOf(words, { kind: 'match', record: deleted, comparison });
    expect(more.startsWith(`${match} `)).toBe(true);
    const nameless = textOf(words, { kind: 'match', record: null, comparison });
    expect(nameless).not.toContain('2026');
    expect(new Set([match, mismatch, nameless]).size).toBe(3);
  });

  test('another record that it does match is named', () => {
    const other = { record, matches: [record] };
    const mismatch = { kind: 'mismatch', comparison, longerByBytes: 0, ...other } as const;
    expect(textOf(words, mismatch)).toContain('x_v2.raw');
    const unsure = { kind: 'unsure', doubt: DOUBTS.recording, ...other } as const;
    expect(textOf(words, unsure)).toContain('x_v2.raw');
  });

  test('signed out, offline, never asked and a document of another file are told apart', () => {
    const foreign = { kind: 'not-the-service', what: 'unreadable' } as const;
    const faults = [null, NO_CONNECTION, { kind: 'not-signed-in' } as const, foreign];
    const texts = faults.map((fault) => words.doubt({ kind: 'not-fetched', fault } as Doubt));
    expect(new Set(texts).size).toBe(4);
  });
});

test('a method is called by the names that people know', () => {
  expect(methodName({ algorithm: 'sha3-256', encoding: 'base64' })).toBe('SHA3-256 (Base64)');
});
