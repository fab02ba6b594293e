/** Activate an account with the token from the e-mail, or with the whole link: the core finds the token in it. */
import type { ReactElement } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Form, FormLinks, Success } from '../../ui/form/form.tsx';
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

const RULES = { server: 'server', pasted: 'filled' } as const;

/** Another link begins anew. */
export function ActivateScreen(): ReactElement {
  const asked = usePastedToken();
  return <Activation key={asked} asked={asked} />;
}

function Activation({ asked }: Readonly<{ asked: string }>): ReactElement {
  const words = useWords();
  const { session } = words;
  const navigate = useNavigate();
  const { isFresh = false } = Object(useLocation().state) as { isFresh?: boolean };
  const { server, email } = useKnownAccount();
  const { values, field, check } = useFields({ server, pasted: asked }, (typed) =>
    validateFields(typed, RULES, words),
  );
  const { send, isPending, problem } = useSend('session.activate');
  const carried = { server: values.server, email };

  const onSubmit = () => {
    if (!check()) return false;
    send(
      values,
      () => void navigate(pathTo('signIn'), { state: { ...carried, done: 'activated' } }),
    );
    return true;
  };

  return (
    <Page title={session.activate} kind="form">
      {isFresh ? <Success>{session.registered(email)}</Success> : <p>{session.activateText}</p>}
      <Form
        onSubmit={onSubmit}
        submitLabel={session.activateButton}
        isPending={isPending}
        problem={problem}
      >
        <ServerField {...field('server')} />
        <TextField {...field('pasted')} label={session.link} autoComplete="off" />
      </Form>
      <FormLinks>
        <Link to={pathTo('signIn')} state={carried}>
          {session.back}
        </Link>
      </FormLinks>
    </Page>
  );
}
