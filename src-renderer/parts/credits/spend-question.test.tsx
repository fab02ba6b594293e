import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Purse } from '../../../src-shared/model/money/spend-limits.ts';
import { ApproveButton, SpendQuestion } from './spend-question.tsx';

const offer = { files: 2, bytes: 3_600, credits: 3 };

const asked = (balance: Purse | null) => (
  <SpendQuestion
    offer={offer}
    balance={balance}
    isOpen
    isPending={false}
    problem={null}
    onAgree={() => {}}
    onClose={() => {}}
  />
);

const labels = () => screen.getAllByRole('term').map((term) => term.textContent);
const values = () => screen.getAllByRole('definition').map((value) => value.textContent);

test.each([
  { balance: { credits: 10, reserve: null }, last: 'Left afterwards' },
  { balance: { credits: 10, reserve: 7 }, last: 'Left afterwards' },
  { balance: { credits: 10, reserve: 8 }, last: 'Short by' },
  { balance: { credits: 2, reserve: null }, last: 'Short by' },
])(
  'the price is asked for in as many lines before a balance of $balance.credits that keeps $balance.reserve is read',
  (known) => {
    const { rerender } = render(asked(null));
    expect(labels()).toEqual(['Files', 'Price', 'Balance', 'Left afterwards']);
    expect(values().slice(2)).toEqual(['Not read yet', 'Not read yet']);
    rerender(asked(known.balance));
    expect(labels()).toEqual(['Files', 'Price', 'Balance', known.last]);
    expect(values()).not.toContain('Not read yet');
  },
);

test('Escape while a payment is under way says that it goes on and where it is seen; only the next one closes', async () => {
  const onClose = vi.fn<() => void>();
  const question = (isPending: boolean) => (
    <SpendQuestion
      offer={offer}
      balance={{ credits: 10, reserve: null }}
      isOpen
      isPending={isPending}
      problem={null}
      onAgree={() => {}}
      onClose={onClose}
    />
  );
  const { rerender } = render(question(true));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(/goes on when the window is closed: see Activity/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  rerender(question(false));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a press just after the price grew was meant for the one before: nothing is approved, and that is said', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onAgree = vi.fn<() => void>();
  const button = (credits: number) => (
    <ApproveButton
      offer={{ files: 1, bytes: 1, credits }}
      balance={null}
      isPending={false}
      problem={null}
      onAgree={onAgree}
    />
  );
  const { rerender } = render(button(3));
  rerender(button(40));
  fireEvent.click(screen.getByRole('button', { name: 'Notarize 1 file (40 credits)' }));
  expect(onAgree).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveTextContent(/^The price has just grown/);
  act(() => void vi.advanceTimersByTime(1_000));
  fireEvent.click(screen.getByRole('button', { name: 'Notarize 1 file (40 credits)' }));
  expect(onAgree).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(button(5)); // less is never a surprise
  fireEvent.click(screen.getByRole('button', { name: 'Notarize 1 file (5 credits)' }));
  expect(onAgree).toHaveBeenCalledTimes(2);
});
