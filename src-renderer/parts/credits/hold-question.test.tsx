import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { selectionSummary } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { IncludeQuestion } from './hold-question.tsx';

const SELECTION = { fileIds: ['7'] };

test('no approval of nothing is asked for: what went another way meanwhile ends the question', async () => {
  const summary = { include: { files: 1, bytes: 10, credits: 1 } };
  const bridge = fakeBridge({ 'files.selected': () => selectionSummary(summary) });
  const onClose = vi.fn<() => void>();
  visit(bridge, { path: '/' }, () => (
    <IncludeQuestion selection={SELECTION} onDone={() => undefined} onClose={onClose} />
  ));
  expect(await screen.findByRole('button', { name: /1 credit/ })).toBeVisible();
  summary.include = { files: 0, bytes: 0, credits: 0 };
  act(() =>
    bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null }),
  );
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: /0 credits/ })).toBeNull();
});
