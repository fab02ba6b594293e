/** How far a file of a list is. It follows its progress by itself, so that the list is not drawn again with each step. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { StatusText } from '../../parts/status-text.tsx';
import { useShare } from './use-share.ts';

export function FileStatus({ file }: Readonly<{ file: FileListRow }>): ReactElement {
  return <StatusText state={file.state} hold={file.hold} share={useShare(file)} />;
}
