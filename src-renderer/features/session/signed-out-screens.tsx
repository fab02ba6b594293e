/** The pages of somebody who is not signed in: each is an address, its fields, and where it goes on. */
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import { forProfile } from '../../../src-shared/service/users.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useIsLeft } from '../../data/use-is-left.ts';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { ProfileFields } from '../../parts/people/profile-fields.tsx';
import { Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { SessionScreen, useKnownAccount, usePastedToken } from './session-screen.tsx';

/** The service's own words say why an account cannot be used. */
export function SignInScreen(): ReactElement {
  const { session } = useWords();
  const { done } = Object(useLocation().state) as { done?: 'activated' | 'passwordSet' };
  const isLeft = useIsLeft();
  const hasEnded = useCore(({ status }) => status?.session.state === 'ended');
  return (
    <SessionScreen
      call="session.signIn"
      title={session.signIn}
      submitLabel={session.signIn}
      rules={{ email: 'email', password: 'password' }}
      password="current-password"
      inputOf={(typed) => typed}
      next={{ page: 'firstRun' }}
      intro={
        <>
          {(isLeft || hasEnded) && (
            <HealthBanner
              severity="info"
              title={hasEnded ? session.hasEnded : session.isLeft}
              text={session.waitsForSignIn}
            />
          )}
          {done !== undefined && <Success>{session[done]}</Success>}
        </>
      }
      links={[
        ['forgotPassword', session.forgot],
        ['activate', session.haveLink],
        ['register', session.createAccount],
      ]}
    />
  );
}

const REGISTRATION = {
  ...forProfile(() => 'filled' as const),
  email: 'email',
  password: 'password',
} as const;

/** The e-mail that follows brings the link for the next page. */
export function RegisterScreen(): ReactElement {
  const { session } = useWords();
  return (
    <SessionScreen
      call="session.register"
      title={session.createAccount}
      submitLabel={session.createAccount}
      rules={REGISTRATION}
      inputOf={({ server, ...person }) => ({ server, person })}
      next={{ page: 'activate', told: { isFresh: true } }}
      links={[['signIn', session.back]]}
    >
      {(field) => <ProfileFields field={field} />}
    </SessionScreen>
  );
}

/** With the token from the e-mail, or with the whole link: the core finds the token in it. Another link begins anew. */
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

/** Asks for an e-mail that lets one set a new password. Whether the address has an account is never told. */
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

/** Sets a new password with the token or link from the e-mail. Another link begins anew. */
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
