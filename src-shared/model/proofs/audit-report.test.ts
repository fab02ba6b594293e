import { expect, test } from 'vitest';
import { NO_AUDIT_TOTALS, type AuditFinding, type AuditRow, type AuditRun } from './audit.ts';
import { auditFileName, auditText } from './audit-report.ts';

const RUN: AuditRun = {
  id: '7',
  root: '/data/../=cmd',
  folderId: null,
  startedBy: 'person',
  state: 'cancelled',
  beganAtMs: Date.UTC(2026, 10, 21, 9),
  endedAtMs: null,
  resumptions: 0,
  totals: NO_AUDIT_TOTALS,
  hasProvenRows: true,
  listForm: 3,
  listSha256: null,
};
const RECORD = {
  fileId: 'remote-1',
  projectId: 'project-1',
  visibility: 'public',
  name: '=HYPERLINK("x")',
  status: 'Available',
  provenAtMs: 0,
} as const;

const SILENT: AuditFinding = {
  verdict: 'changed',
  trace: 'silent',
  record: RECORD,
  before: { sizeBytes: 10, modifiedAtMs: 0 },
  matches: null,
};
const moved = { record: RECORD, before: null, foundAt: '+new.raw' } as const;
const MOVED: AuditFinding = { verdict: 'missing', ...moved };

const row = (path: string, over: Partial<AuditRow> = {}): AuditRow => ({
  id: 1,
  path,
  finding: { verdict: 'never-notarized', state: null, hold: null },
  sizeBytes: 10,
  blake3: 'b',
  sha256: 's',
  checkedAtMs: 0,
  ...over,
});
const ROWS: readonly AuditRow[] = [
  row('silent.raw', { finding: SILENT }),
  row('gone.raw', { finding: MOVED, sizeBytes: null }),
  row('@SUM(A1).csv'),
  row('a, "b".raw'),
];

const SOURCE = { service: 'https://notary.test/', account: 'Robin Marsh' };

const whole = (form: 'json' | 'csv', sizes: readonly number[]) => {
  let from = 0;
  return sizes
    .map((size, at) => {
      const rows = ROWS.slice(from, (from += size));
      return auditText(form, RUN, rows, {
        source: SOURCE,
        isFirst: at === 0,
        isLast: at === sizes.length - 1,
      });
    })
    .join('');
};

test('the pieces of a report are one JSON document, however they are cut, also without a row', () => {
  const inOne = whole('json', [4]);
  for (const sizes of [
    [1, 3],
    [2, 0, 2],
    [1, 1, 1, 1],
  ]) {
    expect(JSON.parse(whole('json', sizes)) as unknown).toEqual(JSON.parse(inOne));
  }
  expect(JSON.parse(whole('json', [0]))).toMatchObject({ files: [] });
  const turned = auditText('json', RUN, [row('a\u202Eb')], {
    source: SOURCE,
    isFirst: true,
    isLast: true,
  });
  expect(turned).not.toContain('\u202E');
  expect(JSON.parse(turned)).toMatchObject({ files: [{ path: 'a\u202Eb' }] });
  expect(JSON.parse(inOne)).toMatchObject({
    report: 'Labseal audit',
    version: 1,
    ...SOURCE,
    audit: { folder: RUN.root, state: 'cancelled', isComplete: false },
    files: [
      { path: 'silent.raw', verdict: 'changed', reason: 'silent', before: { sizeBytes: 10 } },
      { path: 'gone.raw', verdict: 'missing', reason: 'moved', foundAt: '+new.raw' },
      { reason: 'not-watched' },
      {},
    ],
  });
});

test('in the table of a report nothing is a formula, whoever named the files', () => {
  const text = whole('csv', [1, 3]);
  expect(text).toBe(whole('csv', [4]));
  const [head, first, gone, formula, quoted, end] = text.split('\r\n');
  expect(head).toMatch(/^path,verdict,reason,/);
  expect(first).toContain(`"'=HYPERLINK(""x"")"`);
  expect(gone).toMatch(/,'\+new\.raw,no later than$/);
  expect(formula).toMatch(/^'@SUM/);
  expect(quoted).toMatch(/^"a, ""b""\.raw",/);
  expect(end).toBe('');
});

test('names that differ by a backslash and a line are written differently, and a list of before as it was', () => {
  const rows = [row('a\\nb'), row('a\nb')];
  const piece = { source: SOURCE, isFirst: false, isLast: true };
  const namesIn = (listForm: AuditRun['listForm']) =>
    auditText('csv', { ...RUN, listForm }, rows, piece)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[0]);
  expect(namesIn(2)).toEqual(['a\\\\nb', 'a\\nb']);
  expect(namesIn(1)).toEqual(['a\\nb', 'a\\nb']); // its digest may have been signed
});

test('a date says whether it is that of the record; a list of before as it was', () => {
  const dated = { ...moved, record: { ...RECORD, isDateRecorded: true as const } };
  const rows = [row('a', { finding: { verdict: 'missing', ...dated } }), row('b')];
  const piece = { source: SOURCE, isFirst: true, isLast: true };
  const lastIn = (listForm: AuditRun['listForm']) =>
    auditText('csv', { ...RUN, listForm }, rows, piece)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').at(-1));
  expect(lastIn(3)).toEqual(['proven_at_is', 'exact', '']);
  expect(lastIn(2)).toEqual(['found_at', "'+new.raw", '']);
});

test('the name of a report says the day and nothing of the folder', () => {
  expect(auditFileName(RUN, 'csv')).toBe('labseal-audit-2026-11-21-7.csv');
});
