/** What can be done about one file, as buttons: what its state asks for first, the rest behind a menu. */
import { createContext, type ReactElement, useContext, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance } from '../../data/queries.ts';
import { useAction, useSend } from '../../data/use-action.ts';
import { useRecordErrors } from '../../data/use-record-errors.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useCopy } from '../../ui/layout/use-copy.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { ContextMenu, MenuButton, type MenuEntry, type MenuPlace } from '../../ui/overlay/menu.tsx';
import { draftOf } from '../../parts/assignment/assignment-draft.ts';
import { UploadAgainQuestion, SpendQuestion, sumOf } from '../../parts/credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { HoldQuestion } from '../../parts/credits/hold-question.tsx';
import { statusLook } from '../../parts/files/status-appearance.ts';
import { pathTo, pathToVerify } from '../../paths.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { actionsOf, type FileAction } from './file-actions.ts';
import {
  again,
  agree,
  approve,
  assign,
  ignore,
  include,
  sendAgain,
  undo,
} from './file-commands.ts';
import styles from './files.module.css';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';

/** What spends carries its price. */
export function actionLabel(
  action: FileAction,
  { credits }: Pick<FileListRow, 'credits'>,
  { files, ui }: Words,
): string {
  const price = ui.credits(credits);
  return isPriced(action) ? files.priced[action](price) : files.actions[action];
}

type Priced = keyof Words['files']['priced'];

function isPriced(action: FileAction): action is Priced {
  return ['upload', 'keep-version', 'approve', 'include', 'upload-again', 'send-again'].includes(
    action,
  );
}

/** Where the menu of the chosen file was asked for in a list; null while it is closed. */
export const FileMenu = createContext<{
  readonly place: MenuPlace;
  readonly onClose: () => void;
} | null>(null);

type Asking = 'locate' | 'keep-version' | 'approve' | 'upload-again' | 'assign' | 'delete' | null;

