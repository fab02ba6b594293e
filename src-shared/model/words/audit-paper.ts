/** The languages in which the report of an audit can be printed. */
import type { AuditPaperWords } from './audit-paper-words.ts';
import { auditPaperWords as english } from './en/audit-paper.ts';
import { auditPaperWords as italian } from './it/audit-paper.ts';

const WORDS = { en: english, it: italian } as const;
export type PaperLanguage = keyof typeof WORDS;

export const auditPaperWordsOf = (language: PaperLanguage): AuditPaperWords => WORDS[language];
