/** Set a new password with the token or link from the e-mail. */
import type { ReactElement } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen, usePastedToken } from './session-screen.tsx';

/** Another link begins anew. */
export function ResetScreen(): ReactElement {
  const { session } = useWords();
  const pasted = usePastedToken();
  return (
    <SessionScreen
      key={pasted}
      call="session.reset"
      title={session.reset}
      submitLabel={session.setPassword}
      rules={{ pasted: 'filled', password: 'password' }}
      initial={{ pasted }}
      inputOf={(typed) => typed}
      next={{ page: 'signIn', told: { done: 'passwordSet' } }}
      links={[['signIn', session.back]]}
    >
      {(field) => <TextField {...field('pasted')} label={session.resetLink} autoComplete="off" />}
    </SessionScreen>
  );
}
