/** Who is invited together with a new project: looked up by e-mail, so that a name stands for every one of them. */
import { useState, type ReactElement } from 'react';
import { personName, type UserView } from '../../../src-shared/model/person-view.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './projects.module.css';

export function FirstMembers({
  people,
  onChange,
}: Readonly<{
  people: readonly UserView[];
  onChange: (people: readonly UserView[]) => void;
}>): ReactElement {
  const words = useWords();
  const { projects } = words;
  const [email, setEmail] = useState('');
  const [isThere, setIsThere] = useState(false);
  const { send, isPending, fault } = useSend('users.find');
  const find = () => {
    const asked = email.trim();
    if (asked === '' || isPending) return;
    send({ email: asked }, (person) => {
      const isKnown = people.some(({ userId }) => userId === person.userId);
      setIsThere(isKnown);
      if (isKnown) return;
      onChange([...people, person]);
      setEmail('');
    });
  };
  const error = isThere ? projects.alreadyChosen : fault && faultSentence(fault, words);
  return (
    <section aria-label={projects.firstMembers} className={styles['group']}>
      <h2>{projects.firstMembers}</h2>
      <p className={styles['quiet']}>{projects.firstMembersHint(CREDITS.projectInvitation)}</p>
      <ul className={styles['people']}>
        {people.map((person) => (
          <li key={person.userId}>
            <span>
              {personName(person)} <span className={styles['quiet']}>{person.email}</span>
            </span>
            <IconButton
              icon="x"
              label={projects.removePerson(personName(person))}
              onPress={() => onChange(people.filter(({ userId }) => userId !== person.userId))}
            />
          </li>
        ))}
      </ul>
      <div className={styles['adding']}>
        <TextField
          label={projects.email}
          type="email"
          autoComplete="off"
          value={email}
          error={error}
          onChange={(value) => {
            setEmail(value);
            setIsThere(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // the form around it is not meant
            find();
          }}
        />
        <Button isPending={isPending} onPress={find}>
          {projects.addPerson}
        </Button>
      </div>
    </section>
  );
}
