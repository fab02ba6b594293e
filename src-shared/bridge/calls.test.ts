import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALL_NAMES, CALLS } from './calls.ts';
import { certificatePath, PageMessage, readCertificatePath } from './loopback.ts';
import { EXAMPLE_INPUTS } from './test-support/example-inputs.ts';

const says = (message: unknown) => z.safeParse(PageMessage, message).success;

test('every call is a noun and a verb, and knows whether it changes anything', () => {
  for (const name of CALL_NAMES) {
    expect(name).toMatch(/^[a-z]+\.[a-z]+([A-Z][a-z]+)?$/);
    expect(['reads', 'changes']).toContain(CALLS[name].effect);
  }
  expect(CALL_NAMES.length).toBeGreaterThan(40);
});

test.for(CALL_NAMES)('%s takes its example, and nothing beside it', (name) => {
  const { input } = CALLS[name];
  const example = EXAMPLE_INPUTS[name];
  expect(z.safeParse(input, example)).toMatchObject({ success: true });
  const beside = [{ ...example, more: 1 }, null, [example], 'text', undefined];
  expect(beside.filter((value) => z.safeParse(input, value).success)).toEqual([]);
});

test.for(CALL_NAMES)('%s takes nothing from a key named __proto__', (name) => {
  const own = JSON.stringify(EXAMPLE_INPUTS[name]).slice(1, -1);
  const text = `{"__proto__":{"polluted":1}${own === '' ? '' : ','}${own}}`;
  const read = z.safeParse(CALLS[name].input, JSON.parse(text));
  const taken: unknown = read.success ? read.data : {};
  expect(taken).not.toHaveProperty('polluted');
  expect({}).not.toHaveProperty('polluted');
});

test('no text has a NUL, no path is relative, no list is endless', () => {
  const refused = [
    ['files.explain', { path: 'raw/run.csv' }],
    ['files.explain', { path: '/raw/run\0.csv' }],
    ['files.show', { asked: 'a'.repeat(4_097) }],
    ['files.show', { asked: '' }],
    ['files.approve', { selection: { fileIds: [] }, credits: 1 }],
    [
      'files.approve',
      { selection: { fileIds: Array.from({ length: 10_001 }, () => '1') }, credits: 1 },
    ],
    ['files.approve', { selection: { fileIds: ['1; DROP TABLE file'] }, credits: 1 }],
    ['files.range', { ...EXAMPLE_INPUTS['files.range'], count: 301 }],
    ['files.range', { ...EXAMPLE_INPUTS['files.range'], first: -1 }],
    ['transfers.setLimit', { bytesPerSecond: 999 }],
    ['credits.history', { from: '2026-11-02', to: '2026-11-01' }],
    ['credits.history', { from: '1826-01-01', to: '2026-11-01' }],
    ['credits.setLimit', { name: 'day', value: -1 }],
    ['credits.setLimit', { name: 'day', value: Number.NaN }],
    ...[
      {},
      { name: '' },
      { area: 'a\0' },
      { area: 'a'.repeat(20_001) },
      { maxNumberOfMembers: 1_000_001 },
      { tags: Array.from({ length: 201 }, () => 'eeg') },
      { leaderId: 'u2' },
    ].map((edit) => ['projects.edit', { projectId: '1', edit }] as const),
  ] as const;
  const taken = refused.filter(([name, value]) => z.safeParse(CALLS[name].input, value).success);
  expect(taken).toEqual([]);
});

test.for(['42', '/data/run 1.raw', 'a%2Fb', '…', 'a/b?c#d'])(
  'the address of the certificate of %j is read back',
  (asked) => {
    const path = certificatePath('json', asked);
    expect(new URL(path, 'http://127.0.0.1').pathname).toBe(path);
    expect(readCertificatePath(path)).toEqual({ form: 'json', asked });
  },
);

test.for(['/api/certificate/pdf/', '/api/certificate/exe/1', '/api/certificate/pdf/%E0%A4%A'])(
  '%s is the address of no certificate',
  (path) => expect(readCertificatePath(path)).toBeNull(),
);

test.each(['', ' ', '\n\n', '\r\n\t'])('%j is no name of a tag', (name) => {
  expect(CALLS['tags.create'].input.safeParse({ name }).success).toBe(false);
});

test('a message of a page is a greeting or asks for a snapshot', () => {
  expect(says({ kind: 'hello', session: 's' })).toBe(true);
  expect(says({ kind: 'resync' })).toBe(true);
  expect([{}, { kind: 'hello' }, { kind: 'resync', more: 1 }, 'hello', null].filter(says)).toEqual(
    [],
  );
});
