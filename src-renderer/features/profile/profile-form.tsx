/** Names, organisation and place, sent together. What was typed stays when it could not be saved. */
import { useState, type ReactElement } from 'react';
import type { UserView } from '../../../src-shared/model/person-view.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Form, Success } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './profile.module.css';

export function ProfileForm({
  person,
  onSaved,
}: Readonly<{ person: UserView; onSaved: () => void }>): ReactElement {
  const words = useWords();
  const { profile } = words;
  const [isSaved, setIsSaved] = useState(false);
  const { send, isPending, fault } = useSend('profile.edit');
  const { name, lastName, organisation, location } = person;
  const { values, field, check } = useFields(
    { name, lastName, organisation, location },
    (typed) => ({
      ...(typed.name.trim() === '' ? { name: profile.needValue } : {}),
      ...(typed.lastName.trim() === '' ? { lastName: profile.needValue } : {}),
    }),
  );
  return (
    <section aria-label={profile.aboutYou} className={styles['block']}>
      <h2>{profile.aboutYou}</h2>
      {isSaved && <Success>{profile.saved}</Success>}
      <Form
        submitLabel={profile.save}
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        onSubmit={() => {
          setIsSaved(false);
          if (!check()) return false;
          const typed = {
            name: values.name.trim(),
            lastName: values.lastName.trim(),
            organisation: values.organisation.trim(),
            location: values.location.trim(),
          };
          send(typed, () => {
            setIsSaved(true);
            onSaved();
          });
          return true;
        }}
      >
        <TextField {...field('name')} label={profile.firstName} autoComplete="given-name" />
        <TextField {...field('lastName')} label={profile.lastName} autoComplete="family-name" />
        <TextField
          {...field('organisation')}
          label={profile.organisation}
          autoComplete="organization"
        />
        <TextField {...field('location')} label={profile.location} autoComplete="address-level2" />
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
