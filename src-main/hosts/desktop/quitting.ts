/** The end of the program: asks when uploads run, lets them finish when that is wanted, and closes everything once. */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

const LOOK_MS = SECOND_MS / 2;

export interface QuittingParts {
  readonly clock: Clock;
  readonly running: () => RunningCounts;
  /** Resolves to the button that the person chose. */
  readonly ask: (running: RunningCounts) => Promise<number>;
  /** Nothing new starts; uploads in progress may finish. */
  readonly finish: () => void;
  /** The person wants to stay after all. */
  readonly goOn: () => void;
  /** Ends run, core and files. */
  readonly close: () => Promise<void>;
  /** Leaves; nothing of ours runs by then. */
  readonly leave: () => void;
}

export function makeQuitting(parts: QuittingParts) {
  const { clock, running } = parts;
  let isClosed = false;
  let isAsking = false;
  let ending: Promise<void> | null = null;
  let finishing: AbortController | null = null;

  async function answer(): Promise<QuitAnswer> {
    const counts = running();
    if (counts.all === 0) return 'now';
    isAsking = true;
    try {
      // As the words list the buttons; a dialog that was closed some other way changes nothing.
      return ANSWERS[await parts.ask(counts)] ?? 'cancel';
    } finally {
      isAsking = false;
    }
  }

  /** Without a question: it was answered, or nobody would see it. Then `leave` instead of the usual way out. */
  function endFor(leave: () => void): Promise<void> {
    ending ??= closeAndLeave(leave);
    return ending;
  }

  async function closeAndLeave(leave: () => void): Promise<void> {
    try {
      await parts.close();
    } finally {
      isClosed = true; // what could not be closed keeps nobody here
      leave();
    }
  }

  async function finishThenQuit(signal: AbortSignal): Promise<void> {
    parts.finish();
    try {
      while (running().all > 0) await clock.sleep(LOOK_MS, signal);
    } catch (error) {
      if (signal.aborted) return; // the person changed their mind
      throw error;
    }
    await endFor(parts.leave);
  }

  return {
    /** The system, a menu or the tray requests the end. True: everything is closed and it may end now. */
    isClosed: () => isClosed,
    endFor,
    /**
     * If called again while uploads finish, it asks the person again; while everything is being closed, it waits for that.
     * Never rejects because the person declines.
     */
    async quit() {
      if (isAsking) return;
      if (ending !== null) return ending;
      const wished = await answer();
      if (ending !== null) return ending; // the session ended meanwhile
      finishing?.abort(new Error('the person was asked again'));
      finishing = null;
      if (wished === 'now') return endFor(parts.leave);
      if (wished === 'cancel') return parts.goOn();
      finishing = new AbortController();
      await finishThenQuit(finishing.signal);
    },
  };
}

interface RunningCounts {
  readonly all: number;
  /** Of these the service keeps what it has, or has all of them: nothing is sent again. */
  readonly goOn: number;
}

type QuitAnswer = 'finish' | 'now' | 'cancel';

const ANSWERS: readonly QuitAnswer[] = ['finish', 'now', 'cancel'];
