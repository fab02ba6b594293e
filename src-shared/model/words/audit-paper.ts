/** The languages in which the report of an audit can be printed. */
import { auditPaperWords as english, type AuditPaperWords } from './en/audit-paper.ts';
import { auditPaperWords as italian } from './it/audit-paper.ts';
import type { Language } from './languages.ts';

const WORDS: Readonly<Record<Language, AuditPaperWords>> = { en: english, it: italian };

export const auditPaperWordsOf = (language: Language): AuditPaperWords => WORDS[language];
