/** Answers go to stdout, everything else to stderr; `--json` prints exactly one document. */
import { printableJson } from '../../../src-shared/model/text/printable.ts';
import { type HelpTopic, placeOfTopic } from '../../../src-shared/model/text/guide-topics.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import {
  type DocumentForm,
  type Items,
  type ListForm,
  printDocument,
  printList,
} from './print-list.ts';
import { type Cell, type TableForm, tableLines } from './table.ts';
import { bold, hasStyles } from './styles.ts';
import { lineColumns, progressScreen, sentence } from './terminal.ts';

export type Fact = readonly [name: string, text: string | null];

export interface OutputRules {
  /** Asides are left out. */
  readonly isQuiet?: boolean;
  /** Called before a document is printed; it may throw to forbid it. */
  readonly onDocument?: () => void;
}

export function makeOutput(
  environment: ProcessEnvironment,
  isJson: boolean,
  { isQuiet = false, onDocument = () => undefined }: OutputRules = {},
) {
  const { stdout, stderr, env } = environment;
  /** One line of the answer; nothing in JSON mode. */
  const line = (text = '') => {
    if (!isJson) stdout.write(sentence(text, stdout));
  };
  /** A message beside the answer that changes what it means: a warning, a refusal, the age of a copy, a price. */
  const note = (text: string) => void stderr.write(sentence(text, stderr));
  const tableForm = (): TableForm => ({
    columns: stdout.isTTY ? lineColumns(stdout) : Infinity,
    ...(hasStyles(stdout, env) ? { style: bold } : {}),
  });
  /** The complete answer in JSON mode; nothing otherwise. */
  const json = (document: unknown): void => {
    if (!isJson) return;
    onDocument();
    stdout.write(`${printableJson(document)}\n`);
  };
  return {
    /** For what is asked of a person, and for their interruption. */
    environment,
    isJson,
    /** Where this command shows its progress. */
    progress: () => progressScreen(environment, isQuiet),
    line,
    json,
    /** An answer of one sentence, and how the command ends with it. */
    answer(document: unknown, text: string, code: ExitCode = EXIT.done): ExitCode {
      json(document);
      line(text);
      return code;
    },
    /** Facts one below the other, behind their names; what is null is left out. */
    facts(rows: readonly Fact[], indent = ''): void {
      const width = Math.max(...rows.map(([name, text]) => (text === null ? 0 : name.length)));
      for (const [name, text] of rows) {
        if (text !== null) line(`${indent}${name.padEnd(width)}  ${text}`);
      }
    },
    note,
    /** A message that nobody misses who knows the program: progress, what was done, what can be done next. */
    aside(text: string): void {
      if (!isQuiet) note(text);
    },
    /** Where a person at a terminal reads on; nothing for a program, or without a paragraph. */
    more(topic: HelpTopic | undefined): void {
      if (topic === undefined || isQuiet || isJson || !stderr.isTTY) return;
      const { page, anchor } = placeOfTopic(topic);
      note(`More: "labseal guide ${page} ${anchor}".`);
    },
    /**
     * The answer as a table; nothing in JSON mode, or without rows. Columns of numbers stand right. On a terminal long
     * texts are shortened until it fits.
     */
    table(head: readonly string[], rows: readonly (readonly Cell[])[]): void {
      if (isJson) return;
      for (const text of tableLines(head, rows, tableForm())) stdout.write(`${text}\n`);
    },
    /** As `json`, with a list of any length, which is printed as it comes; in JSON mode only. */
    document: <Item>(items: Items<Item>, form: DocumentForm<Item>): Promise<void> =>
      printDocument(items, form, { stdout, onDocument }),
    /** The complete answer, as `json` and `table` print it, of a list of any length: it is printed as it comes. */
    list: <Item>(items: Items<Item>, form: ListForm<Item>): Promise<void> =>
      printList(items, form, { stdout, table: isJson ? null : tableForm(), onDocument }),
  };
}
export type Output = ReturnType<typeof makeOutput>;
