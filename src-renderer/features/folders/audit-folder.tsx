/** Reads every file of a watched folder again, and leads to what that finds. */
import type { ReactElement } from 'react';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';

export function AuditFolder({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
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
