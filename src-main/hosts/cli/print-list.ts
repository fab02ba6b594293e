/** An answer of any length, which is printed as it comes: one JSON document, or a table. */
import { printableJson } from '../../../src-shared/model/text/printable.ts';
import { makeTable, type Cell, type TableForm } from './table.ts';

export interface DocumentForm<Item> {
  /** What the document says beside the list. */
  readonly facts?: object;
  /** Of the list in the document. */
  readonly key: string;
  readonly document: (item: Item) => unknown;
  /** What the document says after the list, known only once all of it was read. */
  readonly sums?: () => object;
}

export interface ListForm<Item> extends DocumentForm<Item> {
  readonly head: readonly string[];
  readonly row: (item: Item) => readonly Cell[];
}

export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

export interface ListPlace {
  readonly stdout: NodeJS.WritableStream;
  /** Null: a document is asked for. */
  readonly table: TableForm | null;
  /** Called before a document is begun; it may throw to forbid it. */
  readonly onDocument: () => void;
}

const PRINTED_CHARACTERS = 65_536; // at once
/** They say how wide the columns are. */
const MEASURED_ROWS = 1_000;

export function printList<Item>(
  items: Items<Item>,
  form: ListForm<Item>,
  { table, ...place }: ListPlace,
): Promise<void> {
  if (table === null) return printDocument(items, form, place);
  return print(tableText(items, form, table), place.stdout);
}

export async function printDocument<Item>(
  items: Items<Item>,
  form: DocumentForm<Item>,
  { stdout, onDocument }: Omit<ListPlace, 'table'>,
): Promise<void> {
  await print(documentText(items, form), stdout, onDocument);
}

/** Ends early when nobody reads any more. `begin` is called before the first of it is written. */
async function print(
  pieces: AsyncIterable<string>,
  stdout: NodeJS.WritableStream,
  begin: () => void = () => undefined,
): Promise<void> {
  let isBegun = false;
  let waiting = '';
  const write = () =>
    new Promise<boolean>((resolve) => {
      if (!isBegun) begin();
      isBegun = true;
      stdout.write(waiting, (error) => resolve(error == null));
      waiting = '';
    });
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= PRINTED_CHARACTERS && !(await write())) return;
  }
  await write();
}

async function* documentText<Item>(
  items: Items<Item>,
  { facts = {}, key, document, sums = () => ({}) }: DocumentForm<Item>,
): AsyncGenerator<string> {
  yield printableJson({ ...facts, [key]: [] }).slice(0, -']}'.length);
  let separator = '';
  for await (const item of items) {
    yield separator + printableJson(document(item));
    separator = ',';
  }
  const after = printableJson(sums()).slice(1);
  yield `]${after === '}' ? '' : ','}${after}\n`;
}

async function* tableText<Item>(
  items: Items<Item>,
  { head, row }: ListForm<Item>,
  form: TableForm,
): AsyncGenerator<string> {
  const measured: (readonly Cell[])[] = [];
  let table: ReturnType<typeof makeTable> | null = null;
  let index = 0;
  for await (const item of items) {
    if (table === null) {
      measured.push(row(item));
      if (measured.length < MEASURED_ROWS) continue;
      table = makeTable(head, measured, form);
      yield beginningOf(table, measured);
      index = measured.length;
    } else {
      yield textOf(table.linesOf(row(item), index));
      index += 1;
    }
  }
  if (table !== null || measured.length === 0) return;
  yield beginningOf(makeTable(head, measured, form), measured);
}

function beginningOf(
  { head, linesOf }: ReturnType<typeof makeTable>,
  rows: readonly (readonly Cell[])[],
): string {
  return textOf([...head, ...rows.flatMap(linesOf)]);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
