/** The way of one file as a checklist, from its state alone: what is done, where it is, where it stopped. Pure. */
import type { FileState } from '../../../src-shared/model/file-state.ts';
import type { FileView } from '../../../src-shared/model/file-view.ts';
import type { Step, StepStage } from '../../ui/pipeline.tsx';
import type { Words } from '../../words/en.ts';

const STEPS = ['saved', 'fingerprinted', 'checked', 'uploaded', 'recorded', 'certificate'] as const;

/** Steps that are certainly done in a state, and how the one after them stands. */
interface Progress {
  readonly done: number;
  readonly next: StepStage;
}

function progressOf(state: FileState, file: Pick<FileView, 'blake3' | 'certificatePdf'>): Progress {
  switch (state) {
    case 'discovered':
    case 'settling':
      return { done: 0, next: 'current' };
    case 'hashing':
      return { done: 1, next: 'current' };
    case 'checking':
      return { done: 2, next: 'current' };
    case 'ready':
      return { done: 3, next: 'waiting' };
    case 'uploading':
      return { done: 3, next: 'current' };
    case 'held':
      // What a hold comes after differs; a fingerprint is all that can be told from the row.
      return { done: file.blake3 === null ? 0 : 2, next: 'broken' };
    case 'confirming':
    case 'failed':
      return { done: 3, next: 'broken' };
    case 'recording':
      return { done: 4, next: 'current' };
    case 'record_error':
      return { done: 4, next: 'broken' };
    case 'notarized':
    case 'duplicate':
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
      return state satisfies never;
  }
}

/** Empty for a state in which no step is taken: ignored, missing, unreadable, changed. */
export function fileSteps(
  file: Pick<FileView, 'state' | 'blake3' | 'certificatePdf'>,
  words: Words,
): readonly Step[] {
  const { done, next } = progressOf(file.state, file);
  if (done === 0 && next === 'waiting') return [];
  return STEPS.map((id, index) => {
    const stage = index < done ? 'done' : index === done ? next : 'waiting';
    // What is under way is called by its state: "Uploading", not "Uploaded".
    const isNow = stage === 'current' && file.state !== 'held';
    return { id, label: isNow ? words.states[file.state] : words.files.steps[id], stage };
  });
}
