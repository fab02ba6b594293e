/** Create an account; the e-mail that follows brings the link for the next page. */
import type { ReactElement } from 'react';
import { forProfile } from '../../../src-shared/service/users.ts';
import { ProfileFields } from '../../parts/profile-fields.tsx';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen } from './session-screen.tsx';

const RULES = {
  ...forProfile(() => 'filled' as const),
  email: 'email',
  password: 'password',
} as const;

export function RegisterScreen(): ReactElement {
  const { session } = useWords();
  return (
    <SessionScreen
      call="session.register"
      title={session.createAccount}
      submitLabel={session.createAccount}
      rules={RULES}
      inputOf={({ server, ...person }) => ({ server, person })}
      next={{ page: 'activate', told: { isFresh: true } }}
      links={[['signIn', session.back]]}
    >
      {(field) => <ProfileFields field={field} />}
    </SessionScreen>
  );
}
