/** A page without a session takes the key from whoever has it. */
import { type ReactElement, useState } from 'react';
import { forgetSession, keyIn, startSession } from '../bridge/launch-key.ts';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useWords } from '../words/words-context.ts';

/** `onConnected`: the tab has a session now. */
export function KeyForm({
  onConnected = () => window.location.reload(),
}: Readonly<{ onConnected?: () => void }>): ReactElement {
  const { shell } = useWords();
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const connect = async (key: string) => {
    setIsPending(true);
    forgetSession(sessionStorage); // it was refused, so it is no way in
    const answer = await startSession(key, sessionStorage, window.fetch.bind(window));
    setIsPending(false);
    if (answer.kind === 'granted') onConnected();
    else setError(answer.kind === 'lost' ? shell.hostAway : shell.keyWrong);
  };
  const submit = () => {
    const key = keyIn(pasted);
    setError(key === null ? shell.keyIsNone : null);
    if (key !== null) void connect(key);
    return key !== null;
  };
  return (
    <Form onSubmit={submit} submitLabel={shell.keyConnect} isPending={isPending} problem={null}>
      <TextField
        label={shell.keyField}
        hint={shell.keyHint}
        error={error}
        value={pasted}
        onChange={setPasted}
        autoComplete="off"
        spellCheck="false"
      />
    </Form>
  );
}
