/** The parts of one thing that have pages of their own, as links in a row; the present one is marked. */
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';
import styles from './tabs.module.css';

export interface PageLink {
  readonly to: string;
  readonly label: string;
}

export function PageLinks({
  label,
  links,
}: Readonly<{ label: string; links: readonly PageLink[] }>): ReactElement {
  return (
    <nav aria-label={label} className={styles['links']}>
      {links.map(({ to, label: name }) => (
        <NavLink key={to} to={to} end className={styles['tab'] ?? ''}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
