/** What quitting means for uploads that run, and what the person's answer leads to. Pure. */

export interface RunningCounts {
  readonly all: number;
  /** Of these the service keeps what it has, or has all of them: nothing is sent again. */
  readonly goOn: number;
}

export type QuitAnswer = 'finish' | 'now' | 'cancel';

const ANSWERS: readonly QuitAnswer[] = ['finish', 'now', 'cancel'];

/** Nobody is asked while nothing runs. */
export function mustAsk({ all }: RunningCounts): boolean {
  return all > 0;
}

/** `button`: as the words list them; a dialog that was closed some other way changes nothing. */
export function quitAnswer(button: number): QuitAnswer {
  return ANSWERS[button] ?? 'cancel';
}