export function FileButtons({ file }: Readonly<{ file: FileListRow }>): ReactElement | null {
  const words = useWords();
  const navigate = useNavigate();
  const { run, isPending, fault } = useAction();
  const errors = useRecordErrors();
  const balance = useBalance();
  const [asking, setAsking] = useState<Asking>(null);
  const selection = useMemo(() => ({ fileIds: [file.id] }), [file.id]);
  const [said, setSaid] = useState<string | null>(null);
  const { copy, isCopied, refusal } = useCopy();
  const menu = useContext(FileMenu);
  const isWatched = useCore(
    ({ status }) => status?.account?.folders.some(({ id }) => id === file.folderId) ?? false,
  );
  const page = pathTo('file', file.projectId, file.id);
  const [first, ...rest] = actionsOf(file, isWatched);
  // Both ways out of a failed record, or of a changed file, stand side by side; elsewhere one is what the state asks for.
  const second = rest[0] === 'upload-again' || rest[0] === 'keep-version' ? rest[0] : null;
  const others = rest.filter((action) => action !== second);
  const open = { id: 'open', label: words.files.openPage, onAction: () => void navigate(page) };
  if (first === undefined) {
    return menu && <ContextMenu label={file.name} {...menu} entries={[open]} />;
  }
  const close = () => setAsking(null);
  const anyFault = fault ?? errors.fault;
  const problem = anyFault === null ? null : faultSentence(anyFault, words);

  const act = (action: FileAction) => {
    switch (action) {
      case 'locate':
      case 'keep-version':
      case 'upload-again':
      case 'assign':
      case 'delete':
        return setAsking(action);
      case 'upload':
        return run(agree(file));
      case 'approve':
        return file.hold === 'budget' ? setAsking(action) : run(approve(file));
      case 'send-again':
        return run(sendAgain(file));
      case 'use-now':
      case 'again':
        return run(again(file));
      case 'send-next':
        return run(
          (ask) => ask('transfers.sendNext', { asked: file.id }),
          () => setSaid(words.activity.goesNext),
        );
      case 'undo':
        return run(undo(file), ({ files, underWay }) =>
          setSaid(words.spend.undone(files, underWay)),
        );
      case 'stop':
        return run((ask) => ask('transfers.cancel', { asked: file.id }));
      case 'restart':
        return run((ask) => ask('transfers.restart', { asked: file.id }));
      case 'ignore':
        return run(ignore(file));
      case 'check-record':
        return errors.check([file], (found) =>
          setSaid(found === 0 ? words.files.stillNotRecorded : null),
        );
      case 'copy-report':
        setSaid(null);
        return copy(reportOf(file, words));
      case 'include':
        return run(include(file));
      case 'forget-copy':
        return run((ask) => ask('files.forgetCopy', { asked: file.id }));
      case 'certificate':
        return void navigate(pathTo('certificate', file.projectId, file.fileId ?? ''));
      case 'verify':
        return void navigate(pathToVerify(file.projectId, file.fileId ?? '', file.id));
      default:
        return assertNever(action);
    }
  };

  const entryOf = (action: FileAction): MenuEntry => ({
    id: action,
    label: actionLabel(action, file, words),
    isDangerous: action === 'delete',
    onAction: () => act(action),
  });

  return (
    <div className={styles['buttons']}>
      {menu !== null && (
        <ContextMenu
          label={file.name}
          {...menu}
          entries={[open, ...[first, ...rest].map(entryOf)]}
        />
      )}
      <Button isPending={isPending || errors.isPending} onPress={() => act(first)}>
        {actionLabel(first, file, words)}
      </Button>
      {second !== null && (
        <Button onPress={() => act(second)}>{actionLabel(second, file, words)}</Button>
      )}
      {others.length > 0 && <MenuButton label={words.files.more} entries={others.map(entryOf)} />}
      <span role="status">{said ?? (isCopied ? words.ui.copied : null)}</span>
      {refusal}
      <Problem text={problem} />
      {asking === 'approve' && (
        <HoldQuestion selection={selection} onDone={close} onClose={close} />
      )}
      {asking === 'keep-version' && <KeepVersionQuestion file={file} onClose={close} />}
      {asking === 'upload-again' && (
        <UploadAgainQuestion
          files={[file]}
          balance={balance}
          isPending={errors.isPending}
          problem={problem}
          onAgree={() => errors.uploadAgain([file], close)}
          onClose={close}
        />
      )}
      {asking === 'assign' && (
        <AssignmentDialog
          count={1}
          begin={draftOf(file.assignment)}
          isPending={isPending}
          fault={fault}
          onSave={(assignment) => run(assign(file, assignment), close)}
          onClose={close}
        />
      )}
      {asking === 'locate' && <LocateDialog file={file} onClose={close} />}
      {asking === 'delete' && (
        <DeleteDialog
          file={{ asked: file.fileId ?? file.id, name: file.name, folderPath: file.folderPath }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** What whoever runs the service needs to know about a file, as lines of plain text. Nothing of what is in the file. */
export function reportOf(file: FileListRow, words: Words): string {
  const { files, figures } = words;
  const lines = [
    [files.name, file.name],
    [files.status, statusLook(file.state, file.hold, words, file.isApproved).label],
    [files.serviceId, file.fileId],
    [files.reportProject, file.projectId],
    [files.visibilityLabel, files.visibility[file.visibility]],
    [files.size, `${figures.size(file.sizeBytes)} (${file.sizeBytes})`],
    [files.when, new Date(file.changedAtMs).toISOString()],
    ['BLAKE3', file.blake3],
    ['SHA-256', file.sha256],
    [files.reportSays, file.note],
  ] as const;
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}

/** Asks for the price of what one notarized file has become. It is in no other price. */
function KeepVersionQuestion({
  file,
  onClose,
}: Readonly<{ file: FileListRow; onClose: () => void }>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.keepVersion');
  const { id: asked, blake3, credits } = file;
  return (
    <SpendQuestion
      offer={sumOf([file])}
      about={words.files.keepVersionText}
      balance={balance}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ asked, blake3: blake3 ?? '', credits }, onClose)}
      onClose={onClose}
    />
  );
}

/** A missing file: a person shows the folder that it is in now, and its bytes are looked for there. */
function LocateDialog({
  file,
  onClose,
}: Readonly<{
  file: Pick<FileListRow, 'id' | 'name' | 'path' | 'folderPath'>;
  onClose: () => void;
}>): ReactElement {
  const { files, folders } = useWords();
  const { send, isPending, fault } = useSend('files.locate');
  const [path, setPath] = useState('');
  return (
    <ConfirmDialog
      title={files.locateTitle}
      isOpen
      onClose={onClose}
      isQuestion={false}
      confirm={folders.relocateAgree}
      isPending={isPending}
      isValid={path.trim() !== ''}
      onConfirm={() => send({ asked: file.id, folder: path.trim() }, onClose)}
    >
      <div className={arrangement['block']}>
        <PlacedName name={file.name} folderPath={file.folderPath} />
        <p>{files.locateText}</p>
        <FolderChooser path={path} onChoose={setPath} lostPath={file.path} />
        <ErrorNotice fault={fault} />
      </div>
    </ConfirmDialog>
  );
}
