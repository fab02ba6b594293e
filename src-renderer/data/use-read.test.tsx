import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { fail } from '../../src-shared/model/result.ts';
import { snapshotMessage } from '../test-support/builders.ts';
import { fakeBridge } from '../test-support/fake-bridge.ts';
import { connect, ConnectionProvider } from './connection.tsx';
import { useAction } from './use-action.ts';
import { useRead } from './use-read.ts';

type Answer = (value: unknown) => void;

/** A screen of the balance; each answer comes when the test says so. */
function asking(placeholder: 'none' | 'previous' = 'none') {
  const answers: Answer[] = [];
  const later = () =>
    new Promise<unknown>((resolve) => {
      answers.push(resolve);
    });
  const bridge = fakeBridge({ 'credits.balance': later, 'outbox.resolve': later });
  const connection = connect(bridge);
  bridge.tell({ kind: 'link-changed', link: 'open' });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConnectionProvider connection={connection}>{children}</ConnectionProvider>
  );
  const useScreen = ({ input }: { input: object }) => ({
    ...useRead('credits.balance', input as Record<string, never>, { placeholder }),
    action: useAction(),
  });
  const open = () => renderHook(useScreen, { initialProps: { input: { of: 1 } }, wrapper });
  return {
    ...open(),
    open,
    bridge,
    queries: connection.queries,
    answers,
    answer: (value: unknown) => act(async () => answers.at(-1)?.(value)),
  };
}

test('an answer is never shown under another question, and the same question keeps its answer', async () => {
  const { result, rerender, answers, answer } = asking();
  await answer({ credits: 10 });
  await waitFor(() => expect(result.current.value).toEqual({ credits: 10 }));
  act(() => result.current.readAgain());
  expect(result.current.value).toEqual({ credits: 10 });
  const late = answers.at(-1);
  rerender({ input: { of: 2 } });
  expect(result.current).toMatchObject({ value: null, readAtMs: null, fault: null });
  late?.({ credits: 11 });
  await answer({ credits: 20 });
  await waitFor(() => expect(result.current.value).not.toBeNull());
  expect(result.current.value).toEqual({ credits: 20 });
});

test('a list that is searched stays until the next one is there', async () => {
  const { result, rerender, answer } = asking('previous');
  await answer({ credits: 10 });
  await waitFor(() => expect(result.current.value).toEqual({ credits: 10 }));
  rerender({ input: { of: 2 } });
  expect(result.current.value).toEqual({ credits: 10 });
  await answer({ credits: 20 });
  await waitFor(() => expect(result.current.value).toEqual({ credits: 20 }));
});

test('only an event about an answer, or a snapshot, makes it read again; a fault leaves it in sight', async () => {
  const { result, bridge, answers, answer } = asking();
  await answer({ credits: 10 });
  await waitFor(() => expect(result.current.value).toEqual({ credits: 10 }));
  act(() => bridge.tell({ kind: 'folders-changed' }));
  expect(answers).toHaveLength(1);
  act(() => bridge.tell({ kind: 'credits-changed' }));
  expect(answers).toHaveLength(2);
  await answer(fail({ kind: 'not-signed-in' }));
  await waitFor(() => expect(result.current.fault).toEqual({ kind: 'not-signed-in' }));
  expect(result.current.value).toEqual({ credits: 10 });
});

test.for(['credits-changed', 'snapshot'] as const)(
  '%s while the first answer is awaited is not lost: what was asked before it is not shown',
  async (kind) => {
    const { result, bridge, answers, answer } = asking();
    const before = answers.at(-1);
    act(() => bridge.tell(kind === 'snapshot' ? snapshotMessage(1) : { kind }));
    before?.({ credits: 10 });
    await waitFor(() => expect(answers).toHaveLength(2));
    await answer({ credits: 11 });
    await waitFor(() => expect(result.current.value).toEqual({ credits: 11 }));
  },
);

test('an answer is forgotten with the last screen that shows it', async () => {
  const { result, unmount, open, queries, answer } = asking();
  await answer({ credits: 10 });
  await waitFor(() => expect(result.current.value).toEqual({ credits: 10 }));
  unmount();
  await vi.waitFor(() => expect(queries.getQueryCache().getAll()).toEqual([]));
  expect(open().result.current.value).toBeNull();
});

test('an action goes on, and ends, after its screen has closed', async () => {
  const { result, unmount, answers } = asking();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  act(() =>
    result.current.action.run(
      (ask) => ask('outbox.resolve', { id: '1', decision: 'undo' }),
      resolve,
    ),
  );
  await waitFor(() => expect(answers).toHaveLength(2));
  unmount();
  answers.at(-1)?.({ id: 1 });
  await expect(promise).resolves.toEqual({ id: 1 });
});
