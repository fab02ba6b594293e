/** One of many that lie in each other, found by opening one after the other. */
import type { ReactElement } from 'react';
import { Button, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import { Icon } from '../layout/icon.tsx';
import overlay from '../overlay/overlay.module.css';
import styles from './tree-choice.module.css';

export interface Branch {
  readonly id: string;
  readonly label: string;
  /** There is something in it; it may not be known yet. */
  readonly hasBranches: boolean;
  /** What is known of it. */
  readonly branches: readonly Branch[];
}

export function TreeChoice({
  label,
  branches,
  chosenId,
  onChoose,
  openIds,
  onOpen,
}: Readonly<{
  label: string;
  branches: readonly Branch[];
  chosenId: string;
  onChoose: (id: string) => void;
  openIds: ReadonlySet<string>;
  /** All that are to be open now. */
  onOpen: (ids: ReadonlySet<string>) => void;
}>): ReactElement {
  return (
    <Tree
      aria-label={label}
      selectionMode="single"
      selectionBehavior="toggle"
      disallowEmptySelection
      autoFocus
      escapeKeyBehavior="none"
      selectedKeys={[chosenId]}
      onSelectionChange={(keys) => {
        const [key] = keys; // one alone, since nobody can choose two
        if (key !== undefined) onChoose(String(key));
      }}
      expandedKeys={openIds}
      onExpandedChange={(keys) => onOpen(new Set([...keys].map(String)))}
      className={styles['tree'] ?? ''}
    >
      {branches.map(branchItem)}
    </Tree>
  );
}

function branchItem({ id, label, hasBranches, branches }: Branch): ReactElement {
  return (
    <TreeItem
      key={id}
      id={id}
      textValue={label}
      hasChildItems={hasBranches}
      className={classes(overlay['item'], styles['item'])}
    >
      <TreeItemContent>
        {({ isExpanded, level }) => (
          <span className={styles['branch']} style={{ '--tree-level': level - 1 } as never}>
            {hasBranches ? (
              <Button slot="chevron" className={styles['chevron'] ?? ''}>
                <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} size={1} />
              </Button>
            ) : (
              <span className={styles['chevron']} />
            )}
            <span className={overlay['itemLabel']}>{label}</span>
          </span>
        )}
      </TreeItemContent>
      {branches.map(branchItem)}
    </TreeItem>
  );
}
