/** Who gets how many credits, as it is written behind the command or in a file. */
import fs from 'node:fs';
import { amountOf, MOST_DIGITS } from '../../../../src-shared/model/people/credit-adjustment.ts';
import { csvRows } from '../../../../src-shared/model/text/csv.ts';
import { byteText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { UsageError } from '../exit-code.ts';
import { quoted } from '../option-values.ts';

/** Somebody, by id or e-mail address as it was written, and how many credits are meant. */
export interface Wish {
  readonly asked: string;
  readonly amount: number;
}

const MOST_PEOPLE = 1_000;
const MOST_BYTES = 1_000_000;
const ADDRESS_HEADS = ['e-mail', 'email'];
const ID_HEADS = ['id'];
/** Never "credits": a table of users has the balance there. */
const AMOUNT_HEADS = ['amount'];

/** `words`: people, and the amount behind them. `file`: a table that names the people instead. */
export function readWishes(words: readonly string[], file: string | undefined): readonly Wish[] {
  const wishes = file === undefined ? named(words) : listed(readTable(file), words);
  if (wishes.length > MOST_PEOPLE) {
    throw new UsageError(`At most ${integer(MOST_PEOPLE)} people can be named at once.`);
  }
  return wishes;
}

function named(words: readonly string[]): readonly Wish[] {
  const [last, ...others] = words.toReversed();
  if (last === undefined || others.length === 0) {
    throw new UsageError('Name the people and, behind them, the amount: ada@example.org 50.');
  }
  const amount = readAmount(last, '<amount>');
  return others.toReversed().map((asked) => ({ asked: asked.trim(), amount }));
}

function readTable(file: string): string {
  let content: Buffer;
  try {
    content = fs.readFileSync(file);
  } catch {
    throw new UsageError(`${file} cannot be read. Check the path.`);
  }
  if (content.length > MOST_BYTES) {
    throw new UsageError(`${file} is larger than ${byteText(MOST_BYTES)}, too large for a list.`);
  }
  const text = content.toString('utf8');
  if (/[\0\uFFFD]/.test(text)) {
    throw new UsageError(`${file} is not UTF-8. Save it as CSV in UTF-8 and try again.`);
  }
  return text;
}

/** A table with a head, or one person a line, with the amount beside them. */
export function listed(table: string, words: readonly string[]): readonly Wish[] {
  const [given, more] = words;
  if (more !== undefined) {
    throw new UsageError('Name the people behind the command or in the file, not both.');
  }
  const forEach = given === undefined ? null : readAmount(given, '<amount>');
  const rows = csvRows(table);
  const columns = columnsOf(rows[0] ?? []);
  if (columns.amount !== null && forEach !== null) {
    throw new UsageError('The list says the amount of each person: leave <amount> out.');
  }
  if (columns.amount === null && forEach === null) {
    throw new UsageError('The list has no column "amount": write the amount behind the command.');
  }
  const people = columns.hasHead ? rows.slice(1) : rows;
  if (people.length === 0) throw new UsageError('The list names nobody.');
  return people.map((row, index) => {
    // A table of Labseal's own begins a cell like that where a spreadsheet would calculate it.
    const asked = columns.people.map((at) => (row[at] ?? '').replace(/^'/, '')).find(Boolean);
    if (asked === undefined) {
      throw new UsageError(
        `Person ${integer(index + 1)} of the list has neither e-mail address nor id.`,
      );
    }
    const amount = forEach ?? readAmount(row[columns.amount ?? 0] ?? '', `The amount of ${asked}`);
    return { asked, amount };
  });
}

interface Columns {
  readonly hasHead: boolean;
  /** The first that is filled names the person. */
  readonly people: readonly number[];
  readonly amount: number | null;
}

function columnsOf(first: readonly string[]): Columns {
  const head = first.map((cell) => cell.toLowerCase());
  const find = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const people = [find(ADDRESS_HEADS), find(ID_HEADS)].filter((at) => at !== -1);
  const amount = find(AMOUNT_HEADS);
  if (people.length > 0) return { hasHead: true, people, amount: amount === -1 ? null : amount };
  if (head[0]?.includes('@') !== true) {
    throw new UsageError('The list needs a column "e-mail" or "id", named in its first line.');
  }
  return { hasHead: false, people: [0], amount: head.length > 1 ? 1 : null };
}

/** `what`: as the sentence names it. */
function readAmount(text: string, what: string): number {
  const amount = amountOf(text);
  if (amount !== null) return amount;
  throw new UsageError(
    `${what} is a whole number from 1 on with up to ${MOST_DIGITS} digits, not ${quoted(text)}.`,
  );
}
