import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HistoryLine } from '../../../src-shared/model/status/history-line.ts';
import { connect, ConnectionProvider } from '../../data/connection.tsx';
import { accountStatus, fileRow } from '../../test-support/builders.ts';
import { fakeBridge } from '../../test-support/fake-bridge.ts';
import { LiveRegions } from '../../ui/feedback/live-region.tsx';
import { useSaidProofs } from './use-said-proofs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `null`: the account is not known yet. */
function Page({ files }: Readonly<{ files: number | null }>): ReactElement {
  const counts = [{ state: 'notarized', hold: null, files: files ?? 0, bytes: 1 } as const];
  useSaidProofs(files === null ? null : accountStatus({ counts }));
  return <p>The page</p>;
}

function open(line?: HistoryLine) {
  const row = fileRow({ id: '1', name: 'run-14.raw' });
  const bridge = fakeBridge({
    'files.range': () => ({ total: 1, first: 0, rows: [row] }),
    'activity.lines': () => ({ total: 1, first: 0, rows: line === undefined ? [] : [line] }),
  });
  const connection = connect(bridge);
  const shown = (files: number | null) => (
    <ConnectionProvider connection={connection}>
      <LiveRegions>
        <Page files={files} />
      </LiveRegions>
    </ConnectionProvider>
  );
  const { rerender } = render(shown(null));
  return async (files: number) => {
    rerender(shown(files));
    await act(async () => vi.advanceTimersByTimeAsync(0));
  };
}

test('a file that has its old bytes again is not said as notarized anew', async () => {
  const back: HistoryLine = {
    id: 1,
    what: 'restored',
    beganAtMs: 0,
    atMs: 0,
    files: 2,
    credits: 0,
    isAtMost: false,
    from: null,
    to: null,
    latest: null,
    original: null,
  };
  const count = open(back);
  await count(20);
  await count(22);
  expect(said()).toBe('2 files are back as they were notarized: same certificates, free');
});

const said = () => screen.getByRole('status').lastElementChild?.textContent ?? '';

test('what was notarized before is not said; one file is said by its name', async () => {
  const count = open();
  await count(20);
  expect(said()).toBe('');
  await count(21);
  expect(said()).toBe('Notarized: run-14.raw');
});

test('many are said at most each ten seconds, together', async () => {
  const count = open();
  await count(0);
  await count(1);
  await count(5);
  await count(13);
  expect(said()).toBe('Notarized: run-14.raw');
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(said()).toBe('12 files notarized.');
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  await count(14);
  expect(said()).toBe('Notarized: run-14.raw');
});
