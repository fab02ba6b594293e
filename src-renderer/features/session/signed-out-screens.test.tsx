import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { describe, expect, test } from 'vitest';
import { fail } from '../../../src-shared/model/result.ts';
import { click, enter, fill, press, expectText } from '../../test-support/person.ts';
import { visit } from '../../test-support/visit.tsx';
import { fakeBridge, type FakeBridge } from '../../test-support/fake-bridge.ts';
import {
  ActivateScreen,
  ForgotScreen,
  RegisterScreen,
  ResetScreen,
  SignInScreen,
} from './signed-out-screens.tsx';

/** Shows a page of somebody who is not signed in; the service's address is known. */
function open(address: string, bridge: FakeBridge) {
  const others = [
    { path: '/register', element: <RegisterScreen /> },
    { path: '/activate', element: <ActivateScreen /> },
    { path: '/forgot', element: <ForgotScreen /> },
    { path: '/reset', element: <ResetScreen /> },
  ];
  visit(bridge, { path: '/sign-in', address, others }, SignInScreen);
}

const server = 'https://notary.example.org';

describe('sign in', () => {
  test('nothing is sent while a field is wrong, and each says what it needs', async () => {
    const bridge = fakeBridge();
    open('/sign-in', bridge);
    await press('Sign in');
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription(
      'Enter your e-mail address.',
    );
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    await fill('Service address', 'http://notary.example.org');
    expect(screen.getByLabelText('Service address')).toBeInvalid();
    expect(bridge.asked).toEqual([]);
  });

  test('a refusal is said, and nothing typed is lost', async () => {
    const bridge = fakeBridge({
      'session.signIn': () => fail({ kind: 'wrong-credentials', email: 'robin@lab.org' }),
    });
    open('/sign-in', bridge);
    await fill('E-mail', 'robin@lab.org');
    await fill('Password', 's3cret');
    await press('Sign in');
    await expectText(/^E-mail or password is not right\./);
    expect(screen.getByLabelText('E-mail')).toHaveValue('robin@lab.org');
    expect(screen.getByLabelText('Password')).toHaveValue('s3cret');
    expect(bridge.asked).toEqual([
      { name: 'session.signIn', input: { server, email: 'robin@lab.org', password: 's3cret' } },
    ]);
  });

  test('while it is being sent it cannot be sent again', async () => {
    const bridge = fakeBridge();
    open('/sign-in', bridge);
    await fill('E-mail', 'robin@lab.org');
    await enter('Password', 's3cret');
    await press('Sign in');
    expect(bridge.asked).toHaveLength(1);
  });
});

describe('the other pages', () => {
  test('the e-mail address goes along from page to page', async () => {
    open('/sign-in', fakeBridge());
    await fill('E-mail', 'robin@lab.org');
    await click('link', 'Forgot password');
    expect(await screen.findByLabelText('E-mail')).toHaveValue('robin@lab.org');
  });

  test('whether an address has an account is not told', async () => {
    open('/forgot', fakeBridge({ 'session.forgot': () => null }));
    await fill('E-mail', 'nobody@lab.org');
    await press('Send e-mail');
    await expectText(/^If this address has an account/);
  });

  test('after registering, the link of the e-mail is asked for, then the sign-in', async () => {
    const bridge = fakeBridge({ 'session.register': () => null, 'session.activate': () => null });
    open('/register', bridge);
    await fill('First name', 'Robin');
    await fill('Last name', 'Marsh');
    await fill('E-mail', 'robin@lab.org');
    await fill('Organisation', 'Lab');
    await fill('Location', 'Town');
    await fill('Password', 's3cret');
    await press('Create account');
    await expectText(/We sent an e-mail to robin@lab.org/);
    await fill('Activation link or token', 'https://notary.example.org/activate/T1');
    await press('Activate');
    await expectText(/Your account is active/);
    expect(screen.getByLabelText('E-mail')).toHaveValue('robin@lab.org');
    expect(bridge.asked.map(({ input }) => input)).toEqual([
      {
        server,
        person: {
          name: 'Robin',
          lastName: 'Marsh',
          email: 'robin@lab.org',
          organisation: 'Lab',
          location: 'Town',
          password: 's3cret',
        },
      },
      { server, pasted: 'https://notary.example.org/activate/T1' },
    ]);
  });

  test('a new password is set with what was mailed, and anything else is said', async () => {
    const bridge = fakeBridge({ 'session.reset': () => fail({ kind: 'not-a-token' }) });
    open('/reset', bridge);
    await fill('Link or token from the e-mail', 'T1');
    await fill('Password', 'n3w');
    await press('Set password');
    await expectText(/neither the link from the e-mail nor its token/);
    expect(bridge.asked[0]?.input).toEqual({ server, pasted: 'T1', password: 'n3w' });
  });
});

test.each([
  ['/sign-in', undefined, 'E-mail'],
  ['/sign-in', { email: 'robin@lab.org' }, 'Password'],
  ['/register', { email: 'robin@lab.org' }, 'First name'],
])('%s, gone to with %o, begins in its first empty field: %s', async (path, state, label) => {
  const others = [
    { path: '/sign-in', element: <SignInScreen /> },
    { path: '/register', element: <RegisterScreen /> },
  ];
  const from = { path: '/before', address: '/before', status: { server }, others };
  visit(fakeBridge({}), from, () => <Link to={path} state={state} children="Go" />);
  await click('link', 'Go');
  expect(await screen.findByLabelText(label)).toHaveFocus();
});

describe('signing in again', () => {
  const owner = { account: 'a', userId: 'u1', server, email: 'robin@lab.org' };
  const ENDED = { ...owner, state: 'ended', why: 'expired' } as const;
  const from = '/projects/p1/files?group=waiting';

  /** As the banner of that page leads here. */
  function openAgain(bridge: FakeBridge) {
    const { router } = visit(
      bridge,
      {
        path: '/before',
        address: '/before',
        status: { session: ENDED, server },
        others: [{ path: '/sign-in', element: <SignInScreen /> }],
      },
      () => <Link to="/sign-in" state={{ isAgain: true, from }} children="Sign in" />,
    );
    return router;
  }

  test('begins in the password, and leads back to the page one was on', async () => {
    const router = openAgain(fakeBridge({ 'session.signIn': () => ({}) }));
    await click('link', 'Sign in');
    expect(await screen.findByLabelText('Password')).toHaveFocus();
    await userEvent.keyboard('s3cret{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects/p1/files'));
    expect(router.state.location.search).toBe('?group=waiting');
  });

  test('as somebody else leads to a page of theirs', async () => {
    const router = openAgain(fakeBridge({ 'session.signIn': () => ({}) }));
    await click('link', 'Sign in');
    await fill('E-mail', 'bo@lab.org');
    await fill('Password', 's3cret');
    await press('Sign in');
    await waitFor(() => expect(router.state.location.pathname).toBe('/first'));
  });
});
