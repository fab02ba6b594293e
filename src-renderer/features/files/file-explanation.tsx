/** Why a file is not uploaded: looked at anew on wish, from the outside in. Disk, folder, rules, then what it waits for. */
import { type ReactElement, useMemo, useState } from 'react';
import type {
  FileExplanation as Explanation,
  FileListRow,
} from '../../../src-shared/bridge/file-calls.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { denialIn, doubtOf } from '../../../src-shared/model/files/upload-evidence.ts';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import {
  type FolderTrouble,
  THERE_BEFORE,
  builtInPattern,
  LABSEAL_DATA,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { overLimitText } from '../../parts/files/held-text.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

/** States in which nothing of the file was sent to be recorded, or nothing came of it. */
const NOT_UPLOADED: ReadonlySet<FileState> = new Set<FileState>([
  'discovered',
  'settling',
  'hashing',
  'checking',
  'ready',
  'held',
  'failed',
  'duplicate',
  'ignored',
  'unreadable',
]);

export function FileExplanation({ file }: Readonly<{ file: FileListRow }>): ReactElement | null {
  const { files } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  if (!NOT_UPLOADED.has(file.state)) return null;
  return (
    <section aria-label={files.whyNot} className={styles['reasons']}>
      <Button isSmall aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {files.whyNot}
      </Button>
      {isOpen && <Reasons file={file} />}
    </section>
  );
}

function Reasons({ file }: Readonly<{ file: FileListRow }>): ReactElement {
  const words = useWords();
  const input = useMemo(() => ({ path: file.path }), [file.path]);
  const { value, fault, readAgain } = useRead('files.explain', input);
  const folder = useCore(({ status }) =>
    status?.account?.folders.find(({ id }) => id === file.folderId),
  );
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={3} />;
  return <Facts facts={reasonsOf(value, file, folder ?? null, words)} />;
}

/** Each with what it found, also where nothing stands in the way. */
export function reasonsOf(
  { disk, ignoredBy }: Pick<Explanation, 'disk' | 'ignoredBy'>,
  file: FileListRow,
  folder: { readonly path: string; readonly trouble: FolderTrouble | null } | null,
  words: Words,
): readonly { readonly label: string; readonly value: string }[] {
  const { files, folders } = words;
  const rule = ignoredBy ?? (file.state === 'ignored' ? file.note : null);
  return [
    { label: files.onDisk, value: files.diskSays[disk] },
    {
      label: files.inFolder,
      value:
        folder === null
          ? files.noFolder
          : folder.trouble === null
            ? folder.path
            : `${folder.path}: ${folders.troubles[folder.trouble]}`,
    },
    {
      label: files.leftOutBy,
      value: rule === null ? files.noRule : (whyLeftOut(rule, words) ?? ruleText(rule, words)),
    },
    {
      label: files.waitsFor,
      value: explanationText(file, words, {
        isFolderAway: folder !== null && folder.trouble !== null,
      }),
    },
  ];
}

/** One that every folder has says what kind of file it is about. */
function ruleText(rule: string, { folders }: Pick<Words, 'folders'>): string {
  const builtIn = builtInPattern(rule);
  return builtIn === null ? rule : folders.temporary(builtIn);
}

/** Where no rule leaves out a file; null where one does. */
function whyLeftOut(note: string | null, { files }: Pick<Words, 'files'>): string | null {
  if (note === THERE_BEFORE) return files.thereBefore;
  return note === LABSEAL_DATA ? files.diskSays[note] : null;
}

/** From when on it can be told whether a lost answer's file arrived; null: that is not waited for. */
export function toldFromText(
  { state, hold, doubt }: Pick<FileListRow, 'state' | 'hold' | 'doubt'>,
  { files, figures }: Words,
): string | null {
  const isLooking = state === 'confirming' && hold === null && doubt !== null;
  if (!isLooking || denialIn(doubt.received) !== null) return null;
  return files.toldFrom(figures.clock(doubt.toldFromMs));
}

/** Words of the service are quoted; notes of our own are no sentences. */
export function explanationText(
  {
    state,
    hold,
    note,
    duplicate,
    deletion,
    doubt,
    isApproved,
    credits,
  }: Pick<
    FileListRow,
    'state' | 'hold' | 'note' | 'duplicate' | 'deletion' | 'doubt' | 'isApproved' | 'credits'
  >,
  { files, figures, uploadResults, inbox, ui, unreadable }: Words,
  { isServiceAway = false, isFolderAway = false } = {},
): string {
  if (deletion !== undefined) {
    const why = state === 'record_error' ? files.deletionNotRecorded : files.whyState[state];
    return `${why} ${files.deletedBecause(figures.moment(deletion.askedAtMs), deletion.reason)}`;
  }
  if (isApproved === true) {
    if (isFolderAway) return `${inbox.approvedOne} ${inbox.sentWithFolder}`;
    return `${isServiceAway ? inbox.approvedAwayOne : inbox.approvedOne} ${inbox.sentByItself}`;
  }
  const leftOut = state === 'ignored' ? whyLeftOut(note, { files }) : null;
  if (leftOut !== null) return leftOut;
  if (state === 'unreadable' && note !== null) return unreadable(note);
  if (state === 'duplicate' && duplicate !== null)
    return files.duplicate(duplicate.fileName, duplicate.project);
  const wait = state === 'held' || state === 'recording' ? readWaitNote(note) : null;
  if (wait?.waits === 'record-unseen') return files.recordUnseen(wait.status, wait.says);
  if (wait?.waits === 'unknown-status') return files.unknownStatus(wait.status);
  if (wait?.waits === 'list-refused') return files.listRefused(wait.status, wait.says);
  if (wait?.waits === 'project-refused') return files.projectRefused;
  if (wait?.waits === 'not-carried-out') return files.notCarriedOut(wait.status);
  if (wait?.waits === 'no-progress') return files.noProgress(wait.tries);
  const held = state === 'held' ? readHoldNote(note) : null;
  const limit = overLimitText({ state, note }, { files });
  if (limit !== null) return `${limit} ${files.letThrough}`;
  if (held?.why === 'id-in-use') {
    return `${files.whyHold.id_in_use} ${files.idInUse(held.fileId, held.fileName)}`;
  }
  if (held?.why === 'record-deleted') {
    const when = held.atMs === null ? null : figures.moment(held.atMs);
    return files.recordDeleted(when, ui.atMost(credits));
  }
  if (doubt !== null) {
    const received = uploadResults.received(doubt.received, doubt.sinceMs, figures);
    if (hold === null) {
      const isDenied = denialIn(doubt.received) !== null;
      return `${received} ${isDenied ? files.deniedChecking : files.whyState[state]}`;
    }
    const known = doubtOf({ doubt, credits });
    const found =
      known === null ? '' : `${uploadResults.evidence({ ...known, files: 1 }, figures)} `;
    return `${received} ${found}${files.whyHold[hold]}`;
  }
  const isOurs = note === null || note.startsWith('{') || !SAID_BY_SERVICE.has(hold ?? state);
  if (isOurs) return hold === null ? files.whyState[state] : files.whyHold[hold];
  const why =
    hold === 'credits'
      ? files.creditsRefused
      : hold === null
        ? files.whyState[state]
        : files.whyHold[hold];
  return note === '' ? why : `${why} ${files.serviceSaid(note)}`;
}
const SAID_BY_SERVICE: ReadonlySet<string> = new Set([
  'refusal',
  'permission',
  'credits',
  'failed',
  'record_error',
]);
