import { describe, expect, test } from 'vitest';
import { AUDIT_RHYTHMS, AUDIT_STATES, AUDIT_VERDICTS, type AuditFinding } from '../proofs/audit.ts';
import type { AuditFigures } from './audit-words.ts';
import { auditWords as english } from './en/audits.ts';
import { auditWords as italian } from './it/audits.ts';

const figures: AuditFigures = { moment: () => '20 Nov 2026', state: () => 'Ready' };
const record = {
  fileId: 'remote-1',
  projectId: 'p1',
  visibility: 'public',
  name: 'x\u202E_v2.raw',
  status: 'Available',
  provenAtMs: 1,
} as const;
const changed = { verdict: 'changed', record, before: null, matches: null } as const;
const unsure = { verdict: 'unsure', record: null } as const;

const UNSURE = [
  ...(['changing', 'pending', 'not-recorded', 'unknown-status', 'contradicted'] as const),
  ...(['in-doubt', 'platform-only', 'method-unknown', 'not-fetched'] as const),
  'history-incomplete',
] as const;

const FINDINGS: readonly AuditFinding[] = [
  { verdict: 'proven', reason: 'own-record', basis: 'fingerprint', record, isDeleted: false },
  { verdict: 'proven', reason: 'own-record', basis: 'fingerprint', record, isDeleted: true },
  { verdict: 'proven', reason: 'other-name', basis: 'sent', record, isDeleted: false },
  { ...changed, trace: 'silent' },
  { ...changed, trace: 'disguised' },
  { ...changed, trace: 'edited' },
  { ...changed, trace: 'undated' },
  { ...changed, trace: 'edited', matches: record },
  { verdict: 'missing', record, before: null, foundAt: null },
  { verdict: 'missing', record, before: null, foundAt: 'b/\u202Ex.raw' },
  { verdict: 'unreadable', errno: 'EACCES', isFolder: false, record: null },
  { verdict: 'unreadable', errno: 'EACCES', isFolder: true, record: null },
  ...UNSURE.map((reason) => Object.assign({ reason }, unsure)),
  { verdict: 'never-notarized', state: null, hold: null },
  { verdict: 'never-notarized', state: 'ready', hold: null },
];

describe.each([
  ['English', english],
  ['Italian', italian],
])('the words of audits in %s', (_language, words) => {
  test('every finding has a sentence of its own, and nothing in it misleads', () => {
    const texts = FINDINGS.map((finding) => words.finding(finding, figures));
    expect(new Set(texts).size).toBe(FINDINGS.length);
    for (const text of texts) {
      expect(text).toMatch(/^\p{Lu}.*\.$/u);
      expect(text).not.toContain('\u202E');
    }
  });

  test('only what is proven is called byte-for-byte', () => {
    const bytes = /byte.(for|per).byte/i;
    for (const finding of FINDINGS) {
      expect(bytes.test(words.finding(finding, figures))).toBe(finding.verdict === 'proven');
    }
  });

  test('a silent change is said to be the disk’s', () => {
    const [silent, ...others] = FINDINGS.filter(({ verdict }) => verdict === 'changed').map(
      (finding) => words.finding(finding, figures),
    );
    expect(silent).toMatch(/dis[ck]/);
    expect(others.filter((text) => /dis[ck]/.test(text))).toEqual([]);
  });

  test('verdicts, ends and rhythms are told apart', () => {
    for (const [codes, labels] of [
      [AUDIT_VERDICTS, words.verdicts],
      [AUDIT_STATES, words.states],
      [AUDIT_RHYTHMS, words.rhythms],
    ] as const) {
      expect(new Set(Object.values(labels)).size).toBe(codes.length);
    }
  });
});
