import { snapshotMessage } from '../../test-support/builders.ts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DESKTOP_CAPABILITIES } from '../../../src-shared/bridge/desktop.ts';
import { fail } from '../../../src-shared/model/result.ts';
import { press, expectText } from '../../test-support/person.ts';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import { visit } from '../../test-support/visit.tsx';
import { WelcomeScreen } from './welcome-screen.tsx';

const ownPort = () => Number(window.location.port);
const TRY = { name: 'Try the demo' };

function show(bridge: FakeBridge): readonly string[] {
  const left: string[] = [];
  visit(bridge, { path: '/welcome' }, () => (
    <WelcomeScreen leaveFor={(address) => left.push(address)} />
  ));
  return left;
}

test('the demo is opened once, said to be on its way, and gone to', async () => {
  const opening = Promise.withResolvers<unknown>();
  const bridge = fakeBridge({
    'demo.door': () => ({ port: ownPort() }),
    'demo.open': () => opening.promise,
  });
  const left = show(bridge);
  await userEvent.click(await screen.findByRole('button', TRY));
  expect(screen.getByText(/^The demo is being prepared/)).toBeVisible();
  await press(/Try the demo/);
  opening.resolve({ port: 4_711, key: 'k3y' });
  await expect.poll(() => left).toEqual([`http://${window.location.hostname}:4711/#k3y`]);
  expect(bridge.asked.filter(({ name }) => name === 'demo.open')).toHaveLength(1);
});

test('why a demo cannot be opened is said, and it can be tried again', async () => {
  const fault = { kind: 'data-folder', dataFolder: '/tmp/d', errno: 'ENOSPC' } as const;
  const left = show(
    fakeBridge({ 'demo.door': () => ({ port: ownPort() }), 'demo.open': () => fail(fault) }),
  );
  await userEvent.click(await screen.findByRole('button', TRY));
  await expectText(/is full/);
  expect(screen.getByRole('button', TRY)).toBeEnabled();
  expect(left).toEqual([]);
});

test.each([
  ['where the host can open none', () => null],
  ['to a page that came through a tunnel', () => ({ port: ownPort() + 1 })],
])('no demo is offered %s', async (_where, door) => {
  const bridge = fakeBridge({ 'demo.door': door });
  show(bridge);
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toEqual(['demo.door']);
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(screen.queryByRole('button', TRY)).toBeNull();
});

test('in a window the demo is opened and the page stays where it is', async () => {
  const bridge = fakeBridge({
    'demo.door': () => ({ port: 0 }),
    'demo.open': () => ({ port: 4_711, key: 'k3y' }),
  });
  const left = show(bridge);
  act(() => bridge.tell({ ...snapshotMessage(1), capabilities: DESKTOP_CAPABILITIES }));
  await userEvent.click(await screen.findByRole('button', TRY));
  await expect.poll(() => bridge.asked.map(({ name }) => name)).toContain('demo.open');
  expect(left).toEqual([]);
});
