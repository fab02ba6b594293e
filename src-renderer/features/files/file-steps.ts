/** The way of one file as a checklist, from its state alone: what is done, where it is, where it stopped. Pure. */
import type { FileTimes } from '../../../src-shared/bridge/file-calls.ts';
import { isCheckWanted } from '../../../src-shared/model/files/assignment.ts';
import { asksPerson, type HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { Step, StepStage } from '../../parts/files/pipeline.tsx';
import type { Words } from '../../words/en.ts';

export interface StepTimes {
  readonly times: FileTimes;
  /** As the page knows it, which looks at the clock now and then. */
  readonly nowMs: number;
}

type Facts = Pick<
  FileView,
  'state' | 'hold' | 'blake3' | 'certificatePdf' | 'assignment' | 'sizeBytes' | 'checkRefusal'
>;

const STEPS = ['saved', 'fingerprinted', 'checked', 'uploaded', 'recorded', 'certificate'] as const;

/** Steps that are certainly done in a state, and how the one after them stands. */
interface Progress {
  readonly done: number;
  readonly next: StepStage;
}

/** Holds that come before the service is asked, or while it is. */
const BEFORE_CHECK: ReadonlySet<HoldReason> = new Set([
  'size_limit',
  'size_confirm',
  'offline',
  'signed_out',
  'server',
  'record_deleted',
]);

function heldProgress({ hold, blake3 }: Facts): Progress {
  const next = hold !== null && !asksPerson(hold) ? 'current' : 'broken';
  if (blake3 === null) return { done: 0, next };
  if (hold === 'id_in_use') return { done: 4, next }; // it was uploaded
  return { done: hold === null || BEFORE_CHECK.has(hold) ? 2 : 3, next };
}

/** `isAskedLater`: the service is asked once the price is approved, and was not yet. */
function progressOf(file: Facts, isAskedLater: boolean): Progress {
  switch (file.state) {
    case 'discovered':
    case 'settling':
      return { done: 0, next: 'current' };
    case 'hashing':
      return { done: 1, next: 'current' };
    case 'checking':
      return { done: 2, next: 'current' };
    case 'ready':
      return { done: isAskedLater ? 2 : 3, next: 'waiting' };
    case 'uploading':
      return { done: 3, next: 'current' };
    case 'held':
      return heldProgress(file);
    case 'confirming':
    case 'failed':
      return { done: 3, next: 'broken' };
    case 'recording':
      return { done: 4, next: 'current' };
    case 'record_error':
      return { done: 4, next: 'broken' };
    case 'duplicate':
      return { done: 3, next: 'waiting' };
    case 'notarized':
    case 'remote_only':
    case 'deleting':
    case 'deleted':
      return { done: file.certificatePdf === null ? 5 : 6, next: 'waiting' };
    case 'changed':
    case 'missing':
    case 'ignored':
    case 'unreadable':
      return { done: 0, next: 'waiting' };
    default:
      return file.state satisfies never;
  }
}

/**
 * Empty for a state in which no step is taken: ignored, missing, unreadable, changed. The way of a copy ends where it was
 * found on the service. `when`: the times of the steps that are done; null while they are not known.
 */
export function fileSteps(
  file: Facts,
  words: Words,
  when: StepTimes | null = null,
): readonly Step[] {
  const { assignment, sizeBytes, state, checkRefusal } = file;
  const isAsked = when !== null && when.times.checkedAtMs !== null;
  const isAskedLater = assignment.checkPolicy === 'approved' && !isAsked;
  const { done, next } = progressOf(file, isAskedLater);
  if (done === 0 && next === 'waiting') return [];
  const way = state === 'duplicate' ? STEPS.slice(0, done) : STEPS;
  const isToBeAsked = isCheckWanted(assignment, sizeBytes) && !(state === 'held' && isAskedLater);
  return way.flatMap((id, index) => {
    const stage = index < done ? 'done' : index === done ? next : 'waiting';
    if (id === 'checked' && state !== 'duplicate' && !isAsked) {
      // Nothing is said to have been looked for where that is switched off, or was when the file was sent.
      if (!isToBeAsked || (stage === 'done' && when !== null)) return [];
    }
    // What is under way is called by its state: "Sending", not "Sent".
    const isNow = stage === 'current' && state !== 'held';
    const atMs = when === null || stage !== 'done' ? null : when.times[`${id}AtMs`];
    const isFound = id === 'checked' && state === 'duplicate';
    const isRefused = id === 'checked' && checkRefusal !== undefined;
    const what = isFound ? 'found' : isRefused ? 'refused' : id;
    const label = isNow ? words.states[state] : words.files.steps[what];
    const step = { id, label, stage };
    return atMs === null || when === null
      ? [step]
      : [{ ...step, side: words.figures.when(atMs, Math.max(when.nowMs, atMs)) }];
  });
}
