/** One watched folder: how its files stand, what happens to new ones, and what can be done about it. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { totalsText } from '../../parts/files/count-text.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { RelocateFolder } from '../../parts/folders/relocate-folder.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { DryRun, watchLimitFacts } from './dry-run.tsx';
import { FileStanding } from './file-standing.tsx';
import styles from './folders.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';

export function FolderCard({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const words = useWords();
  const { folders, assignment, figures } = words;
  const nowMs = useNow();
  const look = useSend('folders.look');
  const remove = useSend('folders.remove');
  const path = usePathText()(folder.path);
  const { trouble, lastScanAtMs, exclude, onlyNew, latestFile } = folder;
  const { visibility, fileType, labels, projectId, checkPolicy } = folder.assignment;
  const edit = pathTo('folder', projectId, folder.id);
  return (
    <section aria-label={path} className={styles['folder']}>
      <h2 className={prose['path']}>{path}</h2>
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
          { label: assignment.check, value: assignment.checks[checkPolicy] },
          ...(onlyNew ? [{ label: folders.earlier, value: folders.earlierLeftOut }] : []),
          ...watchLimitFacts(folder.watchLimit, words),
          { label: folders.spending, value: spendingText(folder, words) },
        ]}
      />
      <div className={styles['tools']}>
        <LinkButton to={edit} isSmall>
          {folders.edit}
        </LinkButton>
        {trouble === null && (
          <Button isSmall isPending={look.isPending} onPress={() => look.send({})}>
            {folders.look}
          </Button>
        )}
        <AuditFolder folder={folder} />
        {onlyNew && <TakeEarlier folder={folder} />}
        <ConfirmButton
          button={{ label: folders.stop, isSmall: true }}
          title={folders.stopTitle}
          confirm={folders.stop}
          isPending={remove.isPending}
          onConfirm={(close) => remove.send({ folder: folder.id }, close)}
        >
          <p>{folders.stopText(path)}</p>
          <ErrorNotice fault={remove.fault} />
        </ConfirmButton>
      </div>
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
  const {
    value: runs,
    fault,
    readAgain,
  } = useRead('audit.runs', { target: { folderId }, most: 1 });
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

/** Reads every file of it again, and leads to what that finds. */
function AuditFolder({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { audits } = useWords();
  const goOn = useGoOn();
  const { send, isPending, fault } = useSend('audit.start');
  return (
    <>
      <Button
        isSmall
        isPending={isPending}
        onPress={() =>
          send({ target: { folderId: folder.id } }, ({ id }) => goOn(pathTo('audit', id)))
        }
      >
        {audits.begin}
      </Button>
      <ErrorNotice fault={fault} />
    </>
  );
}

function spendingText({ budgetCredits, approveEach }: FolderView, { folders }: Words): string {
  if (approveEach) return folders.spendings.each;
  return budgetCredits === null ? folders.spendings.ask : folders.upTo(budgetCredits);
}

/** Takes what was left out for having been there before. Its price stands in the question: a budget may pay it unasked. */
function TakeEarlier({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { folders } = useWords();
  const { send, isPending, fault } = useSend('folders.takeEarlier');
  const { budgetCredits } = folder;
  return (
    <ConfirmButton
      button={{ label: folders.takeEarlier, isSmall: true }}
      title={folders.takeEarlierTitle}
      confirm={folders.takeEarlierAgree}
      seenIn="activity"
      isPending={isPending}
      onConfirm={(close) => send({ folder: folder.id }, close)}
    >
      <div className={arrangement['block']}>
        <p>
          {folders.takeEarlierText}{' '}
          {budgetCredits === null ? folders.thenAsks : folders.thenPays(budgetCredits)}
        </p>
        <DryRun folder={folder} />
        <ErrorNotice fault={fault} />
      </div>
    </ConfirmButton>
  );
}

/** Why a folder, or a drive in it, is paused, and what can be done about it. */
function FolderTroubles({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { folders } = useWords();
  const pathText = usePathText();
  const look = useSend('folders.look');
  const { path, trouble, drives } = folder;
  return (
    <>
      {trouble !== null && (
        <HealthBanner
          severity="attention"
          title={folders.troubles[trouble]}
          text={folders.troubleTexts[trouble]}
        >
          <Button isSmall isPending={look.isPending} onPress={() => look.send({})}>
            {folders.look}
          </Button>
          {trouble === 'absent' && <RelocateFolder folderId={folder.id} />}
          {trouble === 'other-drive' && <AcceptDrives folder={folder} />}
        </HealthBanner>
      )}
      {drives.map((drive) => (
        <HealthBanner
          key={drive.path}
          severity="attention"
          title={folders.driveTroubles[drive.trouble](pathText(`${path}/${drive.path}`))}
          text={folders.troubleTexts['other-drive']}
        >
          <AcceptDrives folder={folder} />
        </HealthBanner>
      ))}
    </>
  );
}

function AcceptDrives({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { folders } = useWords();
  const { send, isPending, fault } = useSend('folders.acceptDrives');
  return (
    <ConfirmButton
      button={{ label: folders.acceptDrives, isSmall: true }}
      title={folders.acceptDrivesTitle}
      confirm={folders.acceptDrivesAgree}
      isPending={isPending}
      onConfirm={(close) => send({ folder: folder.id }, close)}
    >
      <p>{folders.acceptDrivesText}</p>
      <ErrorNotice fault={fault} />
    </ConfirmButton>
  );
}
