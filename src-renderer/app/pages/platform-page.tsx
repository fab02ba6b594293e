/** What a project has on the platform, with what brings a file of it here and what takes one off there. */
import { useState, type ReactElement } from 'react';
import { DeleteDialog } from '../../features/files/delete-dialog.tsx';
import { PlatformScreen } from '../../features/platform/platform-screen.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { useWords } from '../../words/words-context.ts';
import { FileDownload } from '../../features/downloads/file-download.tsx';

export function PlatformPage(): ReactElement {
  return (
    <PlatformScreen
      download={(file, reason) => <FileDownload {...file} reason={reason} />}
      deletion={(file) => <DeleteThere {...file} />}
    />
  );
}

function DeleteThere({
  projectId,
  fileId,
  name,
}: Readonly<{ projectId: string; fileId: string; name: string }>): ReactElement {
  const { files } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon="trash" onPress={() => setIsAsking(true)}>
        {files.actions.delete}
      </Button>
      {isAsking && (
        <DeleteDialog
          file={{ asked: fileId, projectId, name }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
