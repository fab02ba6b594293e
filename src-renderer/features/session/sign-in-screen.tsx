/** Sign in. The service's own words say why an account cannot be used. */
import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Form, FormLinks, Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { pathTo } from '../../paths.ts';
import { validateFields, ServerField, useKnownAccount, useSend } from './session-form.tsx';

const RULES = { server: 'server', email: 'email', password: 'password' } as const;

export function SignInScreen(): ReactElement {
  const words = useWords();
  const { session } = words;
  const { done } = Object(useLocation().state) as { done?: 'activated' | 'passwordSet' };
  const navigate = useNavigate();
  const known = useKnownAccount();
  const { values, field, check } = useFields({ ...known, password: '' }, (typed) =>
    validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.signIn');
  const carried = { server: values.server, email: values.email };

  const onSubmit = () => {
    if (!check()) return false;
    send(values, () => void navigate(pathTo('firstRun')));
    return true;
  };

  return (
    <Page title={session.signIn} kind="form">
      {done !== undefined && <Success>{session[done]}</Success>}
      <Form
        onSubmit={onSubmit}
        submitLabel={session.signIn}
        isPending={isPending}
        problem={problem}
      >
        <ServerField {...field('server')} />
        <TextField {...field('email')} label={session.email} type="email" autoComplete="username" />
        <TextField
          {...field('password')}
          label={session.password}
          type="password"
          autoComplete="current-password"
        />
      </Form>
      <FormLinks>
        <Link to={pathTo('forgotPassword')} state={carried}>
          {session.forgot}
        </Link>
        <Link to={pathTo('activate')} state={carried}>
          {session.haveLink}
        </Link>
        <Link to={pathTo('register')} state={carried}>
          {session.createAccount}
        </Link>
      </FormLinks>
    </Page>
  );
}
