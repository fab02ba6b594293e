/** Ask for an e-mail that lets one set a new password. Whether the address has an account is never told. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen } from './session-screen.tsx';

export function ForgotScreen(): ReactElement {
  const { session } = useWords();
  return (
    <SessionScreen
      call="session.forgot"
      title={session.forgot}
      submitLabel={session.sendLink}
      rules={{ email: 'email' }}
      inputOf={(typed) => typed}
      done={session.sent}
      links={[
        ['resetPassword', session.reset],
        ['signIn', session.back],
      ]}
    />
  );
}
