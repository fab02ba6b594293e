/** A page without a session takes the key from whoever has it. */
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { keyIn, otherAddressIn, startWithPastedKey, takeLaunchKey } from '../bridge/launch-key.ts';
import { Form } from '../ui/form/form.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { useWords } from '../words/words-context.ts';

/** `onConnected`: the tab has a session now. `onOther`: Labseal listens elsewhere, where the address opens its page. */
export function KeyForm({
  onConnected = () => window.location.reload(),
  onOther = (address) => window.location.assign(address),
}: Readonly<{
  onConnected?: () => void;
  onOther?: (address: string) => void;
}>): ReactElement {
  const { shell } = useWords();
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const connect = async (key: string) => {
    setIsPending(true);
    const port = Number(window.location.port);
    const send = window.fetch.bind(window);
    const answer = await startWithPastedKey(key, port, sessionStorage, send);
    setIsPending(false);
    if (answer.kind === 'granted') onConnected();
    else setError(answer.kind === 'lost' ? shell.hostAway : shell.keyWrong);
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []); // the one thing to do here
  const take = useEffectEvent(() => {
    const key = takeLaunchKey(window.location, window.history);
    if (key !== null) void connect(key);
  });
  // Pasted into the address bar: an address that differs only behind its # is not loaded anew.
  useEffect(() => {
    const onChange = () => take();
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  const submit = () => {
    const other = otherAddressIn(pasted, window.location.origin);
    if (other !== null) {
      onOther(other);
      return true;
    }
    const key = keyIn(pasted);
    setError(key === null ? shell.keyIsNone : null);
    if (key !== null) void connect(key);
    return key !== null;
  };
  return (
    <Form
      ref={form}
      onSubmit={submit}
      submitLabel={shell.keyConnect}
      isPending={isPending}
      problem={null}
    >
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
