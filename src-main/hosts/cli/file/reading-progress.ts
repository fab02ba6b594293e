/** Shows the progress of reading a large file, on a terminal only: no person waits for a script. */
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import type { ProgressScreen } from '../terminal.ts';

const CLEAR_LINE = '\r\u001B[K';

export function makeReadingProgress({ isLive, write }: ProgressScreen) {
  let isDrawn = false;
  function onRead(doneBytes: number, totalBytes: number): void {
    if (!isLive || totalBytes === 0) return;
    // A file that grows meanwhile has no more than all of its bytes.
    const share = Math.floor(Math.min(1, doneBytes / totalBytes) * 100);
    write(`${CLEAR_LINE}Reading ${byteText(totalBytes)} · ${share} %`);
    isDrawn = true;
  }
  return {
    onRead,
    /** Follows the verification of this run, wherever it is carried out. */
    of: (run: string) => (event: BridgeEvent) => {
      if (event.kind === 'verify-progress' && event.run === run) {
        onRead(event.doneBytes, event.totalBytes);
      }
    },
    /** Clears the line, so that the answer starts on a clean one. */
    end: () => {
      if (isDrawn) write(CLEAR_LINE);
      isDrawn = false;
    },
  };
}
