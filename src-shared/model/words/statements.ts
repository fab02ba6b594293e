/** Texts that people put into a paper or a plan, written from records. Pure. */
import type { CitedRecord, CitedRecords, Statement } from '../proofs/cited-records.ts';
import { recordsTable } from '../proofs/cited-records.ts';
import { isForgeable } from '../proofs/hash-method.ts';
import { printable } from '../text/printable.ts';
import { statementWords as english } from './en/statements.ts';
import { statementWords as italian } from './it/statements.ts';
import type { Language } from './languages.ts';
import type { CitedSummary, StatementWords } from './statement-words.ts';
import { algorithmName } from './verdict-words.ts';

const WORDS: Readonly<Record<Language, StatementWords>> = { en: english, it: italian };

export const statementWordsOf = (language: Language): StatementWords => WORDS[language];

/** More are in the table, which is a file of its own. */
const MOST_LISTED = 50;

/** Empty when there is no record to speak of. */
export function statementText(
  statement: Statement,
  cited: CitedRecords,
  language: Language,
): string {
  const { records } = cited;
  if (records.length === 0) return '';
  if (statement === 'records') return recordsTable(cited);
  const words = WORDS[language];
  const paragraphs = words.paragraphs[statement](summaryOf(cited));
  const list = statement === 'plan' ? [] : [listOf(cited, words)];
  const forgeable = forgeableOf(cited);
  const caution = forgeable === null ? [] : [words.forgeable(algorithmName(forgeable))];
  return `${[...[...paragraphs, ...caution].map(printable), ...list].join('\n\n')}\n`;
}

/** The algorithm of the records when two contents can be made that share its fingerprint; else null. */
export function forgeableOf({ algorithm }: Pick<CitedRecords, 'algorithm'>) {
  return algorithm !== null && isForgeable(algorithm) ? algorithm : null;
}

function listOf(cited: CitedRecords, words: StatementWords): string {
  const { records } = cited;
  if (records.length > MOST_LISTED) return words.manyRecords(records.length);
  return [
    words.records,
    ...records.map((one) => `- ${printable(citationOf(one, cited, words))}`),
  ].join('\n');
}

function citationOf(record: CitedRecord, cited: CitedRecords, words: StatementWords): string {
  return [words.citation(record, cited), ...(record.isDeleted ? [words.deleted] : [])].join(' ');
}

const bytesOf = (records: CitedRecords['records']) =>
  records.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function summaryOf({ service, projects, records }: CitedRecords): CitedSummary {
  const kept = records.filter(({ isDeleted }) => !isDeleted);
  const isPublic = kept.filter(({ visibility }) => visibility === 'public').length;
  return {
    service,
    projects,
    files: records.length,
    sizeBytes: bytesOf(records),
    lastMs: records.reduce((latest, { notarizedAtMs }) => Math.max(latest, notarizedAtMs), 0),
    public: isPublic,
    private: kept.length - isPublic,
    deleted: records.length - kept.length,
  };
}
