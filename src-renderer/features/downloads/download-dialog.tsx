/** Asks for the folder of a download. A name that is taken there is offered with a number; nothing is replaced. */
import { useState, type ReactElement } from 'react';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useDeed } from '../../data/use-command.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';

/** Shows a path and tells which one was chosen. */
export type FolderPart = (path: string, onChoose: (path: string) => void) => ReactElement;

export function DownloadDialog({
  place: { projectId, fileId },
  name,
  chooser,
  onClose,
}: Readonly<{
  place: { readonly projectId: string; readonly fileId: string };
  name: string;
  chooser: FolderPart;
  onClose: () => void;
}>): ReactElement {
  const { downloads, ui } = useWords();
  const [folder, setFolder] = useState('');
  const { run, isPending, fault, forget } = useDeed();
  const start = (keepsBoth: boolean) =>
    run(
      (ask) => ask('downloads.start', { asked: fileId, projectId, folder, keepsBoth }),
      () => onClose(),
    );
  const taken = fault?.kind === 'name-taken' ? fault : null;
  return (
    <Dialog
      isOpen
      title={downloads.titleOf(printable(name))}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{ui.cancel}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            isDisabled={folder.trim() === ''}
            onPress={() => start(taken !== null)}
          >
            {taken === null ? downloads.here : downloads.saveAs(printable(taken.freeName))}
          </Button>
        </>
      }
    >
      <p>{downloads.whereTo}</p>
      {chooser(folder, (path) => {
        forget();
        setFolder(path);
      })}
      <Trouble fault={fault} />
    </Dialog>
  );
}
