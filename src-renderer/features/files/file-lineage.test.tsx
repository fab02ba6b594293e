import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { makeLineage } from '../../../src-shared/model/lineage/lineage.ts';
import {
  derived,
  fileHere,
  lineageFacts,
  recorded,
} from '../../../src-shared/model/lineage/test-support/lineage.ts';
import { fileRow } from '../../test-support/builders.ts';
import { lineageAnswers } from '../../test-support/lineage.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { FileLineage } from './file-lineage.tsx';

const LAB = makeLineage(
  lineageFacts(
    [recorded('gone', { status: 'Deleted' }), recorded('idle'), derived('c', ['gone'])],
    {
      here: [
        fileHere('3', { name: 'c.csv', state: 'notarized', hold: null, fileId: 'c' }),
        fileHere('7', { primaryData: 'lost' }),
      ],
    },
  ),
);

function show(file: Partial<FileListRow>) {
  const bridge = fakeBridge(lineageAnswers(LAB));
  visit(bridge, { path: '/' }, () => <FileLineage file={fileRow({ projectId: 'p1', ...file })} />);
  return bridge;
}

test('beside a file stand what it was made from and its procedure, to be gone to, and what is wrong with that', async () => {
  const bridge = show({ id: '3', state: 'notarized', fileId: 'c' });
  const part = await screen.findByRole('region', { name: 'Lineage' });
  expect(within(part).getByText(/gone\.raw was deleted on the service/)).toBeVisible();
  const made = within(part).getByRole('list', { name: 'Made from' });
  expect(within(made).getByRole('link')).toHaveAttribute(
    'href',
    '/projects/project-1/files/gone/certificate',
  );
  expect(within(made).getByText('Deleted on the service')).toBeVisible();
  expect(within(part).getByRole('link', { name: 'Show in the graph' })).toHaveAttribute(
    'href',
    '/projects/p1/lineage?view=graph&focus=private%3Ac',
  );
  expect(within(part).queryByRole('link', { name: 'Add procedure info' })).toBeNull();
  expect(bridge.asked[0]?.input).toEqual({ projectId: 'p1', asked: 'c' });
});

test('what was made of it is there too, on the page of its own row', async () => {
  show({ state: 'deleted', fileId: 'gone' });
  const used = await screen.findByRole('list', { name: 'Used for' });
  expect(within(used).getByRole('link')).toHaveAttribute('href', '/projects/project-1/files/3');
});

test('what waits for an approval, or has it, is called so here too', async () => {
  const here = [true, false].map((isApproved, at) =>
    fileHere(String(at), { primaryData: 'a', state: 'ready', hold: null, isApproved }),
  );
  const waiting = makeLineage(lineageFacts([recorded('a')], { here }));
  visit(fakeBridge(lineageAnswers(waiting)), { path: '/' }, () => (
    <FileLineage file={fileRow({ projectId: 'p1', state: 'notarized', fileId: 'a' })} />
  ));
  const used = within(await screen.findByRole('list', { name: 'Used for' }));
  expect(used.getByText('Approved')).toBeVisible();
  expect(used.getByText('Waits for your approval')).toBeVisible();
});

test('a file that is held for it leads to where many are completed, and names no id as a link', async () => {
  show({ id: '7', state: 'held', hold: 'procedure' });
  expect(await screen.findByRole('link', { name: 'Add procedure info' })).toHaveAttribute(
    'href',
    '/projects/p1/lineage/complete',
  );
  const made = screen.getByRole('list', { name: 'Made from' });
  expect(within(made).queryByRole('link')).toBeNull();
  expect(within(made).getByText('Unknown to the service')).toBeVisible();
});

test('a file that has no part in any of it shows nothing', async () => {
  const bridge = show({ id: '9', state: 'notarized', fileId: 'idle' });
  await expect.poll(() => bridge.asked.length).toBe(1);
  expect(screen.queryByRole('region')).toBeNull();
});
