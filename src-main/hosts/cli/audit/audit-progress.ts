/** Shows an audit while it reads: one line that changes on a terminal, a line every few seconds elsewhere. */
import type { AuditProgress } from '../../../../src-shared/model/proofs/audit.ts';
import { printable } from '../../../../src-shared/model/text/printable.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { Surroundings } from '../process-environment.ts';
import { shorten, widthOf } from '../terminal-text.ts';

const PLAIN_LINE_MS = 5 * SECOND_MS;
const USUAL_COLUMNS = 80; // where a terminal does not say

export function makeAuditProgress({ stderr }: Pick<Surroundings, 'stderr'>) {
  const isLive = stderr.isTTY;
  let isDrawn = false;
  let lastLineMs = performance.now();

  function clear(): void {
    if (isDrawn) stderr.write('\r\u001B[K');
    isDrawn = false;
  }

  return {
    show({ files, expectedFiles, totals, path }: AuditProgress): void {
      const of = expectedFiles === null ? '' : ` of about ${expectedFiles}`;
      const { proven } = totals.verdicts;
      const others = files - proven - totals.moved;
      const text = `${files}${of} files, ${byteText(totals.bytes)} read · ${counted(others, 'problem', 'problems')}`;
      if (!isLive) {
        if (performance.now() - lastLineMs < PLAIN_LINE_MS) return;
        lastLineMs = performance.now();
        stderr.write(`${text}\n`);
        return;
      }
      clear();
      const columns = (stderr.columns || USUAL_COLUMNS) - 1; // a full line wraps on some terminals
      const room = columns - widthOf(text) - 2;
      const name = path === null || room < 8 ? '' : `  ${shorten(printable(path), room)}`;
      stderr.write(shorten(`${text}${name}`, columns));
      isDrawn = true;
    },
    /** Leaves a clean line. */
    end: clear,
  };
}
