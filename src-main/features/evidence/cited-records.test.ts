import { expect, test } from 'vitest';
import type { ChosenFile, RecordedFile } from './bundle/bundle-facts.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { citedRecords } from './evidence-facts.ts';

const file = (over: Partial<RecordedFile> = {}, name = 'copy.raw'): ChosenFile => ({
  name,
  folderPath: null,
  original: name,
  copy: null,
  past: null,
  record: {
    fileId: 'remote-1',
    projectId: 'p1',
    visibility: 'public',
    name: 'run.raw',
    status: 'Available',
    fileType: 'primary',
    labels: '',
    uploadedAtMs: 1,
    notarizedAtMs: 20,
    ownerName: '',
    content: { sizeBytes: 8, sha256: 'ab', blake3: 'cd' },
    ...over,
  },
});
const judged = (files: readonly ChosenFile[]) =>
  citedRecords(
    {
      title: 'x',
      files,
      unproven: (['no-record', 'unread', 'unreadable'] as const).map((why) => ({
        name: why,
        folderPath: '',
        path: `/${why}`,
        why,
      })),
      leftOutByRules: 2,
    },
    (id) => `Project ${id}`,
    { service: 'https://notary.test/', account: 'Robin Marsh', algorithm: 'sha256' },
    ({ fileId }) => fileId === 'wrong',
  );
const cite = (...files: readonly ChosenFile[]) => valueOf(judged(files));
const pastOf = (...files: readonly ChosenFile[]) => cite(...files).records[0]?.past;

test('two copies of one record are one, under the name of the record; the oldest comes first', () => {
  const { records, projects, left } = cite(
    file({}, 'a.raw'),
    file({}, 'b.raw'),
    file({ fileId: 'remote-0', projectId: 'p2', notarizedAtMs: 10, status: 'Deleted' }),
  );
  expect(records).toMatchObject([
    { fileId: 'remote-0', isDeleted: true },
    { fileId: 'remote-1', name: 'run.raw', isDeleted: false },
  ]);
  expect(projects).toEqual(['Project p1', 'Project p2']);
  expect(left).toEqual({ unproven: 1, unread: 2, unseen: 0, contradicted: 0, byRules: 2 });
});

test.for([
  ['that was never seen on the chain', { notarizedAtMs: null }],
  ['whose content was never here', { content: null }],
  [
    'without the fingerprint that a reader could compare',
    { content: { sizeBytes: 8, sha256: null, blake3: 'cd' } },
  ],
] as const)('a record %s is counted, not cited', ([, over]) => {
  const { records, projects, left } = cite(file(over));
  expect([records, projects, left.unseen]).toEqual([[], [], 1]);
});

test('a record that the service contradicts is counted for itself, not cited', () => {
  const { records, projects, left } = cite(file({ fileId: 'wrong' }), file());
  expect(records.map(({ fileId }) => fileId)).toEqual(['remote-1']);
  expect([projects, left.contradicted, left.unseen]).toEqual([['Project p1'], 1, 0]);
});

test('a record is of a file of the past once no copy is as it was notarized', () => {
  const changed = { ...file(), past: 'changed' } as const;
  const missing = { ...file(), past: 'missing' } as const;
  expect(pastOf(changed, file(), missing)).toBeNull();
  expect(pastOf(missing, changed)).toBe('changed');
  expect(pastOf(missing)).toBe('missing');
});

test('what no message can hold is refused, and says how many it can', () => {
  const files = Array.from({ length: 50_001 }, (_none, at) => file({ fileId: `remote-${at}` }));
  expect(valueOf(judged(files.slice(1))).records).toHaveLength(50_000);
  expect(judged(files)).toMatchObject({
    ok: false,
    fault: { why: { kind: 'too-many-records', most: 50_000 } },
  });
});
