/** What becomes of the form's `uploaded` time. */
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';

/** `sent` is the ISO text of the form, valid by its schema. */
export function uploadedAnswer(sent: string, reading: Readings['uploaded'], nowMs: number): string {
  switch (reading) {
    case 'echoed':
      return sent;
    case 'cut':
      return sent.replace(/\.\d+(?=Z$)/, '');
    case 'replaced':
      return new Date(nowMs).toISOString();
    default:
      return assertNever(reading);
  }
}
