/** Set a new password with the token or link from the e-mail. */
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { Form, FormLinks } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { pathTo } from '../../paths.ts';
import {
  validateFields,
  ServerField,
  useKnownAccount,
  usePastedToken,
  useSend,
} from './session-form.tsx';

const RULES = { server: 'server', pasted: 'filled', password: 'password' } as const;

/** Another link begins anew. */
export function ResetScreen(): ReactElement {
  const asked = usePastedToken();
  return <NewPassword key={asked} asked={asked} />;
}

function NewPassword({ asked }: Readonly<{ asked: string }>): ReactElement {
  const words = useWords();
  const { session } = words;
  const navigate = useNavigate();
  const { server, email } = useKnownAccount();
  const { values, field, check } = useFields({ server, pasted: asked, password: '' }, (typed) =>
    validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.reset');
  const carried = { server: values.server, email };

  const onSubmit = () => {
    if (!check()) return false;
    send(
      values,
      () => void navigate(pathTo('signIn'), { state: { ...carried, done: 'passwordSet' } }),
    );
    return true;
  };

  return (
    <Page title={session.reset} kind="form">
      <Form
        onSubmit={onSubmit}
        submitLabel={session.setPassword}
        isPending={isPending}
        problem={problem}
      >
        <ServerField {...field('server')} />
        <TextField {...field('pasted')} label={session.resetLink} autoComplete="off" />
        <TextField
          {...field('password')}
          label={session.password}
          type="password"
          autoComplete="new-password"
        />
      </Form>
      <FormLinks>
        <Link to={pathTo('signIn')} state={carried}>
          {session.back}
        </Link>
      </FormLinks>
    </Page>
  );
}
