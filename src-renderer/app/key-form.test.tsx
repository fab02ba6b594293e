import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { digestOf, proofOf } from '../../src-shared/bridge/host-proof.ts';
import { type Challenge, PROOF_PATH } from '../../src-shared/bridge/loopback.ts';
import { press } from '../test-support/person.ts';
import { KeyForm } from './key-form.tsx';

const KEY = 'Zk3_x-9aQwErTyUiOp123456';

function formWith(answerTo: (address: string, body: Challenge) => Response) {
  const said: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body: string }) => {
    said.push(`${address} ${body}`);
    return answerTo(address, JSON.parse(body) as Challenge);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
  });
  const connected = vi.fn<() => void>();
  const other = vi.fn<(address: string) => void>();
  render(<KeyForm onConnected={connected} onOther={other} />);
  return { said, connected, other, field: screen.getByLabelText('Newest address, or its key') };
}

const port = Number(window.location.port);
const proven = ({ nonce }: Challenge) =>
  Response.json({ proof: proofOf(digestOf(KEY), nonce, port) });

test('a page without a session is connected by the newest address, and says what is wrong with any other', async () => {
  const exchanges = [new Response(null, { status: 401 }), Response.json({ session: 'S' })];
  const { said, connected, field } = formWith((address, asked) =>
    address === PROOF_PATH ? proven(asked) : (exchanges.shift() ?? Response.error()),
  );
  await press('Connect');
  expect(field).toHaveAccessibleDescription(/not an address of Labseal/);
  expect(said).toEqual([]);
  await userEvent.type(field, `${window.location.origin}/#${KEY}`);
  await press('Connect');
  expect(field).toHaveAccessibleDescription(/used already/);
  expect(connected).not.toHaveBeenCalled();
  await press('Connect');
  expect(connected).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(1);
});

test('the newest address pasted where the old one stood connects too, though the browser loads nothing anew', async () => {
  const { connected } = formWith((address, asked) =>
    address === PROOF_PATH ? proven(asked) : Response.json({ session: 'S' }),
  );
  window.location.hash = KEY;
  await waitFor(() => expect(connected).toHaveBeenCalledOnce());
  expect(window.location.href).not.toContain(KEY);
});

test.each([
  ['does not know it', () => new Response(null, { status: 401 })],
  ['pretends to', () => Response.json({ proof: '0'.repeat(64), session: 'S' })],
])('the key is not said to a listener that %s', async (_what, answer) => {
  const { said, connected, field } = formWith(answer);
  await userEvent.type(field, KEY);
  await press('Connect');
  expect(field).toHaveAccessibleDescription(/does not know it/);
  expect(said).toHaveLength(1);
  expect(said.join()).not.toContain(KEY);
  expect(connected).not.toHaveBeenCalled();
});

test('the address of a Labseal at another port is opened, and nothing is said here', async () => {
  const { said, other, field } = formWith(() => Response.error());
  await userEvent.type(field, `http://127.0.0.1:4001/#${KEY}`);
  await press('Connect');
  expect(other).toHaveBeenCalledWith(`http://127.0.0.1:4001/#${KEY}`);
  expect(said).toEqual([]);
});
