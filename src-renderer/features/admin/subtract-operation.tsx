/** The word with which this service takes credits away: not documented, so somebody has to know and enter it. */
import { useState, type ReactElement } from 'react';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './admin.module.css';

export function SubtractWord({
  word,
  onSaved,
}: Readonly<{ word: string | null; onSaved: () => void }>): ReactElement {
  const { admin } = useWords();
  const [typed, setTyped] = useState(word ?? '');
  const [isSaved, setIsSaved] = useState(false);
  const { send, isPending, fault } = useSend('admin.setWord');
  return (
    <>
      {word === null && <p className={styles['quiet']}>{admin.subtractUnknown}</p>}
      <form
        noValidate
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          const text = typed.trim();
          setIsSaved(false);
          send({ subtractWord: text === '' ? null : text }, () => {
            setIsSaved(true);
            onSaved();
          });
        }}
      >
        <TextField label={admin.word} value={typed} onChange={setTyped} />
        <Button type="submit" isPending={isPending}>
          {admin.saveWord}
        </Button>
      </form>
      <p className={styles['quiet']}>{admin.wordHint}</p>
      {isSaved && <Success>{admin.wordSaved}</Success>}
      <Trouble fault={fault} />
    </>
  );
}
