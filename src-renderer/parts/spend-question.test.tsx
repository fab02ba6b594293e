import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SpendQuestion } from './spend-question.tsx';

const offer = { files: 2, bytes: 3_600, credits: 3, isExact: true };

const asked = (balance: number | null) => (
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
  { balance: 10, last: 'Left afterwards' },
  { balance: 2, last: 'Short by' },
])('the price is asked for in as many lines before the balance $balance is read', (known) => {
  const { rerender } = render(asked(null));
  expect(labels()).toEqual(['Files', 'Price', 'Balance', 'Left afterwards']);
  expect(values().slice(2)).toEqual(['Not read yet', 'Not read yet']);
  rerender(asked(known.balance));
  expect(labels()).toEqual(['Files', 'Price', 'Balance', known.last]);
  expect(values()).not.toContain('Not read yet');
});

test('Escape while a payment is under way says that it goes on and where it is seen; only the next one closes', async () => {
  const onClose = vi.fn<() => void>();
  const question = (isPending: boolean) => (
    <SpendQuestion
      offer={offer}
      balance={10}
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
  expect(
    screen.getByText(/goes on when the window is closed. You see it in Activity/),
  ).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  rerender(question(false));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});
