/** Shows how far a bundle is: one line that is written anew on a terminal, a line every few seconds elsewhere. */
import type { EvidenceProgress } from '../../../../src-shared/model/proofs/evidence.ts';
import { byteText } from '../../../../src-shared/model/words/en/figures.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import type { Surroundings } from '../process-environment.ts';

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 5 * SECOND_MS;
const CLEAR_LINE = '\r\u001B[2K';

export interface ShownProgress {
  readonly show: (progress: EvidenceProgress) => void;
  /** Clears the line, so that the answer starts on a clean one. */
  end(): void;
}

export function showEvidenceProgress({ stderr }: Pick<Surroundings, 'stderr'>): ShownProgress {
  const isLive = stderr.isTTY;
  const everyMs = isLive ? REDRAW_MS : PLAIN_LINE_MS;
  let shownMs = isLive ? -Infinity : performance.now();
  return {
    show({ doneFiles, totalFiles, doneBytes, totalBytes }) {
      const nowMs = performance.now();
      if (nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      const line = `${doneFiles} of ${totalFiles} files · ${byteText(doneBytes)} of ${byteText(totalBytes)}`;
      stderr.write(isLive ? CLEAR_LINE + line : `${line}\n`);
    },
    end() {
      if (isLive) stderr.write(CLEAR_LINE);
    },
  };
}
