/** Makes a tag, at once or when the service is there. */
import { useState, type ReactElement } from 'react';
import type { TagView } from '../../../src-shared/model/projects/tag-list.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './tags.module.css';

/** Its id is one of ours while the service has not made it. */
function isLocalTag({ id }: TagView): boolean {
  return id.startsWith('labseal:tag:');
}

export function NewTag({ onMade }: Readonly<{ onMade: () => void }>): ReactElement {
  const words = useWords();
  const { tags } = words;
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  const { send, isPending, fault, forget } = useSend('tags.create');
  const submit = () => {
    const asked = name.trim();
    setDone(null);
    setKept(null);
    setError(asked === '' ? tags.needName : null);
    if (asked === '' || isPending) return;
    send({ name: asked }, (tag) => {
      setName('');
      if (tag === null) setDone(tags.createdUnseen(asked));
      else if (isLocalTag(tag)) setKept(tags.kept(tag.name));
      else setDone(tags.created(tag.name));
      onMade();
    });
  };
  return (
    <div className={styles['block']}>
      <form
        noValidate
        className={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={tags.newTag}
          value={name}
          error={error ?? (fault === null ? null : faultSentence(fault, words))}
          onChange={(value) => {
            setName(value);
            setError(null);
            forget();
          }}
        />
        <Button type="submit" kind="primary" isPending={isPending}>
          {tags.create}
        </Button>
      </form>
      {done !== null && <Success>{done}</Success>}
      {kept !== null && <p role="status">{kept}</p>}
    </div>
  );
}
