/** Parts of one page, one of them shown. */
import type { ReactElement, ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import styles from './tabs.module.css';
import { NavLink } from 'react-router';

export interface TabPart<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
}

export function Tabs<Id extends string>({
  label,
  parts,
  selected,
  onSelect,
}: Readonly<{
  label: string;
  parts: readonly TabPart<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}>): ReactElement {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(key as Id)}
      className={styles['tabs'] ?? ''}
    >
      <TabList aria-label={label} className={styles['list'] ?? ''}>
        {parts.map(({ id, label: name }) => (
          <Tab key={id} id={id} className={styles['tab'] ?? ''} data-label={name}>
            {name}
          </Tab>
        ))}
      </TabList>
      {parts.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={styles['panel'] ?? ''}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

export interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** The parts of one thing that have pages of their own, as links in a row; the present one is marked. */
export function PageLinks({
  label,
  links,
}: Readonly<{ label: string; links: readonly PageLink[] }>): ReactElement {
  return (
    <nav aria-label={label} className={styles['links']} data-page-links>
      {links.map(({ to, label: name }) => (
        <NavLink key={to} to={to} end className={styles['tab'] ?? ''} data-label={name}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
