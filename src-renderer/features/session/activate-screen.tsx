/** Activate an account with the token from the e-mail, or with the whole link: the core finds the token in it. */
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen, useKnownAccount, usePastedToken } from './session-screen.tsx';

/** Another link begins anew. */
export function ActivateScreen(): ReactElement {
  const { session } = useWords();
  const { isFresh = false } = Object(useLocation().state) as { isFresh?: boolean };
  const { email } = useKnownAccount();
  const pasted = usePastedToken();
  return (
    <SessionScreen
      key={pasted}
      call="session.activate"
      title={session.activate}
      submitLabel={session.activateButton}
      rules={{ pasted: 'filled' }}
      initial={{ pasted }}
      inputOf={(typed) => typed}
      next={{ page: 'signIn', told: { done: 'activated' } }}
      intro={
        isFresh ? <Success>{session.registered(email)}</Success> : <p>{session.activateText}</p>
      }
      links={[['signIn', session.back]]}
    >
      {(field) => <TextField {...field('pasted')} label={session.link} autoComplete="off" />}
    </SessionScreen>
  );
}
