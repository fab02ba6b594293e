import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ATTENDED_MS, useAttendedLooks } from './use-attended-looks.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page that nobody is at stops looking, and looks at once when somebody is back', () => {
  const look = vi.fn<() => void>();
  renderHook(() => useAttendedLooks(look, MINUTE_MS));
  vi.advanceTimersByTime(60 * MINUTE_MS);
  expect(look).toHaveBeenCalledTimes(ATTENDED_MS / MINUTE_MS);
  fireEvent.keyDown(window, { key: 'Tab' });
  expect(look).toHaveBeenCalledTimes(ATTENDED_MS / MINUTE_MS + 1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(look).toHaveBeenCalledTimes(ATTENDED_MS / MINUTE_MS + 2);
});

test('somebody who is there makes it look no more often than it would', () => {
  const look = vi.fn<() => void>();
  renderHook(() => useAttendedLooks(look, MINUTE_MS));
  for (let at = 0; at < 30; at += 1) {
    fireEvent.pointerMove(window);
    vi.advanceTimersByTime(MINUTE_MS);
  }
  expect(look).toHaveBeenCalledTimes(30);
});
