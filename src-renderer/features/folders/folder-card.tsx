/** One watched folder: how its files stand, what happens to new ones, and what can be done about it. */
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { totalsText } from '../../parts/audit-totals.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { usePathText } from '../../parts/path-text.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { AuditFolder } from './audit-folder.tsx';
import { FileStanding } from './file-standing.tsx';
import { FolderTroubles } from './folder-troubles.tsx';
import styles from './folders.module.css';
import { TakeEarlier } from './take-earlier.tsx';
import { watchLimitFacts } from './watch-capability-facts.ts';

/** The choice, and what it uploads and may cost. */
function checkText(
  { assignment: { checkPolicy }, isCheckChosen }: FolderView,
  { assignment, figures, folders }: Words,
): string {
  const check = typeof checkPolicy === 'string' ? checkPolicy : 'up-to';
  const choice =
    typeof checkPolicy === 'string'
      ? assignment.checks[checkPolicy]
      : assignment.checkedUpTo(figures.size(checkPolicy.upToBytes));
  return `${isCheckChosen ? choice : folders.byDefault(choice)}: ${assignment.checkHints[check]}`;
}

export function FolderCard({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const words = useWords();
  const { folders, assignment, figures } = words;
  const nowMs = useNow();
  const look = useSend('folders.look');
  const remove = useSend('folders.remove');
  const [isAsking, setIsAsking] = useState(false);
  const path = usePathText()(folder.path);
  const { trouble, lastScanAtMs, budgetCredits, exclude, onlyNew, latestFile } = folder;
  const { visibility, fileType, labels, projectId } = folder.assignment;
  const edit = pathTo('folder', projectId, folder.id);
  const close = () => setIsAsking(false);
  return (
    <section aria-label={path} className={styles['folder']}>
      <h2 className={styles['path']}>{path}</h2>
      <FolderTroubles folder={folder} />
      <FileStanding counts={folder} bytes={folder.bytes} />
      <Facts
        facts={[
          {
            label: folders.latestFile,
            value:
              latestFile === null
                ? null
                : `${printable(latestFile.name)} · ${figures.when(latestFile.savedAtMs, Math.max(nowMs, latestFile.savedAtMs))}`,
          },
          {
            label: folders.lastLook,
            value:
              lastScanAtMs === null
                ? folders.never
                : figures.when(lastScanAtMs, Math.max(nowMs, lastScanAtMs)),
          },
          { label: folders.lastAudit, value: <LastAudit folderId={folder.id} nowMs={nowMs} /> },
          {
            label: folders.rules,
            value: [
              assignment.visibilities[visibility],
              assignment.types[fileType],
              labels,
              ...(exclude.length === 0 ? [] : [folders.patterns(exclude.length)]),
            ].join(' · '),
          },
          { label: assignment.check, value: checkText(folder, words) },
          ...(onlyNew ? [{ label: folders.earlier, value: folders.earlierLeftOut }] : []),
          ...watchLimitFacts(folder.watchLimit, words),
          {
            label: folders.spending,
            value: budgetCredits === null ? folders.spendings.ask : folders.upTo(budgetCredits),
          },
        ]}
      />
      <div className={styles['tools']}>
        <LinkButton to={edit} isSmall>
          {folders.edit}
        </LinkButton>
        {trouble === null && (
          <Button isSmall isPending={look.isPending} onPress={() => look.send({}, () => undefined)}>
            {folders.look}
          </Button>
        )}
        <AuditFolder folder={folder} />
        {onlyNew && <TakeEarlier folder={folder} />}
        <Button isSmall onPress={() => setIsAsking(true)}>
          {folders.stop}
        </Button>
      </div>
      <ConfirmDialog
        title={folders.stopTitle}
        isOpen={isAsking}
        onClose={close}
        confirm={folders.stop}
        isPending={remove.isPending}
        onConfirm={() => remove.send({ folder: folder.id }, close)}
      >
        <p>{folders.stopText(path)}</p>
        <ErrorNotice fault={remove.fault} />
      </ConfirmDialog>
    </section>
  );
}

/** Leads to it; what it found is said, because a folder that was audited is not yet one that is well. */
function LastAudit({
  folderId,
  nowMs,
}: Readonly<{ folderId: string; nowMs: number }>): ReactElement {
  const words = useWords();
  const { audits, figures } = words;
  const input = useMemo(() => ({ target: { folderId }, most: 1 }), [folderId]);
  const { value: runs, fault, readAgain } = useRead('audit.runs', input);
  const [run] = runs ?? [];
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (run === undefined) return <>{runs === null ? '…' : audits.neverAudited}</>;
  const atMs = run.endedAtMs ?? run.beganAtMs;
  return (
    <>
      <Link to={pathTo('audit', run.id)}>{figures.when(atMs, Math.max(nowMs, atMs))}</Link>
      {` · ${totalsText(run.totals, words)}`}
    </>
  );
}
