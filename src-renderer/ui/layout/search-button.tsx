/** Opens the search. It looks like the field that it opens, and shows the shortcut for it. */
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import styles from './search-button.module.css';
import { Icon } from './icon.tsx';

export function SearchButton({
  label,
  shortcut,
  onPress,
}: Readonly<{ label: string; shortcut: string; onPress: () => void }>): ReactElement {
  return (
    <Button className={styles['search'] ?? ''} onPress={onPress}>
      <Icon name="search" size={1} />
      <span className={styles['label']}>{label}</span>
      <kbd className={styles['keys']}>{shortcut}</kbd>
    </Button>
  );
}
