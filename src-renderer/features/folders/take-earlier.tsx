/** Takes what was left out for having been there before. Its price stands in the question: a budget may pay it unasked. */
import { useState, type ReactElement } from 'react';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { DryRun } from './dry-run.tsx';
import styles from './folders.module.css';

export function TakeEarlier({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const { folders } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const { send, isPending, fault } = useSend('folders.takeEarlier');
  const close = () => setIsAsking(false);
  const { path, exclude, assignment, budgetCredits } = folder;
  return (
    <>
      <Button isSmall onPress={() => setIsAsking(true)}>
        {folders.takeEarlier}
      </Button>
      <ConfirmDialog
        title={folders.takeEarlierTitle}
        isOpen={isAsking}
        onClose={close}
        confirm={folders.takeEarlierAgree}
        seenIn="activity"
        isPending={isPending}
        onConfirm={() => send({ folder: folder.id }, close)}
      >
        <div className={styles['block']}>
          <p>
            {folders.takeEarlierText}{' '}
            {budgetCredits === null ? folders.thenAsks : folders.thenPays(budgetCredits)}
          </p>
          <DryRun
            path={path}
            exclude={exclude}
            visibility={assignment.visibility}
            checkPolicy={assignment.checkPolicy}
            onlyNew={false}
            watching={folder.watching}
          />
          <ErrorNotice fault={fault} />
        </div>
      </ConfirmDialog>
    </>
  );
}
