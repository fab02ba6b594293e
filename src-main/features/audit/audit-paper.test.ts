import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import {
  type AuditRow,
  type AuditRun,
  type AuditSource,
  NO_AUDIT_TOTALS,
  withFinding,
} from '../../../src-shared/model/proofs/audit.ts';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { auditText } from '../../../src-shared/model/proofs/audit-report.ts';
import { MOST_AUDIT_ROWS } from '../../../src-shared/bridge/audit-calls.ts';
import { auditPaperWordsOf } from '../../../src-shared/model/words/audit-paper.ts';
import { createHash } from 'node:crypto';
import type { AuditRowFilter } from '../../db/proofs/audit-repository.ts';
import { auditPaper } from './audit-paper.ts';

const SHA256 = 'ab'.repeat(32);
const BLAKE3 = 'cd'.repeat(32);
const RECORD = {
  fileId: 'file-7',
  projectId: 'project-1',
  visibility: 'private',
  name: 'run.raw',
  status: 'Available',
  provenAtMs: Date.UTC(2026, 10, 20, 9, 44),
  isDateRecorded: true,
} as const;
const LOOK = { sizeBytes: 1_000, modifiedAtMs: Date.UTC(2026, 10, 19, 8) };

const row = (id: number, path: string, finding: AuditRow['finding']): AuditRow => ({
  id,
  path,
  finding,
  sizeBytes: 2_500,
  sha256: SHA256,
  blake3: BLAKE3,
  checkedAtMs: Date.UTC(2026, 10, 21, 10, 5),
});
const proven = (id: number, path = `run-${id}.raw`) =>
  row(id, path, {
    verdict: 'proven',
    reason: 'own-record',
    basis: 'fingerprint',
    record: RECORD,
    isDeleted: false,
  });
const changed = row(1, 'runs/Größe_数据.raw', {
  verdict: 'changed',
  trace: 'disguised',
  record: RECORD,
  before: LOOK,
  matches: null,
});

/** What the core says of an audit with these rows. */
function audited(rows: readonly AuditRow[], over: Partial<AuditRun> = {}) {
  const totals = rows.reduce(
    (sum, { finding }) => withFinding(sum, finding, 2_500),
    NO_AUDIT_TOTALS,
  );
  const run: AuditRun = {
    id: '4',
    root: '/data/ms2',
    folderId: '1',
    startedBy: 'person',
    state: 'complete',
    beganAtMs: Date.UTC(2026, 10, 21, 10),
    endedAtMs: Date.UTC(2026, 10, 21, 10, 30),
    resumptions: 0,
    totals: { ...totals, links: 2 },
    hasProvenRows: true,
    listForm: 3,
    listSha256: null,
    ...over,
  };
  const source = { service: 'https://notary.test/', account: 'Robin Marsh', algorithm: null };
  const csv = auditText('csv', run, rows, { source, isFirst: true, isLast: true });
  return {
    csv,
    audits: {
      source: (): AuditSource => source,
      show: (asked: string) =>
        asked === run.id ? ok(run) : fail({ kind: 'unknown-audit', asked } as const),
      rows: (_id: string, { verdicts }: AuditRowFilter, { first, count }: Window) => {
        const found = rows.filter(({ finding }) => verdicts?.includes(finding.verdict));
        return ok({ total: found.length, first, rows: found.slice(first, first + count) });
      },
      export: () => ok({ text: csv, next: null, fileName: 'list.csv' }),
    },
  };
}
interface Window {
  readonly first: number;
  readonly count: number;
}

async function printed(
  of: ReturnType<typeof audited>,
  language: 'en' | 'it' = 'en',
  mostRows?: number,
) {
  const made = await auditPaper('4', auditPaperWordsOf(language), of.audits, mostRows);
  if (!made.ok) throw new Error(made.fault.kind);
  return made.value;
}

/** Each page as another program reads it. */
async function read(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  const pages: { text: string; size: readonly number[] }[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    pages.push({ text: text.replaceAll(/\s+/g, ' '), size: page.view.map(Math.round) });
  }
  await task.destroy();
  return { pages, text: pages.map(({ text }) => text).join(' ') };
}

test('the report has its facts as text on A4, with lines for name, date and signature on the first page', async () => {
  const of = audited([changed, proven(2), proven(3, 'runs/ก.raw')]);
  const { bytes, fileName } = await printed(of);
  const { pages, text } = await read(bytes);
  expect(fileName).toBe('labseal-audit-2026-11-21-4.pdf');
  expect(pages.map(({ size }) => size)).toEqual(pages.map(() => [0, 0, 595, 842]));
  const [first] = pages;
  for (const fact of [
    'Audit report',
    '1 file is not proven unchanged.',
    '/data/ms2',
    'Read 3 files, ',
    '21 Nov 2026, 10:30 UTC',
    'Changed since notarized',
    'Changed silently',
    '2 links',
    createHash('sha256').update(of.csv).digest('hex'),
    'Name Date Signature',
  ]) {
    expect(first?.text).toContain(fact);
  }
  for (const fact of [
    SHA256,
    BLAKE3,
    '2.5 kB · read 21 Nov 2026, 10:05 UTC · record file-7 in project project-1',
    'the service says: Available',
    'when it was proven: 1 kB, modified 19 Nov 2026, 08:00 UTC',
    'Byte-for-byte as notarized on 20 Nov 2026, 09:44 UTC.',
    'runs/U+0E01.raw', // letters that no font has are named
    `Page 1 of ${pages.length}`,
  ]) {
    expect(text).toContain(fact);
  }
  expect(text.replaceAll(' ', '')).toContain('runs/Größe_数据.raw'); // in two faces
  expect(text.indexOf('Größe')).toBeLessThan(text.indexOf('run-2.raw')); // problems first
});

