import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StatusView } from '../../../src-shared/bridge/status-calls.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { accountStatus, statusView } from '../../test-support/builders.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { NO_LIMITS } from '../../../src-shared/model/money/spend-limits.ts';
import { creditSummary } from '../../test-support/money.ts';
import { visit } from '../../test-support/visit.tsx';
import { OverviewAside } from './overview-aside.tsx';

const files = (state: 'ready' | 'uploading' | 'notarized', count: number) =>
  ({ state, hold: null, files: count, bytes: count * 1_000 }) as const;

const Aside = () => <OverviewAside nowMs={Date.now()} />;

function show(
  answers: Answers = {},
  counts: AccountStatus['counts'] = [],
  job: StatusView['job'] = null,
) {
  const account = accountStatus({ counts });
  const bridge = fakeBridge({ 'credits.summary': () => creditSummary(), ...answers });
  return { bridge, ...visit(bridge, { path: '/', status: { account, job } }, Aside) };
}

const block = async (name: string) => within(await screen.findByRole('region', { name }));

test('the present job says how much of it is finished, however late the page was opened', async () => {
  const job = { endedBefore: 900, finished: 3, files: 20, bytesToGo: 170 };
  const { store } = show({}, [files('notarized', 903), files('ready', 17)], job);
  const now = await block('Now');
  expect(now.getByText('17 files approved')).toBeVisible();
  expect(now.getByText('3 of 20 files finished')).toBeVisible();
  const counts = [files('notarized', 912), files('uploading', 3), files('ready', 5)];
  const account = accountStatus({ counts });
  act(() => store.setState({ status: statusView({ account, job: { ...job, finished: 12 } }) }));
  expect(now.getByText('12 of 20 files finished')).toBeVisible();
  expect(now.getByRole('progressbar')).toHaveAttribute('value', '0.6');
});

test('nothing is shown as going on while nothing is, and while nobody knows', async () => {
  const { bridge } = show({}, [files('notarized', 900)]);
  const now = await block('Now');
  expect(now.getByText('Nothing is waiting')).toBeVisible();
  expect(now.queryByRole('progressbar')).toBeNull();
  act(() => bridge.tell({ kind: 'link-changed', link: 'lost' }));
  expect(now.getByText('Not known while Labseal does not answer.')).toBeVisible();
  expect(now.queryByText('Nothing is waiting')).toBeNull();
});

test.each([
  ['.', {}],
  [': enough for all that waits.', { queuedFiles: 3, queuedCredits: 20, available: 453 }],
  [
    ': enough for 440 of 3,000 files; the rest wait.',
    { queuedFiles: 3_000, fittingFiles: 440, available: -2_560 },
  ],
  [': not enough for any of 2 files.', { queuedFiles: 2, available: -1 }],
  [
    ': your reserve of 473 leaves nothing for any of 2 files.',
    { queuedFiles: 2, available: -2, limits: { ...NO_LIMITS, reserve: 473 } },
  ],
  [
    ': enough for all files, not for the changes that wait (50 credits).',
    { queuedFiles: 2, fittingFiles: 2, waitingChanges: 1, waitingCredits: 50, available: -4 },
  ],
])('the balance, and what of all that waits it is enough for: "%s"', async (enough, over) => {
  show({ 'credits.summary': () => creditSummary(over) });
  const credits = await block('Credits');
  const balance = await credits.findByText('473 credits');
  expect(balance.closest('p')?.textContent).toMatch(
    new RegExp(`^473 credits${enough.replaceAll(/[().]/g, '\\$&')} (As of .*)?$`),
  );
});

test('the balance is the one that the bar below shows, not another reading of it', async () => {
  show({ 'credits.balance': () => ({ credits: 470, reserve: null }) });
  const credits = await block('Credits');
  expect(await credits.findByText('470 credits')).toBeVisible();
  expect(credits.queryByText('473 credits')).toBeNull();
});

test('what waits is counted anew when files change, as the approval beside it is', async () => {
  let fittingFiles = 1;
  const { bridge } = show({
    'credits.summary': () => creditSummary({ queuedFiles: 2, available: -1, fittingFiles }),
  });
  const credits = await block('Credits');
  expect(await credits.findByText(/enough for 1 of 2 files/)).toBeVisible();
  fittingFiles = 0;
  act(() => bridge.tell({ kind: 'files-changed', folderIds: [], projectIds: [], fileIds: null }));
  expect(await credits.findByText(/not enough for any of 2 files\./)).toBeVisible();
});

test('thirty days of this computer are asked for, and a chart says what they come to', async () => {
  const span = { files: 2, bytes: 5_000 };
  const { bridge } = show({ 'activity.done': () => Array.from({ length: 30 }, () => span) });
  const last = await block('Last 30 days');
  expect(last.getByText('60 files in 30 days.')).toBeVisible();
  const [{ edgesMs }] = bridge.inputs('activity.done') as [{ edgesMs: readonly number[] }];
  expect(edgesMs.length).toBe(31);
});

const days = (busy: number) =>
  Array.from({ length: 30 }, (_day, at) => ({ files: at < busy ? 1 : 0, bytes: 0 }));

test('a chart is drawn once files were finished on five days', async () => {
  const few = show({ 'activity.done': () => days(4) });
  await waitFor(() => expect(few.bridge.inputs('activity.done')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Last 30 days' })).toBeNull();
  few.unmount();
  show({ 'activity.done': () => days(5) });
  expect((await block('Last 30 days')).getByText('5 files in 30 days.')).toBeVisible();
});
