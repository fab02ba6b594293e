import { describe, expect, test } from 'vitest';
import { SLOW_RULES } from '../files/read-trouble.ts';
import type { AuditFinding } from '../proofs/audit.ts';
import { auditWords as englishAudits } from './en/audits.ts';
import { fileSentence } from './en/files.ts';
import { unreadableSentence as english } from './en/unreadable.ts';
import { verdictWords as englishVerdicts } from './en/verdicts.ts';
import { auditWords as italianAudits } from './it/audits.ts';
import { unreadableSentence as italian } from './it/unreadable.ts';
import { verdictWords as italianVerdicts } from './it/verdicts.ts';
import { fileView } from '../../../src-main/hosts/cli/test-support/file-view.ts';

/** One of each kind. */
const CODES = [
  ...'EACCES EBUSY EIO ESTALE ETIMEDOUT ENOKEY EMFILE ELOOP ENAMETOOLONG EIGNORE EMANYRULES'.split(
    ' ',
  ),
  ...'unusable-name ENOTFILE EWORKER ELABSEAL EDRIVEGONE EOTHERDRIVE EUNTRUESIZE ERESTLESS E521'.split(
    ' ',
  ),
  `${SLOW_RULES}a/.labsealignore`,
  'EENCODING:Latin-1',
  'EENCODING:binary',
];

const figures = { moment: () => 'today', state: () => 'ready' };
const finding = (errno: string, isFolder: boolean): AuditFinding => ({
  verdict: 'unreadable',
  errno,
  isFolder,
  record: null,
});

describe.each([
  ['English', english, englishAudits, englishVerdicts],
  ['Italian', italian, italianAudits, italianVerdicts],
] as const)('why a path cannot be read, in %s', (_language, sentence, audits, verdicts) => {
  test('each kind of cause has words of its own', () => {
    const texts = CODES.map(sentence);
    expect(new Set(texts).size).toBe(CODES.length);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}[^\n]*\.$/u);
  });

  test.each(CODES)('an audit and a verification say the same of %s', (errno) => {
    for (const isFolder of [false, true]) {
      expect(audits.finding(finding(errno, isFolder), figures)).toContain(sentence(errno));
    }
    expect(verdicts.doubt({ kind: 'unreadable', errno })).toContain(sentence(errno));
  });

  test('a code that nobody knows is named, and cannot control a terminal', () => {
    expect(sentence('E521')).toContain('E521');
    expect(sentence('E\u202E\u001B')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

test('a list of files says the same', () => {
  const file = fileView({ state: 'unreadable', note: 'ENOKEY' });
  expect(fileSentence(file)).toBe(english('ENOKEY'));
});
