import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DetailsPane } from './page.tsx';

function List() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        run.raw
      </button>
      {isOpen && (
        <DetailsPane title="run.raw" onClose={() => setIsOpen(false)}>
          <input
            aria-label="inside"
            onKeyDown={(event) => event.altKey && event.preventDefault()}
          />
        </DetailsPane>
      )}
    </>
  );
}

test('Escape closes the pane, unless something above it took the key; what had the focus has it again', async () => {
  render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'run.raw' }));
  act(() => screen.getByLabelText('inside').focus());
  await userEvent.keyboard('{Alt>}{Escape}{/Alt}');
  expect(screen.getByRole('complementary')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.getByRole('button', { name: 'run.raw' })).toHaveFocus();
});
