/** A fingerprint in groups of four, to be compared by eye, with a button that copies it in one piece. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { CopyIconButton } from '../../ui/layout/copy-button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import hidden from '../../ui/layout/hidden.module.css';
import styles from './fingerprint.module.css';
import prose from '../../ui/layout/prose.module.css';

export function groupByFour(hash: string): string {
  return hash.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}

/** `method`: what it is called, such as "SHA-256". */
export function Fingerprint({
  hash,
  method,
}: Readonly<{ hash: string; method: string }>): ReactElement {
  return (
    <span className={styles['fingerprint']}>
      <code className={styles['hash']} translate="no">
        {groupByFour(hash)}
      </code>
      <CopyIconButton what={method} text={hash} />
    </span>
  );
}

interface NamedHash {
  /** Whose it is: "This file". */
  readonly label: string;
  readonly hash: string;
}

/** Groups aligned in columns; the shorter fingerprint ends with empty groups. */
export function alignedGroups(
  first: string,
  second: string,
): readonly { readonly first: string; readonly second: string; readonly isEqual: boolean }[] {
  const [upper, lower] = [first, second].map((hash) => groupByFour(hash).split(' '));
  const count = Math.max(upper?.length ?? 0, lower?.length ?? 0);
  return Array.from({ length: count }, (_group, at) => {
    const [above, below] = [upper?.[at] ?? '', lower?.[at] ?? ''];
    return { first: above, second: below, isEqual: above === below };
  });
}

export function FingerprintPair({
  first,
  second,
}: Readonly<{ first: NamedHash; second: NamedHash }>): ReactElement {
  const { ui } = useWords();
  const groups = alignedGroups(first.hash, second.hash);
  const isEqual = groups.every((group) => group.isEqual);
  return (
    <div className={styles['pair']}>
      <dl className={hidden['hidden']}>
        {[first, second].map(({ label, hash }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{groupByFour(hash)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['rows']} aria-hidden="true" translate="no">
        <span className={styles['labels']}>
          <span>{first.label}</span>
          <span>{second.label}</span>
        </span>
        <span className={styles['groups']}>
          {groups.map((group, at) => (
            <span
              key={`${at} ${group.first}`}
              className={classes(styles['group'], !group.isEqual && styles['differs'])}
            >
              <span>{group.first === '' ? '····' : group.first}</span>
              <span>{group.second === '' ? '····' : group.second}</span>
            </span>
          ))}
        </span>
      </div>
      <p className={prose['small']}>{isEqual ? ui.fingerprintsEqual : ui.fingerprintsDiffer}</p>
    </div>
  );
}
