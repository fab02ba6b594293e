import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SelectionSummary } from '../../../src-shared/bridge/file-calls.ts';
import { fileRow, selectionSummary } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { expectRole, press } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { FileDetails } from './file-details.tsx';
import { SelectionBar } from './selection-bar.tsx';

function showSelection(summary: Partial<SelectionSummary>) {
  const bridge = fakeBridge({ 'files.selected': () => selectionSummary(summary) });
  visit(bridge, { path: '/' }, () => (
    <SelectionBar
      selection={{ kind: 'all', except: new Set(['3']) }}
      total={200_000}
      query={{ filter: { text: 'run' }, sort: { by: 'name', isDescending: false } }}
      latestId={null}
      known={[]}
      onDone={() => undefined}
    />
  ));
  return bridge;
}

test('the evidence of a list is that of all its files but the exceptions, also of those never in sight', async () => {
  const bridge = showSelection({ recorded: 1 });
  await press('Evidence…');
  const selection = { filter: { text: 'run' }, exceptIds: ['3'] };
  expect(bridge.inputs('evidence.offer')).toEqual([{ choice: { selection } }]);
  await expectRole('dialog', /199,999 files/);
});

test('where nothing has a record, there is no evidence to make', async () => {
  showSelection({ recorded: 0, approve: { ...selectionSummary().approve, files: 1 } });
  await expectRole('button', 'Notarize 1 held file…');
  expect(screen.queryByRole('button', { name: 'Evidence…' })).toBeNull();
});

test.each([
  ['f1', 1],
  [null, 0],
])('beside the list a file with the record %j has %i way to its evidence', (fileId, ways) => {
  const file = fileRow({ id: '7', fileId, state: 'notarized' });
  visit(fakeBridge({}), { path: '/' }, () => (
    <FileDetails file={file} share={null} onClose={() => undefined} />
  ));
  expect(screen.queryAllByRole('button', { name: 'Evidence…' })).toHaveLength(ways);
});
