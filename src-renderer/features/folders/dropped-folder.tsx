/** A folder dropped on the page. Where it is, only a window of the desktop app is told; a browser keeps it to itself. */
import { type ReactElement, useState } from 'react';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { useWords } from '../../words/words-context.ts';

export function DroppedFolder({
  onPath,
}: Readonly<{ onPath: (path: string) => void }>): ReactElement {
  const { folders } = useWords();
  const { bridge } = useBridge();
  const hasPaths = useCore(({ abilities }) => abilities.dragPaths === true);
  const [error, setError] = useState<string | null>(null);
  const take = async (folder: File | null, name: string) => {
    const kept =
      hasPaths && folder !== null ? await bridge.keep(folder, new AbortController().signal) : null;
    if (kept?.ok === true) onPath(kept.value.path);
    setError(kept?.ok === true ? null : folders.noDroppedPath(name));
  };
  return (
    <DropZone
      label={folders.dropFolder}
      invitation={folders.dropFolderHere}
      hasButton={false}
      error={error}
      onFolder={(folder, name) => void take(folder, name)}
      onFiles={() => setError(folders.notAFolderDropped)}
    />
  );
}
