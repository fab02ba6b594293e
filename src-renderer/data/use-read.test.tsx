import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ok } from '../../src-shared/model/result.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';
import { BridgeContext } from './bridge-context.ts';
import { makeCoreStore } from './core-store.ts';
import { useRead } from './use-read.ts';

const NEVER: readonly PageEvent['kind'][] = [];

/** The balance of one account and then of another; each answer comes when the test says so. */
function asking(placeholder: 'none' | 'previous') {
  const answers: ((credits: number) => void)[] = [];
  const bridge = {
    call: () =>
      new Promise((resolve) => {
        answers.push((credits) => resolve(ok({ credits })));
      }),
    subscribe: (listen: (event: PageEvent) => void) => {
      listen({ kind: 'link-changed', link: 'open' });
      return () => undefined;
    },
  } as unknown as Bridge;
  const { store } = makeCoreStore(bridge);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BridgeContext value={{ bridge, store }}>{children}</BridgeContext>
  );
  const useBalance = ({ input }: { input: object }) =>
    useRead('credits.balance', input as Record<string, never>, NEVER, placeholder);
  const shown = renderHook(useBalance, { initialProps: { input: { of: 1 } }, wrapper });
  return {
    ...shown,
    answers,
    answer: (credits: number) => act(async () => answers.at(-1)?.(credits)),
  };
}

test('an answer is never shown under another question, and the same question keeps its answer', async () => {
  const { result, rerender, answers, answer } = asking('none');
  await answer(10);
  expect(result.current.value).toEqual({ credits: 10 });
  act(() => result.current.readAgain());
  expect(result.current.value).toEqual({ credits: 10 });
  const late = answers.at(-1);
  rerender({ input: { of: 2 } });
  expect(result.current).toMatchObject({ value: null, readAtMs: null, fault: null });
  await act(async () => late?.(11));
  expect(result.current.value).toBeNull();
  await answer(20);
  expect(result.current.value).toEqual({ credits: 20 });
});

test('a list that is searched stays until the next one is there', async () => {
  const { result, rerender, answer } = asking('previous');
  await answer(10);
  rerender({ input: { of: 2 } });
  expect(result.current.value).toEqual({ credits: 10 });
  await answer(20);
  expect(result.current.value).toEqual({ credits: 20 });
});