test('it can be read aloud: headings, a table of facts, paragraphs in their order, letters as they are; fonts are embedded', async () => {
  const { bytes } = await printed(audited([changed, proven(2, 'runs/ก.raw')]));
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const tree = await (await pdf.getPage(1)).getStructTree();
  const { children = [] } = Object(tree?.children[0]) as { children?: { role?: string }[] };
  const roles = children.map(({ role }) => role);
  await task.destroy();
  expect(tree?.children).toHaveLength(1);
  expect(roles.slice(0, 3)).toEqual(['H1', 'P', 'Table']);
  expect(new Set(roles)).toEqual(new Set(['H1', 'P', 'Table', 'H2']));
  const raw = bytes.toString('latin1');
  expect(raw).toContain('/Marked true');
  expect(raw).toContain('<pdfaid:part>2</pdfaid:part>');
  expect(raw.match(/\/FontFile[23]/g)).toHaveLength(4); // the fourth is for 数据
  const actual = Buffer.from('\uFEFFruns/ก.raw', 'utf16le').swap16().toString('latin1');
  expect(raw).toContain(actual.replaceAll(/[\\()]/g, String.raw`\$&`));
});

test('the same audit gives the same bytes, whatever was printed in between', async () => {
  const of = audited([changed, proven(2)]);
  const before = await printed(of);
  await printed(audited([proven(1, 'Ünder.raw')]), 'it');
  expect((await printed(of)).bytes.equals(before.bytes)).toBe(true);
});

test('every file that is proven and an audit that was not through are called what they are, in Italian too', async () => {
  const all = await read((await printed(audited([proven(1)]))).bytes);
  expect(all.text).toContain('Every file is proven unchanged.');
  const part = await printed(audited([proven(1)], { state: 'cancelled' }), 'it');
  const { text } = await read(part.bytes);
  expect(text).toContain('Annullato: non tutti i file sono stati letti.');
  expect(text).toContain('Nome Data Firma');
});

test('what there is no room for is counted, and an older audit says that its proven files are gone', async () => {
  const room = MOST_AUDIT_ROWS + 10; // in two readings
  const many = Array.from({ length: room + 20 }, (_row, index) => proven(index + 2));
  const paper = await printed(audited([changed, ...many]), 'en', room);
  const { text, pages } = await read(paper.bytes);
  expect(text).toContain('21 more files: see the complete list.');
  expect(text.match(/SHA-256 ab/g)).toHaveLength(room);
  expect(text).toContain(`Page ${pages.length} of ${pages.length}`);

  const older = audited([proven(1)], { hasProvenRows: false });
  const gone = {
    ...older,
    audits: { ...older.audits, rows: () => ok({ total: 0, first: 0, rows: [] }) },
  };
  const withoutDigest = await read((await printed(gone)).bytes);
  expect(withoutDigest.text).toContain('only their number is kept');
  expect(withoutDigest.text).toContain('nor its digest');
  expect(withoutDigest.text).not.toContain('SHA-256 of the complete list');
  const known = audited([proven(1)], { hasProvenRows: false, listSha256: SHA256 });
  const { text: withDigest } = await read((await printed(known)).bytes);
  expect(withDigest).toContain(`SHA-256 of the complete list (CSV): ${SHA256}`);
  expect(withDigest).toContain('Labseal no longer keeps this list itself');
});

test('an audit that is not there is a fault', async () => {
  const { audits } = audited([]);
  const made = await auditPaper('9', auditPaperWordsOf('en'), audits);
  expect(made).toMatchObject({ ok: false, fault: { kind: 'unknown-audit', asked: '9' } });
});

test('the report names the service and the account, and an old kind of fingerprint that its records have', async () => {
  const of = audited([proven(1)]);
  const { text } = await read((await printed(of)).bytes);
  expect(text).toContain('https://notary.test/');
  expect(text).toContain('Robin Marsh');
  expect(text).not.toContain('can be forged');
  const weak = {
    ...of.audits,
    source: () => ({ ...of.audits.source(), algorithm: 'md5' }) as const,
  };
  for (const [language, words] of [
    ['en', 'name MD5 fingerprints, an old kind that can be forged'],
    ['it', 'impronte MD5, di un tipo vecchio'],
  ] as const) {
    const paper = await read((await printed({ ...of, audits: weak }, language)).bytes);
    expect(paper.text.replaceAll(/\s+/g, ' ')).toContain(words);
  }
});
