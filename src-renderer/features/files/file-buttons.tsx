/** What can be done about one file, as buttons: what its state asks for first, the rest behind a menu. */
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useCore } from '../../bridge/bridge-context.ts';
import { useDeed } from '../../bridge/use-deed.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/form.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { actionsOf, type FileAction } from './file-actions.ts';
import { again, approve, ignore, skipCheck } from './file-deeds.ts';
import styles from './files.module.css';
import { ResolveDialog } from './resolve-dialog.tsx';
import { UploadQuestion } from './upload-question.tsx';

/** What spends carries its price. */
export function actionLabel(
  action: FileAction,
  { credits, isPriceExact }: Pick<FileListRow, 'credits' | 'isPriceExact'>,
  { files, ui }: Words,
): string {
  if (action !== 'upload' && action !== 'approve' && action !== 'include') {
    return files.actions[action];
  }
  return files.priced[action](isPriceExact ? ui.credits(credits) : ui.aboutCredits(credits));
}

type Asking = 'upload' | 'assign' | 'decide' | 'delete' | null;

export function FileButtons({ file }: Readonly<{ file: FileListRow }>): ReactElement | null {
  const words = useWords();
  const navigate = useNavigate();
  const { run, isPending, fault } = useDeed();
  const [asking, setAsking] = useState<Asking>(null);
  const isWatched = useCore(
    ({ status }) => status?.account?.folders.some(({ id }) => id === file.folderId) ?? false,
  );
  const [first, ...others] = actionsOf(file, isWatched);
  if (first === undefined) return null;
  const close = () => setAsking(null);

  const act = (action: FileAction) => {
    switch (action) {
      case 'upload':
      case 'assign':
      case 'decide':
      case 'delete':
        return setAsking(action);
      case 'approve':
        return run(approve([file]));
      case 'skip-check':
        return run(skipCheck(file));
      case 'use-now':
      case 'again':
        return run(again(file));
      case 'stop':
        return run((ask) => ask('transfers.cancel', { asked: file.id }));
      case 'restart':
        return run((ask) => ask('transfers.restart', { asked: file.id }));
      case 'ignore':
        return run(ignore(file));
      case 'include':
        return run((ask) => ask('files.takeEarlier', { fileIds: [file.id] }));
      case 'certificate': {
        const [project, id] = [file.projectId, file.fileId ?? ''].map(encodeURIComponent);
        return void navigate(`/projects/${project}/files/${id}/certificate`);
      }
      default:
        return assertNever(action);
    }
  };

  return (
    <div className={styles['buttons']}>
      <Button isPending={isPending} onPress={() => act(first)}>
        {actionLabel(first, file, words)}
      </Button>
      {others.length > 0 && (
        <MenuButton
          label={words.files.more}
          entries={others.map((action) => ({
            id: action,
            label: actionLabel(action, file, words),
            isDangerous: action === 'delete',
            onAction: () => act(action),
          }))}
        />
      )}
      <Problem text={fault === null ? null : faultSentence(fault, words)} />
      {asking === 'upload' && <UploadQuestion files={[file]} onClose={close} />}
      {asking === 'assign' && <AssignmentDialog files={[file]} onClose={close} />}
      {asking === 'decide' && <ResolveDialog file={file} onClose={close} />}
      {asking === 'delete' && <DeleteDialog file={file} onClose={close} />}
    </div>
  );
}
