/** Create an account; the e-mail that follows brings the link for the next page. */
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { forProfile } from '../../../src-shared/service/users.ts';
import { ProfileFields } from '../../parts/profile-fields.tsx';
import { Form, FormLinks } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { pathTo } from '../../paths.ts';
import { validateFields, ServerField, useKnownAccount, useSend } from './session-form.tsx';

const RULES = {
  server: 'server',
  ...forProfile(() => 'filled' as const),
  email: 'email',
  password: 'password',
} as const;

export function RegisterScreen(): ReactElement {
  const words = useWords();
  const { session } = words;
  const navigate = useNavigate();
  const known = useKnownAccount();
  const { values, field, check } = useFields(
    { ...known, ...forProfile(() => ''), password: '' },
    (typed) => validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.register');

  const onSubmit = () => {
    if (!check()) return false;
    const { server, ...person } = values;
    send({ server, person }, () => {
      void navigate(pathTo('activate'), { state: { server, email: person.email, isFresh: true } });
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
        <ProfileFields field={field} />
        <TextField {...field('email')} label={session.email} type="email" autoComplete="username" />
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
