import { expect, test } from 'vitest';
import type { CitedRecord, CitedRecords } from '../proofs/cited-records.ts';
import { STATEMENTS } from '../proofs/cited-records.ts';
import { LANGUAGES } from './languages.ts';
import { qrLabels } from './qr-labels.ts';
import { statementText, statementWordsOf } from './statements.ts';

const SERVICE = 'https://notary.test/';
const record = (over: Partial<CitedRecord> = {}): CitedRecord => ({
  name: 'run-14.raw',
  fileId: 'remote-1',
  projectId: 'p1',
  visibility: 'public',
  isDeleted: false,
  past: null,
  sizeBytes: 3_000_000,
  sha256: 'ab'.repeat(32),
  notarizedAtMs: Date.UTC(2026, 10, 20, 9, 44),
  ...over,
});
const cited = (...records: readonly CitedRecord[]): CitedRecords => ({
  service: SERVICE,
  account: 'Robin Marsh',
  algorithm: 'sha256',
  projects: ['Tides'],
  records,
  left: { unproven: 0, unread: 0, unseen: 0, contradicted: 0, byRules: 0 },
});
const earlier = Date.UTC(2026, 10, 3, 8, 0);
const two = cited(
  record({ notarizedAtMs: earlier, visibility: 'private', fileId: 'remote-0' }),
  record(),
);

test('an availability statement says what the records show, and leaves gaps for what they do not', () => {
  const text = statementText('availability', two, 'en');
  expect(text).toContain('The data are in 2 files (6 MB) and are available from [');
  expect(text).toContain(`service at ${SERVICE} recorded each file on a blockchain no later than`);
  expect(text).toContain('no later than 20 Nov 2026, 09:44 UTC.');
  expect(text).toContain('1 file is public there and can be downloaded by people with access');
  expect(text).toContain('1 file is private and cannot be downloaded from it.');
  expect(text.split('\n').slice(-3)).toEqual([
    `- run-14.raw. SHA-256 ${'ab'.repeat(32)}. Notarized no later than 3 Nov 2026, 08:00 UTC, record remote-0 at ${SERVICE} (account of Robin Marsh).`,
    `- run-14.raw. SHA-256 ${'ab'.repeat(32)}. Notarized no later than 20 Nov 2026, 09:44 UTC, record remote-1 at ${SERVICE} (account of Robin Marsh).`,
    '',
  ]);
});

test('the text counts what is cited, and tells others nothing of where copies are on this computer', () => {
  const past = cited(record(), record({ past: 'changed' }), record({ past: 'missing' }));
  expect(statementText('availability', past, 'en')).toContain(
    'The data are in 3 files (9 MB) and are available from [',
  );
  for (const language of LANGUAGES)
    for (const kind of ['availability', 'methods', 'plan'] as const)
      expect(statementText(kind, past, language)).not.toMatch(/\bhere\b|\bqui (manca|mancano)\b/);
});

test('a file that was deleted on the service cannot be downloaded from there', () => {
  const text = statementText('plan', cited(record({ isDeleted: true })), 'en');
  expect(text).toContain('1 file was deleted there; the records remain.');
  expect(text).not.toContain('downloaded');
  expect(text).toContain('notarization is no backup');
});

test('no record, no text; a long list becomes a table of its own', () => {
  const many = cited(...Array.from({ length: 51 }, (_none, at) => record({ fileId: `r${at}` })));
  for (const statement of STATEMENTS) expect(statementText(statement, cited(), 'en')).toBe('');
  expect(statementText('methods', many, 'en')).toContain('listed in [supplementary table]');
  expect(statementText('methods', many, 'en')).not.toContain('r50');
  expect(statementText('records', many, 'en').split('\r\n')).toHaveLength(53);
});

test('the table is the same in every language, and no name begins a formula or a line in it', () => {
  const hostile = cited(record({ name: '=1+1\n\u202Egpj' }));
  const table = statementText('records', hostile, 'en');
  expect(statementText('records', hostile, 'it')).toBe(table);
  expect(table.split('\r\n')[1]).toMatch(/^'=1\+1\\n\\u\{202e\}gpj,/);
  expect(statementText('methods', hostile, 'en')).not.toContain('\u202E');
});

test.for(LANGUAGES)(
  'in %s every text names the service, the projects it speaks of, and its gaps',
  (language) => {
    for (const statement of ['availability', 'methods', 'plan'] as const) {
      const text = statementText(statement, two, language);
      expect(text).toContain(SERVICE);
      expect(text).toMatch(/\[[^\]]+\]/);
      expect(text).not.toMatch(/undefined|NaN| {2}|\s[.,]/);
    }
  },
);

test('what speaks against relying on a record goes with its citation, its row and its label', () => {
  const troubled = {
    ...cited(record({ isDeleted: true }), record({ past: 'changed', fileId: 'remote-2' })),
    algorithm: 'md5',
  } as const;
  const text = statementText('availability', troubled, 'en');
  expect(text).toContain('MD5 fingerprints, an old kind');
  expect(text).toMatch(/remote-1 at .*\. Deleted on the service since: the record remains\./);
  expect(statementText('methods', troubled, 'it')).toContain('impronte MD5, di un tipo vecchio');
  expect(statementText('methods', two, 'en')).not.toContain('an old kind');

  const [head = '', first = '', second = ''] = statementText('records', troubled, 'en').split(
    '\r\n',
  );
  expect(head).toMatch(/,account,on_service,copy_here,fingerprint_of_record$/);
  expect(first).toMatch(/,Robin Marsh,deleted,as_notarized,md5 \(can be forged\)$/);
  expect(second).toMatch(/,Robin Marsh,kept,changed,md5 \(can be forged\)$/);

  const list = { title: 'Box 3', sha256: 'cd'.repeat(32) };
  const [one, other] = qrLabels(troubled, 'each', list, statementWordsOf('en'));
  expect(one?.lines.slice(0, 2)).toEqual([
    'deleted on the service since',
    'recorded by MD5, which can be forged',
  ]);
  expect(other?.lines[0]).toBe('changed since');
  const [together] = qrLabels(troubled, 'together', list, statementWordsOf('it'));
  expect(together?.lines.slice(1, 4)).toEqual([
    '1 eliminato in seguito sul servizio',
    '1 modificato in seguito',
    'registrato con MD5, che si può falsificare',
  ]);
});
