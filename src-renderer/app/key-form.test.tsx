import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { press } from '../test-support/person.ts';
import { KeyForm } from './key-form.tsx';

const KEY = 'Zk3_x-9aQwErTyUiOp123456';

test('a page without a session is connected by the newest address, and says what is wrong with any other', async () => {
  const answers = [new Response(null, { status: 401 }), Response.json({ session: 'S' })];
  const fetched = vi.fn<() => Promise<Response>>(async () => answers.shift() ?? Response.error());
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });
  const connected = vi.fn<() => void>();
  render(<KeyForm onConnected={connected} />);
  const field = screen.getByLabelText('Newest address, or its key');
  await press('Connect');
  expect(field).toHaveAccessibleDescription(/no address of Labseal/);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.type(field, `http://127.0.0.1:4000/#${KEY}`);
  await press('Connect');
  expect(field).toHaveAccessibleDescription(/used already/);
  expect(connected).not.toHaveBeenCalled();
  await press('Connect');
  expect(connected).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(1);
});
