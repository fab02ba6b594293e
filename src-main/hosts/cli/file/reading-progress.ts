/** Shows the progress of reading a large file, on a terminal only: no person waits for a script. */
import type { BridgeEvent } from '../../../../src-shared/bridge/events.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import { makeProgressLine, type ProgressScreen } from '../terminal.ts';

export function makeReadingProgress(screen: ProgressScreen) {
  const line = makeProgressLine(screen);
  function onRead(doneBytes: number, totalBytes: number): void {
    if (!screen.isLive || totalBytes === 0) return;
    // A file that grows meanwhile has no more than all of its bytes.
    const share = Math.floor(Math.min(1, doneBytes / totalBytes) * 100);
    line.show(`Reading ${byteText(totalBytes)} · ${share} %`);
  }
  return {
    onRead,
    /** Follows the verification of this run, wherever it is carried out. */
    of: (run: string) => (event: BridgeEvent) => {
      if (event.kind === 'verify-progress' && event.run === run) {
        onRead(event.doneBytes, event.totalBytes);
      }
    },
    end: line.end,
  };
}
