/** Ends a line that Node handed over to us: with an answer, and without waiting for the other side to hang up. */
import type { Duplex } from 'node:stream';
import { bareAnswer } from './answer-headers.ts';

export function endLine(line: Duplex, status: number): void {
  line.on('error', () => undefined); // it is being ended anyway
  line.once('finish', () => line.destroy());
  if (line.writable) line.end(bareAnswer(status));
  else line.destroy();
}
