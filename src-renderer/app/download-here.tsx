/** A download, with the part that finds a folder of this computer. */
import type { ReactElement } from 'react';
import { FileDownload, type FileDownloadProps } from '../features/downloads/file-download.tsx';
import { FolderChooser } from '../features/folders/folder-chooser.tsx';

export function DownloadHere(props: Omit<FileDownloadProps, 'chooser'>): ReactElement {
  return (
    <FileDownload
      {...props}
      chooser={(path, onChoose) => <FolderChooser path={path} onChoose={onChoose} />}
    />
  );
}
