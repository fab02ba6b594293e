/** What this program is, and whose work it stands on. Needs nobody to answer. */
import type { ReactElement } from 'react';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';
import { COMPONENTS } from './licences.ts';

export function AboutFacts(): ReactElement {
  const { settings } = useWords();
  return (
    <>
      <p>{settings.aboutText}</p>
      <Facts
        facts={[
          { label: settings.version, value: PRODUCT.version },
          { label: settings.licence, value: PRODUCT.licence },
        ]}
      />
      <h3>{settings.components}</h3>
      <Table
        caption={settings.components}
        columns={[
          { id: 'name', label: settings.component, cell: ({ name }) => name },
          { id: 'licence', label: settings.licence, cell: ({ licence }) => licence },
        ]}
        rows={COMPONENTS}
        rowId={({ name }) => name}
      />
    </>
  );
}
