/** Ask for an e-mail that lets one set a new password. Whether the address has an account is never told. */
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { Form, FormLinks, Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { pathTo } from '../../paths.ts';
import { validateFields, ServerField, useKnownAccount, useSend } from './session-form.tsx';

const RULES = { server: 'server', email: 'email' } as const;

export function ForgotScreen(): ReactElement {
  const words = useWords();
  const { session } = words;
  const { values, field, check } = useFields({ ...useKnownAccount() }, (typed) =>
    validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.forgot');
  const [isSent, setIsSent] = useState(false);

  const onSubmit = () => {
    if (!check()) return false;
    setIsSent(false);
    send(values, () => setIsSent(true));
    return true;
  };

  return (
    <Page title={session.forgot} kind="form">
      <Form
        onSubmit={onSubmit}
        submitLabel={session.sendLink}
        isPending={isPending}
        problem={problem}
      >
        <ServerField {...field('server')} />
        <TextField {...field('email')} label={session.email} type="email" autoComplete="username" />
      </Form>
      {isSent && <Success>{session.sent}</Success>}
      <FormLinks>
        <Link to={pathTo('resetPassword')} state={values}>
          {session.reset}
        </Link>
        <Link to={pathTo('signIn')} state={values}>
          {session.back}
        </Link>
      </FormLinks>
    </Page>
  );
}
