import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBridge } from '../test-support/fake-bridge.ts';
import { visit } from '../test-support/visit.tsx';
import { useLooksForCredits } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const Waiting = () => {
  useLooksForCredits(true);
  return <p>waiting</p>;
};
const Calm = () => {
  useLooksForCredits(false);
  return <p>calm</p>;
};

test.each([
  ['files wait for credits', Waiting, 5, 2],
  ['there are no credits', Calm, 0, 2],
  ['there are credits and nothing waits for more', Calm, 5, 1],
])(
  'while %s, somebody at the page sees what is added within 15 s',
  async (_, Screen, credits, looks) => {
    const bridge = fakeBridge({ 'credits.balance': () => ({ credits, reserve: null }) });
    visit(bridge, { path: '/' }, Screen);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(bridge.inputs('credits.balance')).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(bridge.inputs('credits.balance')).toHaveLength(looks);
  },
);
