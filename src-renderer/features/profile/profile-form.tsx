/** Names, organisation and place, sent together or kept for the service. What was typed stays when it could not be saved. */
import { useState, type ReactElement } from 'react';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { UserView } from '../../../src-shared/model/people/person-view.ts';
import { useSend } from '../../data/use-send.ts';
import { Form, Success } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './profile.module.css';

export function ProfileForm({
  person,
  mark,
  onSaved,
}: Readonly<{
  person: UserView;
  /** Of an edit that waits; null: none does. */
  mark: PendingMark | null;
  onSaved: () => void;
}>): ReactElement {
  const words = useWords();
  const { profile } = words;
  const [end, setEnd] = useState<'saved' | 'kept' | null>(null);
  const { send, isPending, fault } = useSend('profile.edit');
  const { name, lastName, organisation, location } = person;
  const { values, field, check } = useFields(
    { name, lastName, organisation, location },
    (typed) => ({
      ...(typed.name.trim() === '' ? { name: profile.needValue } : {}),
      ...(typed.lastName.trim() === '' ? { lastName: profile.needValue } : {}),
    }),
  );
  const noteOf = (asked: string) => {
    const edit =
      mark?.stage === 'refused' ? undefined : mark?.fields.find((each) => each.field === asked);
    return edit === undefined ? {} : { hint: words.pending.was(fieldText(asked, edit.was, words)) };
  };
  return (
    <section aria-label={profile.aboutYou} className={styles['block']}>
      <h2>{profile.aboutYou}</h2>
      {end === 'saved' && <Success>{profile.saved}</Success>}
      {end === 'kept' && <p role="status">{profile.kept}</p>}
      <Form
        submitLabel={profile.save}
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        onSubmit={() => {
          setEnd(null);
          if (!check()) return false;
          const typed = {
            name: values.name.trim(),
            lastName: values.lastName.trim(),
            organisation: values.organisation.trim(),
            location: values.location.trim(),
          };
          send(typed, (after) => {
            setEnd(after.mark === null ? 'saved' : 'kept');
            onSaved();
          });
          return true;
        }}
      >
        <TextField
          {...field('name')}
          {...noteOf('name')}
          label={profile.firstName}
          autoComplete="given-name"
        />
        <TextField
          {...field('lastName')}
          {...noteOf('lastName')}
          label={profile.lastName}
          autoComplete="family-name"
        />
        <TextField
          {...field('organisation')}
          {...noteOf('organisation')}
          label={profile.organisation}
          autoComplete="organization"
        />
        <TextField
          {...field('location')}
          {...noteOf('location')}
          label={profile.location}
          autoComplete="address-level2"
        />
        <TextField
          label={profile.email}
          hint={profile.emailFixed}
          type="email"
          isReadOnly
          value={person.email}
        />
      </Form>
    </section>
  );
}
