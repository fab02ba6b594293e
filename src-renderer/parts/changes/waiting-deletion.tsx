/** That a file is to be deleted on the service, where the file is shown; nothing while no deletion of it waits. */
import type { ReactElement } from 'react';
import { markOf } from '../../../src-shared/model/changes/pending-view.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { WaitingChange } from './pending-change.tsx';

/** `fileId`: the service's. */
export function WaitingDeletion({
  fileId,
  name,
}: Readonly<{ fileId: string; name: string }>): ReactElement | null {
  const { value } = useRead('outbox.list');
  const undo = useUndo();
  const changes = value?.changes ?? [];
  const change = changes.findLast(
    ({ intent }) => intent.kind === 'delete-file' && intent.fileId === fileId,
  );
  const mark = change === undefined ? null : markOf(change, changes);
  if (change === undefined || mark === null) return null;
  return (
    <>
      <WaitingChange mark={mark} name={name} isAgreed={change.agreed !== undefined} undo={undo} />
      <ErrorNotice fault={undo.fault} />
    </>
  );
}
