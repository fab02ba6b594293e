import { DEFAULT_LIMITS } from '../../../src-shared/model/money/spend-limits.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { accountStatus, statusView } from '../../test-support/builders.ts';
import { fakeBridge, type Answers } from '../../test-support/fake-bridge.ts';
import { forecast } from '../../test-support/money.ts';
import { visit } from '../../test-support/visit.tsx';
import { OverviewAside } from './overview-aside.tsx';

const files = (state: 'ready' | 'uploading' | 'notarized', count: number) =>
  ({ state, hold: null, files: count, bytes: count * 1_000 }) as const;

const Aside = () => <OverviewAside nowMs={Date.now()} />;

function show(answers: Answers = {}, counts: AccountStatus['counts'] = []) {
  const account = accountStatus({ counts });
  const bridge = fakeBridge({ 'credits.forecast': () => forecast(), ...answers });
  return { bridge, ...visit(bridge, { path: '/', status: { account } }, Aside) };
}

const creditsBar = () => screen.findByRole('group', { name: 'Credits' });
const block = async (name: string) => within(await screen.findByRole('region', { name }));

test('the present job says how much of it is finished, and goes on while the counts change', async () => {
  const { store } = show({}, [files('notarized', 900), files('ready', 20)]);
  const now = await block('Now');
  expect(now.getByText('20 files approved')).toBeVisible();
  expect(now.getByText('0 of 20 files finished')).toBeVisible();
  const counts = [files('notarized', 912), files('uploading', 3), files('ready', 5)];
  act(() => store.setState({ status: statusView({ account: accountStatus({ counts }) }) }));
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

test('credits of which nothing is spoken for have no bar, and a forecast says when it comes', async () => {
  show();
  const credits = await block('Credits');
  expect(await credits.findByText('473 credits')).toBeVisible();
  expect(credits.getByText('Forecast available after 5 days of use.')).toBeVisible();
  expect(credits.queryByText(/left 0|spent 0/)).toBeNull();
});

test('what is spoken for is measured against the balance, also when it is more', async () => {
  const over = { reserved: 73, queuedCredits: 500, waitingCredits: 10, available: -110 };
  show({ 'credits.forecast': () => forecast({ ...over, queuedFiles: 3, lastsDays: 9 }) });
  const credits = await block('Credits');
  const bar = await credits.findByRole('group', { name: 'Credits' });
  expect(bar).toHaveTextContent(/^reserved 73 · waiting 510 · short 110$/);
  expect(credits.getByText(/9 days/)).toBeVisible();
});

test('what the person wants to keep is not there for what waits', async () => {
  const limits = { ...DEFAULT_LIMITS, floor: 400 };
  show({ 'credits.forecast': () => forecast({ queuedCredits: 100, available: -27, limits }) });
  const credits = await block('Credits');
  expect(await credits.findByText('400 of them you want to keep')).toBeVisible();
  expect(credits.getByRole('group', { name: 'Credits' })).toHaveTextContent(/ short 27$/);
});

test('what waits is counted anew when files change, as the approval beside it is', async () => {
  let queuedCredits = 3;
  const { bridge } = show({
    'credits.forecast': () => forecast({ queuedCredits, queuedFiles: 2, available: 470 }),
  });
  expect(await creditsBar()).toHaveTextContent('waiting 3');
  queuedCredits = 4;
  act(() => bridge.tell({ kind: 'files-changed', folderIds: [], projectIds: [], fileIds: null }));
  await waitFor(async () => expect(await creditsBar()).toHaveTextContent('waiting 4'));
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
