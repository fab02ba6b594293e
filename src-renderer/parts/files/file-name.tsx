/** A file's name, shortened in the middle: instruments number at the end, so names differ there. */
import type { ReactElement } from 'react';
import { printableName } from '../../../src-shared/model/text/printable.ts';
import styles from './file-name.module.css';
import hidden from '../../ui/layout/hidden.module.css';

const KEPT_AT_THE_END = 10; // holds "_014.raw" and the like

const LETTERS_OF_ONE_UNIT = /^[ -~]*$/;
const letters = new Intl.Segmenter();

/** Splits by what people see as characters, so that no letter is cut in two. */
export function splitName(name: string): readonly [start: string, end: string] {
  // Nearly every name, and a hundred times faster: a list splits some for every frame.
  if (LETTERS_OF_ONE_UNIT.test(name)) {
    const cut = Math.max(0, name.length - KEPT_AT_THE_END);
    return [name.slice(0, cut), name.slice(cut)];
  }
  const characters = Array.from(letters.segment(name), ({ segment }) => segment);
  const at = Math.max(0, characters.length - KEPT_AT_THE_END);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}

/**
 * Screen readers get the name in one piece: two boxes side by side would be read as two words. Characters that reverse
 * the direction or are invisible are escaped: `cod\u{202e}gpj.exe` must not look like a picture.
 */
export function FileName({ name: given }: Readonly<{ name: string }>): ReactElement {
  const name = printableName(given);
  const [start, end] = splitName(name);
  return (
    <span className={styles['name']} title={name} dir="auto">
      <span className={hidden['hidden']}>{name}</span>
      {start !== '' && (
        <span className={styles['start']} aria-hidden="true">
          {start}
        </span>
      )}
      <span className={styles['end']} aria-hidden="true">
        {end}
      </span>
    </span>
  );
}
