/** Deletes a file on the service: a reason, the price, a yes to exactly that. The history stays there. */
import { useState, type ReactElement } from 'react';
import { usePaidChange } from '../../data/use-paid-change.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { PaidChangeDialog } from '../../parts/changes/paid-change-dialog.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

/** `file.projectId`: of one that only the service may have; `asked` is then its id there. */
export function DeleteDialog({
  file,
  onClose,
}: Readonly<{
  file: {
    readonly asked: string;
    readonly projectId?: string;
    readonly name: string;
    /** As a `FileView` has it; null: none is known here. */
    readonly folderPath: string | null;
  };
  onClose: () => void;
}>): ReactElement {
  const { files } = useWords();
  const [reason, setReason] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const paid = usePaidChange(onClose);
  const { now, offer } = paid;
  const isMissing = reason.trim() === '';
  const ask = () => {
    setShowsErrors(true);
    if (isMissing) return;
    const { asked, projectId } = file;
    const place = projectId === undefined ? {} : { projectId };
    paid.ask({ kind: 'delete-file', asked, ...place, reason: reason.trim() });
  };
  return (
    <>
      <ConfirmDialog
        title={files.deleteTitle}
        isOpen={offer === null}
        onClose={onClose}
        confirm={files.deleteNext}
        confirmKind="secondary"
        isPending={now.step === 'pricing'}
        isValid={!isMissing}
        onConfirm={ask}
      >
        <div className={styles['form']}>
          <PlacedName name={file.name} folderPath={file.folderPath} />
          <p>{files.deleteText}</p>
          <TextField
            label={files.deleteReason}
            value={reason}
            onChange={setReason}
            error={showsErrors && isMissing ? files.deleteNeedsReason : null}
          />
          <ErrorNotice fault={now.step === 'idle' ? now.fault : null} />
        </div>
      </ConfirmDialog>
      <PaidChangeDialog
        title={files.deleteTitle}
        agreeLabel={files.deleteAgree}
        paid={paid}
        onClose={onClose}
      >
        <PlacedName name={file.name} folderPath={file.folderPath} />
        <p>{files.deleteText}</p>
      </PaidChangeDialog>
    </>
  );
}
