/** `labseal history`: what happened, as a story; and what one line of it is made of. */
import type { AnsweringCommand } from '../answering-command.ts';
import { MOST_LOG_ROWS } from '../../../../src-shared/bridge/activity-calls.ts';
import type { HistoryLine } from '../../../../src-shared/model/status/history-line.ts';
import { placePath, readMovedFrom } from '../../../../src-shared/model/status/history-line.ts';
import type { LogEntry, LogSubject } from '../../../../src-shared/model/status/log-entry.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { changeKindWords } from '../../../../src-shared/model/words/en/change-kinds.ts';
import { integer, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { storyWords } from '../../../../src-shared/model/words/en/story.ts';
import type { Application } from '../application.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import { readNumber, readSome } from '../option-values.ts';
import type { Output } from '../output.ts';
import { windowsOf } from '../windows-of.ts';

const USUAL_LINES = 50;
/** History keeps no more entries. */
const MOST_LINES = 500_000;

interface HistoryOptions {
  readonly search?: string;
  readonly last?: number;
}

const readLine = (text: string) => Number(readNumber('<line>')(text));

export function addHistoryCommand(program: AnsweringCommand): void {
  program
    .command('history')
    .description(
      'what happened to your files and changes, the latest first; with a line: its files',
    )
    .argument('[line]', 'its number', readLine)
    .option('--search <words>', 'only what has these words in the name or the folder of a file')
    .option(
      '--last <count>',
      `so many lines; default: ${USUAL_LINES}`,
      readSome('--last', 'lines', { least: 1, most: MOST_LINES }),
    )
    .answers((application, output, line: number | undefined, options: HistoryOptions) =>
      line === undefined
        ? printLines(options, application, output)
        : printEntries(line, options, application, output),
    );
}

async function printLines(
  { search, last = USUAL_LINES }: HistoryOptions,
  { call }: Application,
  output: Output,
): Promise<ExitCode> {
  const filter = search === undefined ? {} : { text: search };
  let total = 0;
  async function* lines(): AsyncGenerator<HistoryLine> {
    for (let first = 0; first < last; first += MOST_LOG_ROWS) {
      const count = Math.min(MOST_LOG_ROWS, last - first);
      const range = await call('activity.lines', { filter, first, count });
      total = range.total;
      yield* range.rows;
      if (first + count >= total) return;
    }
  }
  await output.list(lines(), {
    key: 'lines',
    document: ({ atMs, beganAtMs, latest, ...line }) => ({
      at: isoFromMs(atMs),
      began: isoFromMs(beganAtMs),
      ...line,
      latest: latest === null ? null : entryDocument(latest),
    }),
    head: ['line', 'time', 'what happened'],
    row: (line) => [line.id, momentText(line.atMs), lineText(line)],
  });
  if (total === 0) output.aside('Nothing here yet.');
  else if (total > last)
    output.aside(`The latest ${integer(last)} of ${integer(total)} lines; --last shows more.`);
  return EXIT.done;
}

/** Of an outage, which is told at its end: since when. */
function lineText(line: HistoryLine): string {
  const isSpan = line.what === 'service-away' && line.beganAtMs < line.atMs;
  return `${storyWords.sentence(line)}${isSpan ? ` (from ${momentText(line.beganAtMs)})` : ''}`;
}

async function printEntries(
  lineId: number,
  { search }: HistoryOptions,
  { call }: Application,
  output: Output,
): Promise<ExitCode> {
  const { rows } = await call('activity.lines', {
    filter: { lineIds: [lineId] },
    first: 0,
    count: 1,
  });
  const [line] = rows;
  if (line === undefined) {
    throw new UsageError(`History has no line ${lineId}. "labseal history" shows the lines.`);
  }
  output.line(storyWords.sentence(line));
  const filter = { lineId, ...(search === undefined ? {} : { text: search }) };
  async function* entries(): AsyncGenerator<LogEntry> {
    const windows = windowsOf(MOST_LOG_ROWS, ({ first, count }) =>
      call('activity.log', { filter, first, count }),
    );
    for await (const window of windows) yield* window.rows;
  }
  await output.list(entries(), {
    key: 'entries',
    document: entryDocument,
    head: ['time', 'name', 'folder', 'what happened', 'before'],
    row: ({ atMs, subject, note }) => {
      const before = readMovedFrom(note);
      return [
        momentText(atMs),
        subject.name,
        subject.kind === 'file' ? (subject.folderPath ?? '') : '',
        statusOf(subject),
        before === null ? '' : placePath(before),
      ];
    },
  });
  return EXIT.done;
}

function statusOf(subject: LogSubject): string {
  if (subject.kind === 'file') return stateLabel(subject.state, subject.hold, undefined);
  return `${changeKindWords[subject.change].label} · ${storyWords.changeStates[subject.state]}`;
}

function entryDocument({ atMs, ...entry }: LogEntry) {
  return { at: isoFromMs(atMs), ...entry };
}
