import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Announce, LiveRegions, useAnnounce } from './live-region.tsx';

function open() {
  let announce: Announce | null = null;
  function Speaker() {
    announce = useAnnounce();
    return null;
  }
  render(
    <LiveRegions>
      <Speaker />
    </LiveRegions>,
  );
  return (...sentences: readonly string[]) =>
    act(() => {
      for (const sentence of sentences) announce?.(sentence);
    });
}

const said = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent);

test('sentences of one moment are all heard, in their order, and each once', () => {
  const say = open();
  say('3,000 files will be notarized.', '12 files');
  expect(said()).toEqual(['3,000 files will be notarized.', '12 files']);
  expect(screen.getByRole('status')).toHaveAttribute('aria-atomic', 'false'); // what stands there already is not said again
  const [first, second] = screen.getByRole('status').children;
  say('12 files');
  expect(said()).toEqual(['3,000 files will be notarized.', '12 files']);
  expect(screen.getByRole('status').firstElementChild).toBe(first);
  expect(screen.getByRole('status').lastElementChild).not.toBe(second); // the same again is heard again
});

test('what was heard goes after a while; an empty sentence takes all of it back at once', () => {
  vi.useFakeTimers();
  try {
    const say = open();
    say('one');
    act(() => void vi.advanceTimersByTime(20_000));
    expect(said()).toEqual([]);
    say('two', '');
    expect(said()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
