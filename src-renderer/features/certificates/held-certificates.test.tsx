/** Certificates hold still while somebody is at them, by the same means as files. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ProofView } from '../../../src-shared/model/proofs/proof.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { expectRole, press } from '../../test-support/person.ts';
import { proof } from '../../test-support/verifications.ts';
import { visit } from '../../test-support/visit.tsx';
import { CertificatesScreen } from './certificates-screen.tsx';

const certificate = (id: number, over: Partial<ProofView> = {}) =>
  proof({ fileId: `f${id}`, name: `run_${id}.raw`, ...over });

interface Asked {
  readonly filter: { readonly fileIds?: readonly string[] };
  readonly first: number;
  readonly count: number;
}

const said = () =>
  screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

test('new certificates wait behind a button, and those that are shown keep their places with what is new of them', async () => {
  let rows: readonly ProofView[] = [certificate(2), certificate(1, { isSaved: false })];
  const bridge = fakeBridge({
    'certificates.range': (input) => {
      const { filter, first, count } = input as Asked;
      const ids = filter.fileIds ?? null;
      const fitting = ids === null ? rows : rows.filter(({ fileId }) => ids.includes(fileId));
      return { total: fitting.length, first, rows: fitting.slice(first, first + count) };
    },
  });
  visit(bridge, { path: '/certificates' }, CertificatesScreen);
  await expectRole('row', /run_1/);
  const grid = within(screen.getByRole('grid'));
  const names = () =>
    grid.getAllByRole('rowheader').map(({ textContent }) => /run_\d/.exec(textContent)?.[0]);
  await userEvent.hover(grid.getByRole('row', { name: /run_2/ }));
  rows = [certificate(3), certificate(1), certificate(2)];
  act(() => bridge.tell({ kind: 'certificates-changed' } as never));
  await expectRole('button', '1 new certificate');
  expect(names()).toEqual(['run_2', 'run_1']);
  expect(said()).not.toContain('certificates'); // it changed by itself
  expect(grid.getByRole('row', { name: /run_1/ })).toHaveTextContent('Saved here');
  await press('1 new certificate');
  await waitFor(() => expect(names()).toEqual(['run_3', 'run_1', 'run_2']));
  expect(said()).not.toContain('3 certificates');
  await userEvent.type(screen.getByRole('searchbox'), 'run');
  await waitFor(() => expect(said()).toContain('3 certificates'));
});
