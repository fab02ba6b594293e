/** What the terminal shows: how wide it is, and a line that is drawn again. */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { canDraw } from './styles.ts';
import { wrapped } from './text-width.ts';

const USUAL_COLUMNS = 80; // where a terminal does not say

/** Where progress is shown. */
export type ProgressScreen = ReturnType<typeof progressScreen>;

/** `isQuiet`: nothing is shown at all. */
export function progressScreen(
  { stderr, env }: Pick<ProcessEnvironment, 'stderr' | 'env'>,
  isQuiet = false,
) {
  return {
    /** False where nothing drawn can be taken back: a pipe, a file, a terminal that only prints. */
    isLive: !isQuiet && canDraw(stderr, env),
    /** Columns of one line that does not wrap; a window can be made wider or narrower meanwhile. */
    columns: () => lineColumns(stderr),
    write: (text: string) => {
      if (!isQuiet) stderr.write(text);
    },
  };
}

const PLAIN_LINE_MS = 5 * SECOND_MS;
const CLEAR_LINE = '\r\u001B[K';

/** One line of progress: on a terminal it is drawn again, elsewhere another one follows every few seconds. */
export function makeProgressLine({ isLive, write }: ProgressScreen) {
  let isDrawn = false;
  let lastLineMs = performance.now();
  return {
    show(text: string): void {
      if (isLive) {
        write(`${isDrawn ? CLEAR_LINE : ''}${text}`);
        isDrawn = true;
      } else if (performance.now() - lastLineMs >= PLAIN_LINE_MS) {
        lastLineMs = performance.now();
        write(`${text}\n`);
      }
    },
    /** Clears the line, so that the answer starts on a clean one. */
    end: (): void => {
      if (isDrawn) write(CLEAR_LINE);
      isDrawn = false;
    },
  };
}

/** A full line wraps on some terminals. */
export function lineColumns(stream: NodeJS.WriteStream): number {
  return (stream.columns || USUAL_COLUMNS) - 1;
}

/** A line of text as it is written: on a terminal it is broken between words, in a pipe it stays one line. */
export function sentence(text: string, stream: NodeJS.WriteStream): string {
  const shown = printable(text);
  const lines = stream.isTTY ? wrapped(shown, lineColumns(stream)) : [shown];
  return `${lines.join('\n')}\n`;
}
