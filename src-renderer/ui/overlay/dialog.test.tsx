import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LiveRegions, useAnnounce } from '../feedback/live-region.tsx';
import { Button } from '../layout/button.tsx';
import { Dialog } from './dialog.tsx';

function Asked() {
  const announce = useAnnounce();
  return (
    <Dialog title="Notarize?" isOpen onClose={() => undefined}>
      <Button onPress={() => announce('3,000 files approved.')}>Notarize</Button>
    </Dialog>
  );
}

test('what came of a question is heard while it is still in front of the page', async () => {
  render(
    <LiveRegions>
      <Asked />
    </LiveRegions>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Notarize' }));
  // A region that is hidden from screen readers has no role.
  expect(screen.getByRole('status')).toHaveTextContent('3,000 files approved.');
});
