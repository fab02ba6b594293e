import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { fileRow } from '../../test-support/builders.ts';
import { press } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { FileDetails } from './file-details.tsx';
import { SelectionBar, type ExportEvidence } from './selection-bar.tsx';

/** Says which files it is about. */
const exportEvidence: ExportEvidence = (files, onClose) => (
  <button type="button" onClick={onClose}>
    about {files.map(({ id }) => id).join(' ')}
  </button>
);

function showSelection(rows: readonly FileListRow[]) {
  visit(fakeBridge({}), { path: '/' }, () => (
    <SelectionBar
      selection={{ kind: 'all' }}
      total={rows.length}
      query={{ filter: {}, sort: { by: 'name', isDescending: false } }}
      known={rows}
      onDone={() => undefined}
      exportEvidence={exportEvidence}
    />
  ));
}

test('the evidence of a selection is that of all its files, those without a record too: they are named', async () => {
  showSelection([fileRow({ id: '1', fileId: 'f1' }), fileRow({ id: '2' })]);
  await press('Evidence…');
  await press('about 1 2');
  expect(screen.queryByRole('button', { name: /^about/ })).toBeNull();
});

test('where nothing has a record, there is no evidence to make', () => {
  showSelection([fileRow({ id: '1' }), fileRow({ id: '2' })]);
  expect(screen.queryByRole('button', { name: 'Evidence…' })).toBeNull();
});

test.each([
  ['f1', 1],
  [null, 0],
])('beside the list a file with the record %j has %i way to its evidence', async (fileId, ways) => {
  const file = fileRow({ id: '7', fileId, state: 'notarized' });
  visit(fakeBridge({}), { path: '/' }, () => (
    <FileDetails
      file={file}
      share={null}
      exportEvidence={exportEvidence}
      onClose={() => undefined}
    />
  ));
  const buttons = screen.queryAllByRole('button', { name: 'Evidence…' });
  expect(buttons).toHaveLength(ways);
  for (const button of buttons) await userEvent.click(button);
  expect(screen.queryAllByRole('button', { name: 'about 7' })).toHaveLength(ways);
});
