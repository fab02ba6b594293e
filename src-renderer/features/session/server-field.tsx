/** The address of the service, in every form before somebody is signed in. */
import type { ReactElement } from 'react';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Fields } from '../../ui/form/use-fields.ts';
import { useWords } from '../../words/words-context.ts';

/** Takes what `field('server')` gives. */
export function ServerField(
  field: Readonly<ReturnType<Fields<{ server: string }>['field']>>,
): ReactElement {
  const { session } = useWords();
  return (
    <TextField
      {...field}
      label={session.server}
      hint={session.serverHint}
      type="url"
      autoComplete="url"
    />
  );
}
