/** The second line of a file, in English: what happened, what it means for the file and the credits, and what to do. */
import type { FileDeletion, FileView } from '../../files/file-view.ts';
import { denialIn, doubtOf, groupDoubts } from '../../files/upload-evidence.ts';
import { assertNever } from '../../result.ts';
import { durationText, ended, momentText, atMostText } from './figures.ts';
import { readWaitNote } from '../../files/queue-view.ts';
import { heldSentence, waitNoteSentence } from './holds.ts';
import { ignoredSentence } from './paths.ts';
import { unreadableSentence } from './unreadable.ts';
import { uploadResultWords } from './upload-results.ts';

/** The second line of a file: how far or why, and what to do. Null when the state says it all. */
export function fileSentence(file: FileView): string | null {
  switch (file.state) {
    case 'duplicate':
      return file.duplicate === null || file.duplicate.fileName === ''
        ? 'Identical content is already on the service. No credits were used.'
        : `Same content as ${file.duplicate.fileName} in ${file.duplicate.project}. No credits were used.`;
    case 'held':
      return heldSentence(file);
    case 'failed':
      return `${refusedSentence(file.note)} No charge was seen.`;
    case 'unreadable':
      return unreadableSentence(file.note ?? 'unknown');
    case 'ignored':
      return ignoredSentence(file.note ?? '');
    case 'confirming':
      return confirmingSentence(file);
    case 'record_error':
      if (file.deletion !== undefined) {
        return `The service could not record the deletion, and may still have the content. Record and certificate are as they were. ${deletionSentence(file.deletion)}`;
      }
      return 'The service could not write it to the chain. The file was received; credits may have been used.';
    case 'changed':
      return `It changed after it was notarized. Restore the old file, or notarize this one as a new version for ${atMostText(file.credits)}: "labseal file keep-version ${file.id}".`;
    case 'missing':
      return 'The record and the certificate are safe. The local file was moved or deleted.';
    case 'settling':
      return 'It is still being written. The next "labseal sync" looks at it again.';
    case 'ready':
      return `Uploading it costs ${atMostText(file.credits)}.`;
    case 'discovered':
    case 'hashing':
    case 'checking':
    case 'uploading':
    case 'notarized':
    case 'remote_only':
      return null;
    case 'recording': {
      const note = readWaitNote(file.note);
      return note === null ? null : waitNoteSentence(note);
    }
    case 'deleting':
    case 'deleted':
      return file.deletion === undefined ? null : deletionSentence(file.deletion);
    default:
      return assertNever(file.state);
  }
}

function deletionSentence({ reason, askedAtMs }: FileDeletion): string {
  return `You had it deleted on ${momentText(askedAtMs)}: "${reason}".`;
}

/** What is known about a lost answer, and what the person can do. */
function confirmingSentence(file: FileView): string {
  const { id, hold, doubt } = file;
  if (doubt === null) return 'The answer was lost. The next "labseal sync" looks for it.';
  const received = uploadResultWords.received(doubt.received, doubt.sinceMs, FIGURES);
  if (hold === null) {
    return denialIn(doubt.received) === null
      ? `${received} The next "labseal sync" looks for it on the service, and can tell from ${momentText(doubt.toldFromMs)} on.`
      : `${received} The next "labseal sync" makes sure that nothing was recorded or charged.`;
  }
  const [group] = groupDoubts([doubtOf(file) ?? []].flat());
  const found = group === undefined ? '' : uploadResultWords.evidence(group, FIGURES);
  return `${received} ${found} "labseal file resolve ${id}" sends it again for ${atMostText(file.credits)}; if it arrived after all, you pay twice.`;
}

const FIGURES = { moment: momentText, duration: durationText };

/** `note`: the service's words, or the kind of its refusal when it said nothing. */
function refusedSentence(note: string | null): string {
  switch (note) {
    case 'too-large':
      return 'It is larger than the service accepts.';
    case 'not-found':
      return 'The service does not know the project it belongs to.';
    case null:
    case '':
      return 'The service refused it without a reason.';
    default:
      return `The service refused it and says: ${ended(note)}`;
  }
}
