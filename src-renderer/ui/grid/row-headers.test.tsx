import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Table } from './table.tsx';
import { GridRow } from './grid-row.tsx';

const columns = [
  { id: 'name', label: 'Name', track: '1fr', cell: (row: { name: string }) => row.name },
  { id: 'size', label: 'Size', track: '1fr', cell: () => '3 MB' },
];

test('the first cell of a row of a table names the row', () => {
  render(<Table caption="Files" columns={columns} rows={[{ name: 'a.raw' }]} rowId={() => '1'} />);
  expect(screen.getByRole('rowheader', { name: 'a.raw' })).toBeVisible();
  expect(screen.getAllByRole('cell')).toHaveLength(1);
});

test('the first cell of a row of a long list names the row', () => {
  render(
    <div role="grid">
      <GridRow
        index={0}
        row={{ name: 'a.raw' }}
        columns={columns}
        topPx={0}
        heightPx={44}
        isLast
        isSelected={false}
        isOpen={false}
        boxLabel={null}
        tabStop={null}
      />
    </div>,
  );
  expect(screen.getByRole('rowheader', { name: 'a.raw' })).toBeVisible();
  expect(screen.getAllByRole('gridcell')).toHaveLength(1);
});
