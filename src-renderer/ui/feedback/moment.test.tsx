import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Moment } from './moment.tsx';

test('a moment is absolute however fresh it is, and its title has the seconds and the time zone', () => {
  const now = new Date();
  render(<Moment atMs={now.getTime()} />);
  const shown = screen.getByRole('time');
  expect(shown).toHaveTextContent(new RegExp(`${now.getFullYear()}, \\d\\d:\\d\\d$`));
  expect(shown).toHaveAttribute('datetime', now.toISOString());
  expect(shown.title).toMatch(/\d\d:\d\d:\d\d \S+$/);
});
