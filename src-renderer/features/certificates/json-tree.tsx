/** Data of unknown shape as a tree that opens. Everything in it is text: nothing is taken for markup, an address or a direction to read in. */
import type { ReactElement } from 'react';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';

const MOST_CHILDREN = 500;
const OPEN_LEVELS = 2;

export function JsonTree({
  value,
  name = null,
  depth = 0,
}: Readonly<{ value: unknown; name?: string | null; depth?: number }>): ReactElement {
  const { certificates } = useWords();
  if (typeof value !== 'object' || value === null) {
    return (
      <div className={styles['leaf']}>
        {name !== null && <span className={styles['key']}>{printable(name)}</span>}
        <span className={styles['value']} translate="no">
          {typeof value === 'string' ? printable(value) : JSON.stringify(value)}
        </span>
      </div>
    );
  }
  const children = Object.entries(value);
  const shown = children.slice(0, MOST_CHILDREN);
  return (
    <details open={depth < OPEN_LEVELS} className={styles['branch']}>
      <summary>
        <span className={styles['key']}>
          {name === null ? certificates.wholeData : printable(name)}
        </span>{' '}
        <span className={styles['quiet']}>{certificates.entries(children.length)}</span>
      </summary>
      <div className={styles['children']}>
        {shown.map(([key, inner]) => (
          <JsonTree key={key} name={key} value={inner} depth={depth + 1} />
        ))}
        {children.length > shown.length && (
          <p className={styles['quiet']}>{certificates.moreInRaw}</p>
        )}
      </div>
    </details>
  );
}
