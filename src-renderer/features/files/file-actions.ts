/** What a person can do about a file, from its state alone; the first one is what the state asks for. Pure. */
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import { pathTo } from '../../paths.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';

export type FileAction =
  /** Agree to its price. */
  | 'upload'
  /** Agree to the price of what a notarized file has become. */
  | 'keep-version'
  /** Lift its hold. */
  | 'approve'
  /** Other instructions: project, labels, visibility, procedure. */
  | 'assign'
  | 'use-now'
  /** Decide about it anew, with the same instructions. */
  | 'again'
  /** Before all others that wait. */
  | 'send-next'
  /** Take its approval back. */
  | 'undo'
  | 'stop'
  /** Take a stop back. */
  | 'restart'
  /** It is not known whether it arrived, and no evidence can tell. */
  | 'send-again'
  /** A rule of its folder leaves it out. */
  | 'ignore'
  /** It was left out for having been there before. */
  | 'include'
  /** It was moved: show where it is. */
  | 'locate'
  /** It is not on this computer any more, and need not be. */
  | 'forget-copy'
  /** Received and not written to the chain: look once more, send it a second time, tell whoever runs the service. */
  | 'check-record'
  | 'upload-again'
  | 'copy-report'
  | 'certificate'
  /** Whether the bytes that are here are those that were notarized. */
  | 'verify'
  | 'delete';

type Facts = Pick<
  FileView,
  'state' | 'hold' | 'note' | 'fileId' | 'deletion' | 'isApproved' | 'mayUndo'
>;

const UNDO = ['undo'] as const;
const ABOUT_RECORDS: ReadonlySet<FileAction> = new Set(['certificate', 'verify', 'delete']);

/** `isWatched`: it lies in a watched folder, whose rules can leave it out. */
export function actionsOf(file: Facts, isWatched: boolean): readonly FileAction[] {
  const [first, ...rest] = fitting(file);
  const all = [
    ...(first === undefined ? [] : [first]),
    ...(file.mayUndo === true ? UNDO : []),
    ...rest,
  ];
  return all.filter(
    (action) =>
      (action !== 'ignore' || isWatched) && (!ABOUT_RECORDS.has(action) || file.fileId !== null),
  );
}

function fitting({ state, hold, note, deletion, isApproved }: Facts): readonly FileAction[] {
  switch (state) {
    case 'discovered':
    case 'hashing':
      return ['assign', 'ignore'];
    case 'settling':
      return ['use-now', 'assign', 'ignore'];
    case 'checking':
      return ['stop'];
    case 'ready':
      return isApproved === true
        ? ['send-next', 'stop', 'assign', 'ignore']
        : ['upload', 'assign', 'stop', 'ignore'];
    case 'held':
      return hold === null ? [] : aboutHold(hold, note);
    case 'uploading':
      return ['stop'];
    case 'confirming':
      return hold === 'undecided' ? ['send-again'] : [];
    case 'failed':
      return ['again', 'assign', 'ignore'];
    case 'changed':
      return ['verify', 'keep-version', 'certificate'];
    case 'duplicate':
      return ['certificate', 'approve'];
    case 'unreadable':
      return ['again', 'ignore'];
    case 'notarized':
      return ['certificate', 'verify', 'delete'];
    case 'remote_only':
      return ['certificate', 'delete'];
    case 'missing':
      return ['locate', 'certificate', 'forget-copy', 'delete'];
    case 'deleted':
      return ['certificate'];
    case 'record_error':
      // What was not written is its deletion, or the file itself.
      return deletion === undefined
        ? ['check-record', 'upload-again', 'copy-report', 'delete']
        : ['check-record', 'delete', 'copy-report', 'certificate'];
    case 'recording':
    case 'deleting':
    case 'ignored':
      return note === THERE_BEFORE ? ['include'] : [];
    default:
      return assertNever(state);
  }
}

function aboutHold(hold: HoldReason, note: string | null): readonly FileAction[] {
  switch (hold) {
    case 'review':
      return readWaitNote(note)?.waits === 'stopped'
        ? ['restart', 'ignore']
        : ['approve', 'assign', 'ignore'];
    case 'budget':
    case 'size_confirm':
    case 'id_in_use':
    case 'record_deleted':
      return ['approve', 'assign', 'ignore'];
    case 'procedure':
    case 'labels':
    case 'permission':
    case 'credits':
      return ['assign', 'ignore'];
    case 'size_limit':
      return ['ignore'];
    case 'refusal':
      return ['again', 'assign', 'ignore'];
    case 'balance_unknown':
    case 'primary_pending':
    case 'twin_pending':
    case 'project':
      return ['assign', 'ignore'];
    case 'offline':
    case 'signed_out':
    case 'server':
    case 'paused':
      return ['send-next', 'assign', 'ignore'];
    case 'undecided':
      return ['send-again'];
    default:
      return assertNever(hold);
  }
}

const WINDOWS = /^([A-Za-z]:|\\\\)/;

/** A gitignore pattern for exactly this file; null when it does not lie in the folder. */
export function patternFor(folderPath: string, filePath: string): string | null {
  const slashed = (path: string) =>
    WINDOWS.test(folderPath) ? path.replaceAll('\\', pathTo('overview')) : path;
  const [folder, file] = [slashed(folderPath), slashed(filePath)];
  if (!file.startsWith(`${folder}/`)) return null;
  return file.slice(folder.length).replaceAll(/[\\*?[\]!# ]/g, '\\$&');
}
