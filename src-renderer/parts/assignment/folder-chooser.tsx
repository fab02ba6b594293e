/** Finds a folder of this computer: with the system's dialog in a window, else by walking down from home and drives; its path can be typed instead. */
import { useEffect, useState, type ReactElement } from 'react';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { FolderTree } from '../../../src-shared/bridge/folder-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './folder-chooser.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function FolderChooser({
  path,
  onChoose,
  error = null,
  lostPath,
}: Readonly<{
  path: string;
  onChoose: (path: string) => void;
  /** Why the path cannot be used; null when nothing is known against it. */
  error?: string | null;
  /** Of what is gone from there: it begins at the nearest folder above that is there. */
  lostPath?: string | undefined;
}>): ReactElement {
  const { folders } = useWords();
  const [asked, setAsked] = useState<CallInput<'folders.tree'>>(
    lostPath === undefined ? { path: null } : { path: lostPath, orAbove: true },
  );
  const { value: tree, fault, readAgain } = useRead('folders.tree', asked);
  const nearest = asked.orAbove === true ? (tree?.path ?? null) : null;
  useEffect(() => {
    if (nearest !== null) onChoose(nearest);
  }, [nearest, onChoose]);
  const hasDialogs = useCore(({ abilities }) => abilities.nativeDialogs === true);
  const native = useSend('desktop.choose');
  const goTo = (next: string | null) => {
    setAsked({ path: next });
    if (next !== null) onChoose(next);
  };
  const nameOf = ({ kind, path: place, name }: FolderTree['folders'][number]) => {
    if (place === '/') return folders.wholeComputer;
    return kind === 'home' ? folders.home(name) : name;
  };
  return (
    <div className={arrangement['block']}>
      <TextField
        label={folders.path}
        hint={folders.pathHint}
        value={path}
        onChange={onChoose}
        error={error}
        isRequired
      />
      {hasDialogs && (
        <div>
          <Button
            icon="folder-open"
            isPending={native.isPending}
            onPress={() => native.send({ what: 'folder' }, ([chosen]) => chosen && goTo(chosen))}
          >
            {folders.chooseFolder}
          </Button>
        </div>
      )}
      <ErrorNotice fault={native.fault ?? fault} onTryAgain={readAgain} />
      {/* What lies below must not move away from under a press when the folders come. */}
      {tree === null && fault === null && !hasDialogs && <div className={styles['awaited']} />}
      {tree !== null && !hasDialogs && (
        <div role="group" aria-label={folders.chooseIn(tree.path ?? folders.thisComputer)}>
          <div className={styles['crumb']}>
            <strong className={prose['path']}>{tree.path ?? folders.thisComputer}</strong>
            {tree.path !== null && (
              <Button isSmall onPress={() => goTo(tree.parent)}>
                {folders.up}
              </Button>
            )}
          </div>
          <ul className={styles['tree']}>
            {tree.folders.map((folder) => (
              <li key={folder.path}>
                <button
                  type="button"
                  className={styles['branch']}
                  onClick={() => goTo(folder.path)}
                >
                  <Icon name={folder.kind === 'home' ? 'house' : 'folder-open'} size={1} />
                  {nameOf(folder)}
                </button>
              </li>
            ))}
          </ul>
          {tree.folders.length === 0 && <p className={prose['quiet']}>{folders.noFolders}</p>}
          {tree.isShortened && <p className={prose['quiet']}>{folders.shortened}</p>}
        </div>
      )}
    </div>
  );
}
