/** Sign in. The service's own words say why an account cannot be used. */
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { Success } from '../../ui/form/form.tsx';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen } from './session-screen.tsx';

export function SignInScreen(): ReactElement {
  const { session } = useWords();
  const { done } = Object(useLocation().state) as { done?: 'activated' | 'passwordSet' };
  return (
    <SessionScreen
      call="session.signIn"
      title={session.signIn}
      submitLabel={session.signIn}
      rules={{ email: 'email', password: 'password' }}
      password="current-password"
      inputOf={(typed) => typed}
      next={{ page: 'firstRun' }}
      intro={done !== undefined && <Success>{session[done]}</Success>}
      links={[
        ['forgotPassword', session.forgot],
        ['activate', session.haveLink],
        ['register', session.createAccount],
      ]}
    />
  );
}
