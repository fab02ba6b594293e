import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LONGEST_WAIT_MS, Skeleton } from './skeleton.tsx';

afterEach(() => void vi.useRealTimers());

test('what does not come is said to be late, with a way to try again', () => {
  vi.useFakeTimers();
  render(<Skeleton />);
  act(() => void vi.advanceTimersByTime(LONGEST_WAIT_MS - 1));
  expect([screen.queryByText('Loading…'), screen.queryByRole('button')]).toEqual([
    expect.anything(),
    null,
  ]);
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('This takes longer than usual.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
