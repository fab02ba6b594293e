import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NO_AUDIT_TOTALS } from '../../../src-shared/model/proofs/audit.ts';
import { NO_FILES } from '../../../src-shared/model/status/account-status.ts';
import { accountStatus, folderView } from '../../test-support/builders.ts';
import { expectRole, hrefOf } from '../../test-support/person.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { shareWidths } from './file-standing.tsx';
import { FoldersScreen } from './folders-screen.tsx';

const counts = { files: 44, done: 30, toGo: 11, needYou: 2, missing: 1 };
const audit = {
  id: '5',
  endedAtMs: 1,
  beganAtMs: 0,
  totals: {
    ...NO_AUDIT_TOTALS,
    verdicts: { ...NO_AUDIT_TOTALS.verdicts, proven: 28, changed: 1 },
  },
};

function show(runs: readonly object[]) {
  const byHand = { ...NO_FILES, files: 20, done: 20, bytes: 5_000 };
  const account = accountStatus({
    addedByHand: [
      { projectId: 'p1', projectName: 'Tides', ...byHand },
      { projectId: 'p2', projectName: 'Soil', ...byHand },
    ],
  });
  const latestFile = { name: 'run_43.raw', savedAtMs: 0 };
  const bridge = fakeBridge({
    'projects.list': () => ({ projects: [], asOfMs: null }),
    'folders.list': () => [folderView({ ...counts, latestFile })],
    'audit.runs': () => runs,
  });
  const path = '/projects/:projectId/folders';
  visit(bridge, { path, address: '/projects/p1/folders', status: { account } }, FoldersScreen);
  return bridge;
}

test('a folder says how its files stand, which came last, and what its last audit found', async () => {
  const bridge = show([audit]);
  const card = await screen.findByRole('region', { name: '/data/ms2' });
  expect(card).toHaveTextContent(
    '44 files · 1.0 kB · 30 done · 11 to go · 2 need attention · 1 missing',
  );
  expect(card).toHaveTextContent('Latest filerun_43.raw · ');
  await waitFor(() => expect(card).toHaveTextContent('1 changed since notarized'));
  expect(bridge.inputs('audit.runs')).toEqual([{ target: { folderId: '1' }, most: 1 }]);
  const links = within(card).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toContain('/audits/5');
});

test('files that were added by hand are counted where they are, and none of another project', async () => {
  show([]);
  const card = await screen.findByRole('region', { name: 'Added by hand' });
  expect(card).toHaveTextContent('20 files · 5.0 kB · 20 done');
  await expectRole('link', 'Add files');
  expect(hrefOf('Add files')).toBe('/projects/p1/add');
  expect(await screen.findByText('Never audited')).toBeVisible();
});

test('the drawing hides no problem, however few there are among many', () => {
  expect(shareWidths({ done: 3, toGo: 1, needYou: 0 })).toEqual({ done: 75, toGo: 25, needYou: 0 });
  expect(shareWidths({ done: 999_999, toGo: 0, needYou: 1 }).needYou).toBe(1);
  expect(shareWidths({ done: 0, toGo: 0, needYou: 0 })).toEqual({ done: 0, toGo: 0, needYou: 0 });
});
