/**
 * A list that a person puts in order: by dragging, also from the keyboard, and by buttons. It moves nothing itself; it
 * says which order was wanted.
 */
import type { ReactElement, ReactNode } from 'react';
import {
  Button,
  DropIndicator,
  GridList,
  GridListItem,
  useDragAndDrop,
  type Key,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { IconButton } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import styles from './ordered-list.module.css';

export interface OrderedItem {
  readonly id: string;
  /** What it is called when it is moved. */
  readonly name: string;
  readonly content: ReactNode;
  readonly tools?: ReactNode;
}

/** The ids with `moved` put before `target`, or behind it. Pure. */
export function reordered(
  ids: readonly string[],
  moved: ReadonlySet<string>,
  { target, isBehind }: { readonly target: string; readonly isBehind: boolean },
): readonly string[] {
  const taken = ids.filter((id) => moved.has(id));
  const rest = ids.filter((id) => !moved.has(id) || id === target);
  const at = rest.indexOf(target) + (isBehind ? 1 : 0);
  const placed = [...rest.slice(0, at), ...taken.filter((id) => id !== target), ...rest.slice(at)];
  return at < 0 ? ids : placed;
}

export function OrderedList({
  label,
  items,
  onOrder,
}: Readonly<{
  label: string;
  items: readonly OrderedItem[];
  onOrder: (ids: readonly string[]) => void;
}>): ReactElement {
  const { ui } = useWords();
  const ids = items.map(({ id }) => id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({
        'text/plain': items.find(({ id }) => id === key)?.name ?? String(key),
      })),
    onReorder: ({ keys, target }) => {
      const moved = new Set([...keys].map(String));
      const isBehind = target.dropPosition === 'after';
      onOrder(reordered(ids, moved, { target: String(target.key), isBehind }));
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className={styles['indicator'] ?? ''} />
    ),
  });
  const moveBy = (id: Key, by: 1 | -1) => {
    const at = ids.indexOf(String(id));
    const target = ids[at + by];
    if (target !== undefined) {
      onOrder(reordered(ids, new Set([String(id)]), { target, isBehind: by === 1 }));
    }
  };
  return (
    <GridList
      aria-label={label}
      dragAndDropHooks={dragAndDropHooks}
      className={styles['list'] ?? ''}
    >
      {items.map(({ id, name, content, tools }, index) => (
        <GridListItem key={id} id={id} textValue={name} className={styles['item'] ?? ''}>
          <Button slot="drag" className={styles['grip'] ?? ''}>
            <Icon name="grip-vertical" />
          </Button>
          <span className={styles['content']}>{content}</span>
          <span className={styles['tools']}>
            <IconButton
              icon="arrow-up"
              label={ui.moveUp(name)}
              isDisabled={index === 0}
              onPress={() => moveBy(id, -1)}
            />
            <IconButton
              icon="arrow-down"
              label={ui.moveDown(name)}
              isDisabled={index === items.length - 1}
              onPress={() => moveBy(id, 1)}
            />
            {tools}
          </span>
        </GridListItem>
      ))}
    </GridList>
  );
}
