/** What watching a folder would do, before it does anything: how many files, how large, and what they would cost. */
import type { ReactElement } from 'react';
import type { FolderPreview, FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import {
  builtInPattern,
  LABSEAL_DATA,
  type WatchLimit,
} from '../../../src-shared/model/folders/folder-rules.ts';
import type { PreviewedFile } from '../../../src-shared/model/folders/folder-preview.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { useBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Table } from '../../ui/grid/table.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './folders.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { assertNever } from '../../../src-shared/model/result.ts';
import { lackingCredits, type Purse } from '../../../src-shared/model/money/spend-limits.ts';

const SHOWN_EXAMPLES = 8;

/** Why a file would not be sent. */
export function reasonText(
  reason: NonNullable<PreviewedFile['reason']>,
  { folders }: Words,
): string {
  switch (reason.kind) {
    case 'ignored': {
      if (reason.rule === LABSEAL_DATA) return folders.labsealData;
      const builtIn = builtInPattern(reason.rule);
      return builtIn === null ? folders.ignoredBy(reason.rule) : folders.temporary(builtIn);
    }
    case 'there-before':
      return folders.thereBefore;
    case 'recorded':
      return folders.recorded;
    case 'changed':
      return folders.changedSince;
    case 'too-large':
      return folders.tooLarge;
    case 'not-a-file':
      return folders.notAFile;
    case 'unreadable':
      return folders.unreadable;
    default:
      return reason satisfies never;
  }
}

/** Of a folder that is watched, with what was there before. */
export function DryRun({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { path, exclude, watching } = folder;
  const { visibility, checkPolicy } = folder.assignment;
  const { value, fault, readAgain } = useRead('folders.preview', {
    path,
    exclude: [...exclude],
    visibility,
    checkPolicy,
    onlyNew: false,
    watching,
  });
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={4} />;
  return <Outcome preview={value} visibility={visibility} onlyNew={false} />;
}

/** The sums, and the first files that are left out, with the reason. */
export function Outcome({
  preview,
  visibility,
  onlyNew,
}: Readonly<{
  preview: FolderPreview;
  visibility: Visibility;
  /** What lies in the folder now is not wanted. */
  onlyNew: boolean;
}>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { assignment, credits, folders, figures, ui, files, spending } = words;
  const { taken, leftOut, checked } = preview;
  const lacking = balance === null ? 0 : lackingCredits(balance, taken.credits);
  /** A private file costs 1 credit; how many public ones it pays for depends on which. */
  const notEnoughText = (purse: Purse): string =>
    visibility === 'private'
      ? credits.enoughFor(Math.max(0, purse.credits - (purse.reserve ?? 0)), taken.files)
      : folders.notEnough(purse);
  // Those that go are a number: what a person looks for is what does not.
  const exceptions = preview.examples.filter(({ reason }) => reason !== null);
  return (
    <div className={arrangement['block']}>
      <div role="status">
        <Facts
          facts={[
            {
              label: folders.wouldGo,
              value: onlyNew
                ? folders.onlyWhatComes
                : `${files.count(taken.files)} · ${figures.size(taken.bytes)}`,
            },
            {
              label: folders.wouldStay,
              value: `${files.count(leftOut.files)} · ${figures.size(leftOut.bytes)}`,
            },
            {
              label: assignment.check,
              value:
                onlyNew || checked.files === 0
                  ? null
                  : folders.checkUploads(files.count(checked.files), figures.size(checked.bytes)),
            },
            {
              label: folders.costAtMost,
              value: onlyNew ? folders.costsLater : ui.credits(taken.credits),
            },
            {
              label: spending.balance,
              value:
                balance === null || onlyNew
                  ? null
                  : lacking > 0
                    ? notEnoughText(balance)
                    : folders.leftOver(balance.credits, balance.credits - taken.credits),
            },
            {
              label: folders.asPrivate,
              value: visibility === 'public' && !onlyNew ? ui.credits(taken.files) : null,
            },
            ...watchLimitFacts(preview.watchLimit, words),
          ]}
        />
      </div>
      {exceptions.length > 0 && (
        <Table
          caption={folders.examples}
          isStacked
          columns={[
            {
              id: 'file',
              label: folders.file,
              cell: (file) => (
                <span className={styles['exampleName']}>
                  <FileName name={file.path} />
                </span>
              ),
            },
            {
              id: 'size',
              label: files.size,
              isNumber: true,
              cell: ({ sizeBytes }) => figures.size(sizeBytes),
            },
            {
              id: 'what',
              label: folders.whatHappens,
              cell: ({ reason }) => (reason === null ? '' : reasonText(reason, words)),
            },
          ]}
          rows={exceptions.slice(0, SHOWN_EXAMPLES)}
          rowId={(file) => file.path}
        />
      )}
    </div>
  );
}

/** What a person is told where changes in a folder may not be seen at once; nothing anywhere else. */
export function watchLimitFacts(
  late: WatchLimit | null,
  { folders }: Words,
): readonly { readonly label: string; readonly value: string }[] {
  if (late === null) return [];
  return [{ label: folders.changes, value: textOf(late, folders) }];
}

function textOf(late: WatchLimit, folders: Words['folders']): string {
  switch (late.kind) {
    case 'too-many-folders':
      return folders.tooManyFolders(late.most, late.seconds);
    case 'limited':
      return folders.watchLimited(late.seconds);
    case 'polled':
      return late.isNetworkDrive ? folders.polledDrive(late.seconds) : folders.polled(late.seconds);
    default:
      return assertNever(late);
  }
}
