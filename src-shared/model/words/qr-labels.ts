/** What stands on labels with QR codes. Pure. */
import { type CitedRecords, countPast, PAST_FILES } from '../proofs/cited-records.ts';
import { MOST_QR_LABELS, type QrLabel, type QrLabelKind } from '../proofs/qr-label.ts';
import { printable, printableName } from '../text/printable.ts';
import type { StatementWords } from './statement-words.ts';
import { forgeableOf } from './statements.ts';
import { algorithmName } from './verdict-words.ts';

const LONGEST_TITLE = 100; // in a code, which grows with it
const SHOWN_DIGITS = 16;

/** `list`: what the label of all together is about, with the SHA-256 of its table of records. */
export function qrLabels(
  cited: CitedRecords,
  kind: QrLabelKind,
  list: { readonly title: string; readonly sha256: string },
  words: StatementWords,
): readonly QrLabel[] {
  const { records, service } = cited;
  const forgeable = forgeableOf(cited);
  const weakly = forgeable === null ? [] : [words.label.forgeable(algorithmName(forgeable))];
  if (kind === 'each') {
    return records
      .slice(0, MOST_QR_LABELS)
      .map(({ name, sha256, notarizedAtMs, isDateRecorded, fileId, isDeleted, past }) => ({
        title: printableName(name),
        // What there is no room for is left out at the end.
        lines: [
          ...(isDeleted ? [words.label.deleted(null)] : []),
          ...(past === null ? [] : [words.label.past(past, null)]),
          ...weakly,
          words.label.notarized(notarizedAtMs, isDateRecorded),
          words.label.record(printable(fileId)),
        ],
        print: digits(sha256),
        content: `SHA-256 ${sha256}\nrecord ${printable(fileId)}\n${printable(service)}`,
      }));
  }
  if (records.length === 0) return [];
  const title = Array.from(printable(list.title)).slice(0, LONGEST_TITLE).join('');
  const deleted = records.filter(({ isDeleted }) => isDeleted).length;
  const past = countPast(records);
  const lastMs = records.reduce((latest, { notarizedAtMs }) => Math.max(latest, notarizedAtMs), 0);
  return [
    {
      title,
      lines: [
        words.label.files(records.length),
        ...(deleted === 0 ? [] : [words.label.deleted(deleted)]),
        ...PAST_FILES.flatMap((each) =>
          past[each] === 0 ? [] : [words.label.past(each, past[each])],
        ),
        ...weakly,
        words.label.notarized(lastMs, undefined),
        words.label.list,
      ],
      print: digits(list.sha256),
      content: `${title}\nfiles ${records.length}\nSHA-256 of records.csv ${list.sha256}\n${printable(service)}`,
    },
  ];
}

const digits = (hex: string) => `${hex.slice(0, SHOWN_DIGITS).replaceAll(/.{4}(?=.)/g, '$& ')}…`;
