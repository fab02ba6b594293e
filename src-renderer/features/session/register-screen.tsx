/** Create an account; the e-mail that follows brings the link for the next page. */
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { Form, FormLinks } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { pathTo } from '../../paths.ts';
import { validateFields, ServerField, useKnownAccount, useSend } from './session-form.tsx';

const RULES = {
  server: 'server',
  firstName: 'filled',
  lastName: 'filled',
  email: 'email',
  organisation: 'filled',
  location: 'filled',
  password: 'password',
} as const;

export function RegisterScreen(): ReactElement {
  const words = useWords();
  const { session } = words;
  const navigate = useNavigate();
  const known = useKnownAccount();
  const { values, field, check } = useFields(
    { ...known, firstName: '', lastName: '', organisation: '', location: '', password: '' },
    (typed) => validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.register');

  const onSubmit = () => {
    if (!check()) return false;
    const { server, firstName: name, ...person } = values;
    const { email } = values;
    send({ server, person: { name, ...person } }, () => {
      void navigate(pathTo('activate'), { state: { server, email, isFresh: true } });
    });
    return true;
  };

  return (
    <Page title={session.createAccount} kind="form">
      <Form
        onSubmit={onSubmit}
        submitLabel={session.createAccount}
        isPending={isPending}
        problem={problem}
      >
        <ServerField {...field('server')} />
        <TextField {...field('firstName')} label={session.firstName} autoComplete="given-name" />
        <TextField {...field('lastName')} label={session.lastName} autoComplete="family-name" />
        <TextField {...field('email')} label={session.email} type="email" autoComplete="username" />
        <TextField
          {...field('organisation')}
          label={session.organisation}
          autoComplete="organization"
        />
        <TextField {...field('location')} label={session.location} autoComplete="address-level2" />
        <TextField
          {...field('password')}
          label={session.password}
          type="password"
          autoComplete="new-password"
        />
      </Form>
      <FormLinks>
        <Link to={pathTo('signIn')} state={{ server: values.server, email: values.email }}>
          {session.back}
        </Link>
      </FormLinks>
    </Page>
  );
}
