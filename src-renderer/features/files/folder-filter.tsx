/** Narrows a list to a watched folder or a subfolder, found by opening one in another. */
import { type ReactElement, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { lastPart, type Subfolder } from '../../../src-shared/model/files/folder-path.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useBridge } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import type { PageFault } from '../../bridge/bridge.ts';
import { type Branch, TreeChoice } from '../../ui/form/tree-choice.tsx';
import { PopoverButton } from '../../ui/overlay/popover.tsx';
import overlay from '../../ui/overlay/overlay.module.css';
import { useWords } from '../../words/words-context.ts';
import type { FolderFilter } from './file-filters.ts';

/** More subfolders of one are found by their names: nobody looks through so many. */
const MOST_SHOWN = 500;
const ALL = 'all';

/** Nothing where no folder is watched. `projectId` null: the folders of all projects. */
export function FolderChoice({
  projectId,
  chosen,
  onChoose,
}: Readonly<{
  projectId: string | null;
  chosen: FolderFilter | null;
  onChoose: (folder: FolderFilter | null) => void;
}>): ReactElement | null {
  const { files } = useWords();
  const { value } = useRead('folders.list');
  const watched = useMemo(
    () =>
      (value ?? []).filter(
        ({ assignment }) => projectId === null || assignment.projectId === projectId,
      ),
    [value, projectId],
  );
  if (watched.length === 0) return null;
  const root = watched.find(({ id }) => id === chosen?.folderId);
  const name =
    chosen === null
      ? files.allFolders
      : printable(
          lastPart(chosen.subfolder === '' ? (root?.path ?? chosen.folderId) : chosen.subfolder),
        );
  return (
    <PopoverButton label={files.folder} text={name}>
      {(close) => (
        <FolderTree
          roots={watched.map(({ id, path }) => ({ id, name: lastPart(path) }))}
          chosen={chosen}
          onChoose={(folder) => {
            onChoose(folder);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}

const keyOf = ({ folderId, subfolder }: FolderFilter) => `${folderId}/${subfolder}`;
const folderOf = (key: string): FolderFilter => {
  const slash = key.indexOf('/');
  return { folderId: key.slice(0, slash), subfolder: key.slice(slash + 1) };
};

function FolderTree({
  roots,
  chosen,
  onChoose,
}: Readonly<{
  roots: readonly { readonly id: string; readonly name: string }[];
  chosen: FolderFilter | null;
  onChoose: (folder: FolderFilter | null) => void;
}>): ReactElement {
  const { files } = useWords();
  const { bridge } = useBridge();
  const [inside, setInside] = useState<ReadonlyMap<string, readonly Subfolder[]>>(new Map());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [fault, setFault] = useState<PageFault | null>(null);
  const read = async (key: string) => {
    const { folderId, subfolder } = folderOf(key);
    const input = { folderId, below: subfolder };
    const answer = await bridge.call('files.subfolders', input, new AbortController().signal);
    setFault(answer.ok ? null : answer.fault);
    if (answer.ok) setInside((before) => new Map(before).set(key, answer.value));
  };
  const open = (keys: ReadonlySet<string>) => {
    setOpened(keys);
    for (const key of keys) if (!opened.has(key)) void read(key);
  };
  const [only, ...others] = roots;
  // Where one folder is watched, what is in it is to be chosen.
  const openOnly = useEffectEvent(() => {
    if (only !== undefined && others.length === 0)
      open(new Set([keyOf({ folderId: only.id, subfolder: '' })]));
  });
  useEffect(() => openOnly(), []);
  const branch = (folder: FolderFilter, name: string, hasSubfolders: boolean): Branch => {
    const id = keyOf(folder);
    const known = inside.get(id);
    return {
      id,
      label: printable(name),
      hasBranches: hasSubfolders && known?.length !== 0,
      branches: (known ?? [])
        .slice(0, MOST_SHOWN)
        .map((each) => branch({ ...folder, subfolder: each.path }, each.name, each.hasSubfolders)),
    };
  };
  const all = { id: ALL, label: files.allFolders, hasBranches: false, branches: [] };
  const isCut = [...opened].some((key) => (inside.get(key)?.length ?? 0) > MOST_SHOWN);
  return (
    <>
      <ErrorNotice fault={fault} />
      <TreeChoice
        label={files.folder}
        branches={[
          all,
          ...roots.map(({ id, name }) => branch({ folderId: id, subfolder: '' }, name, true)),
        ]}
        chosenId={chosen === null ? ALL : keyOf(chosen)}
        onChoose={(id) => onChoose(id === ALL ? null : folderOf(id))}
        openIds={opened}
        onOpen={open}
      />
      {isCut && <p className={overlay['side']}>{files.moreFolders(MOST_SHOWN)}</p>}
    </>
  );
}
