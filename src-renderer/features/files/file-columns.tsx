/** The columns of a project's files; in a narrow window what stands in the details is left out. */
import type { ReactElement } from 'react';
import type { FileListRow, FileSort } from '../../../src-shared/bridge/file-calls.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import listing from '../../ui/grid/listing.module.css';
import type { Words } from '../../words/en.ts';
import { heldText } from '../../parts/files/held-text.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import { useWords } from '../../words/words-context.ts';
import { toldFromText } from './file-explanation.tsx';
import { useShare } from './upload-share.ts';

/** Columns that can be sorted by have the core's name for that. */
export interface FileColumn extends GridColumn<FileListRow> {
  readonly id: FileSort | 'credits';
}

const NONE = '—';

/** Nothing was, and by itself nothing will be, paid for it: it is on the service already, left out, or refused. */
export function isFree({ state, hold }: Pick<FileListRow, 'state' | 'hold'>): boolean {
  return UNPRICED.has(state) || (hold !== null && REFUSED.has(hold));
}

const UNPRICED: ReadonlySet<FileState> = new Set(['duplicate', 'ignored', 'failed', 'unreadable']);
const REFUSED: ReadonlySet<HoldReason> = new Set(['refusal', 'permission', 'size_limit']);

export function fileColumns({ files, figures }: Words, nowMs: number): readonly FileColumn[] {
  return [
    {
      id: 'name',
      label: files.name,
      track: 'minmax(0, 1fr)',
      isSortable: true,
      cell: ({ name, folderPath }) => <PlacedName name={name} folderPath={folderPath} />,
    },
    {
      id: 'state',
      label: files.status,
      track: 'minmax(clamp(6.5rem, 28%, 15rem), 0.6fr)',
      isSortable: true,
      cell: (file) => (
        <span className={listing['statusCell']}>
          <FileStatus file={file} />
        </span>
      ),
    },
    {
      id: 'size',
      label: files.size,
      track: '6rem',
      isNumber: true,
      isSortable: true,
      fromWidthRem: 38,
      cell: (file) => figures.size(file.sizeBytes),
    },
    {
      id: 'credits',
      label: files.credits,
      track: '4.75rem',
      isNumber: true,
      fromWidthRem: 34,
      cell: (file) =>
        file.credits === 0 || isFree(file)
          ? NONE
          : figures.number(file.chargedCredits ?? file.credits),
    },
    {
      id: 'when',
      label: files.when,
      track: '5.5rem',
      isNumber: true,
      isSortable: true,
      fromWidthRem: 28,
      cell: (file) => figures.when(file.changedAtMs, Math.max(nowMs, file.changedAtMs)),
    },
  ];
}

/** How far a file of a list is. It follows its progress by itself, so that the list is not drawn again with each step. */
function FileStatus({ file }: Readonly<{ file: FileListRow }>): ReactElement {
  const words = useWords();
  const detail = toldFromText(file, words) ?? heldText(file, words);
  return (
    <StatusText
      state={file.state}
      hold={file.hold}
      isApproved={file.isApproved}
      share={useShare(file)}
      {...(detail === null ? {} : { detail })}
    />
  );
}
