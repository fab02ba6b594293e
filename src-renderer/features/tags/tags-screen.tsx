/** The tags of the service: all that the service shows, a search in them, and a new one. */
import { type ReactElement, useMemo, useState } from 'react';
import type { TagList, TagView } from '../../../src-shared/model/projects/project-fields.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { ErrorNotice, LoadState } from '../../parts/notices/error-notice.tsx';
import { UnsentNotice, WaitingChange } from '../../parts/changes/pending-change.tsx';
import { useWords } from '../../words/words-context.ts';
import { Success, InlineForm } from '../../ui/form/form.tsx';
import inline from '../../ui/form/form.module.css';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import styles from './tags.module.css';
import prose from '../../ui/layout/prose.module.css';

const NO_MARKS: TagList['pending'] = {};

export function TagsScreen(): ReactElement {
  const { tags: words } = useWords();
  const { value, fault, readAgain } = useRead('tags.list');
  const [text, setText] = useState('');
  // What the service found for a word; it may be more than the list showed.
  const [found, setFound] = useState<readonly TagView[]>([]);
  const search = useSend('tags.search');
  const undo = useUndo();
  const marks = value?.pending ?? NO_MARKS;
  const shown = useMemo(() => matching(value?.tags ?? [], found, text), [value, found, text]);
  return (
    <Page title={words.title}>
      <NewTag onMade={readAgain} />
      <section aria-label={words.title} className={styles['block']}>
        <div className={inline['inline']}>
          <SearchField label={words.search} value={text} onChange={setText} />
          {value?.isComplete === false && text.trim() !== '' && (
            <Button
              isPending={search.isPending}
              onPress={() => search.send({ text: text.trim() }, (list) => setFound(list.tags))}
            >
              {words.searchService}
            </Button>
          )}
        </div>
        <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={3} />
        <ErrorNotice fault={search.fault ?? undo.fault} />
        <AsOf atMs={value?.asOfMs ?? null} />
        <UnsentNotice marks={Object.values(marks)} />
        {value !== null && !value.isComplete && <p role="status">{words.incomplete}</p>}
        {value !== null && value.tags.length === 0 && (
          <EmptyState title={words.none} text={words.noneText} />
        )}
        {value !== null && value.tags.length > 0 && shown.length === 0 && (
          <EmptyState title={words.noneFits} text={words.noneFitsText} />
        )}
        {shown.length > 0 && (
          <>
            <p role="status" className={prose['quiet']}>
              {words.count(shown.length)}
            </p>
            <ul className={styles['tags']}>
              {shown.map(({ id, name }) => (
                <li key={id}>
                  <Icon name="tag" size={0.875} />
                  {name}
                  {marks[id] !== undefined && (
                    <WaitingChange mark={marks[id]} name={name} undo={undo} />
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
        {value !== null && (
          <p className={prose['quiet']}>
            {words.usedIn} {words.noDeleting}
          </p>
        )}
      </section>
    </Page>
  );
}

/** Those of both lists whose name has the text, each once, in the order of their names. */
export function matching(
  listed: readonly TagView[],
  found: readonly TagView[],
  text: string,
): readonly TagView[] {
  const wanted = text.trim().toLowerCase();
  const all = new Map([...listed, ...found].map((tag) => [tag.id, tag]));
  return [...all.values()]
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Its id is one of ours while the service has not made it. */
function isLocalTag({ id }: TagView): boolean {
  return id.startsWith('labseal:tag:');
}

function NewTag({ onMade }: Readonly<{ onMade: () => void }>): ReactElement {
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
    if (asked === '') return false;
    send({ name: asked }, ({ tag }) => {
      setName('');
      if (tag === null) setDone(tags.createdUnseen(asked));
      else if (isLocalTag(tag)) setKept(tags.kept(tag.name));
      else setDone(tags.created(tag.name));
      onMade();
    });
    return true;
  };
  return (
    <div className={styles['block']}>
      <InlineForm isPending={isPending} onSubmit={submit}>
        <TextField
          label={tags.newTag}
          value={name}
          error={error ?? faultSentence(fault, words)}
          onChange={(value) => {
            setName(value);
            setError(null);
            forget();
          }}
        />
        <Button type="submit" kind="primary" isPending={isPending}>
          {tags.create}
        </Button>
      </InlineForm>
      {done !== null && <Success>{done}</Success>}
      {kept !== null && <p role="status">{kept}</p>}
    </div>
  );
}
