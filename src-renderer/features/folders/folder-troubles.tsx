/** Why a folder, or a drive in it, is paused, and what can be done about it. */
import type { ReactElement } from 'react';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { useSend } from '../../data/use-action.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { Button } from '../../ui/layout/button.tsx';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import { useWords } from '../../words/words-context.ts';

export function FolderTroubles({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
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
          text={trouble === 'other-drive' ? folders.driveText : folders.troubleText}
        >
          <Button isSmall isPending={look.isPending} onPress={() => look.send({})}>
            {folders.look}
          </Button>
          {trouble === 'other-drive' && <AcceptDrives folder={folder} />}
        </HealthBanner>
      )}
      {drives.map((drive) => (
        <HealthBanner
          key={drive.path}
          severity="attention"
          title={folders.driveTroubles[drive.trouble](pathText(`${path}/${drive.path}`))}
          text={folders.driveText}
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
