import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBridge } from '../test-support/fake-bridge.ts';
import { connect, ConnectionProvider } from './connection.tsx';
import { useSpeeds } from './use-speeds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test('a speed is that of the last seconds until now: it falls and ends while nothing moves, and comes back', () => {
  const bridge = fakeBridge();
  const connection = connect(bridge);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ConnectionProvider connection={connection}>{children}</ConnectionProvider>
  );
  const { result } = renderHook(() => useSpeeds(), { wrapper });
  let doneBytes = 0;
  const send = (bytes: number, state: 'uploading' | 'hashing' = 'uploading') => {
    doneBytes += bytes;
    const file = { fileId: '1', state, doneBytes, totalBytes: 1_000_000 };
    act(() => bridge.tell({ kind: 'progress', files: [file], scans: [] }));
    after(500);
  };
  for (let half = 0; half < 20; half += 1) send(2_000);
  expect(result.current('1')).toBe(4_000);
  after(5_000); // not a report more
  expect(result.current('1')).toBe(1_800);
  after(6_000);
  expect(result.current('1')).toBeNull();
  for (let half = 0; half < 40; half += 1) send(1_000);
  expect(result.current('1')).toBe(2_000);
  send(0, 'hashing');
  after(1_000);
  expect(vi.getTimerCount()).toBe(0);
});
