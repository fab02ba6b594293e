/** A file's name, shortened in the middle: instruments number at the end, so the end is what tells names apart. */
import type { ReactElement } from 'react';
import styles from './file-name.module.css';

const KEPT_AT_THE_END = 10; // holds "_014.raw" and the like

/** Splits by what people see as characters, so that no letter is cut in two. */
export function splitName(name: string): readonly [start: string, end: string] {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  const at = Math.max(0, characters.length - KEPT_AT_THE_END);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}

/** The whole name stays in the text, for copying, searching and screen readers. */
export function FileName({ name }: Readonly<{ name: string }>): ReactElement {
  const [start, end] = splitName(name);
  return (
    <span className={styles['name']} title={name} dir="auto">
      {start !== '' && <span className={styles['start']}>{start}</span>}
      <span className={styles['end']}>{end}</span>
    </span>
  );
}
