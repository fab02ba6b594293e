/** Who is invited together with a new project: looked up by e-mail, so that a name stands for every one of them. */
import { type ReactElement, useState } from 'react';
import { ok } from '../../../src-shared/model/result.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useAction } from '../../data/use-action.ts';
import { Button, IconButton } from '../../ui/layout/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { localUserId } from '../../../src-shared/model/changes/local-id.ts';
import { personName, type UserView } from '../../../src-shared/model/people/person-view.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import inline from '../../ui/form/form.module.css';
import lined from '../../ui/grid/lined-rows.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function FirstMembers({
  people,
  onChange,
}: Readonly<{
  people: readonly Guest[];
  onChange: (people: readonly Guest[]) => void;
}>): ReactElement {
  const words = useWords();
  const { projects, ui } = words;
  const [email, setEmail] = useState('');
  const [isThere, setIsThere] = useState(false);
  const { run, isPending, fault } = useAction();
  const find = () => {
    const asked = email.trim();
    if (asked === '' || isPending) return;
    run(
      async (ask) => {
        const found = await ask('users.find', { email: asked });
        if (found.ok) return ok(guestOf(found.value));
        return canBeLookedUpLater(found.fault) ? ok(guestAt(asked)) : found;
      },
      (guest) => {
        const isChosen = people.some(({ userId }) => userId === guest.userId);
        setIsThere(isChosen);
        if (isChosen) return;
        onChange([...people, guest]);
        setEmail('');
      },
    );
  };
  const error = isThere ? projects.alreadyChosen : fault && faultSentence(fault, words);
  return (
    <section aria-label={projects.firstMembers} className={arrangement['group']}>
      <h2>{projects.firstMembers}</h2>
      <p className={prose['quiet']}>{projects.firstMembersHint(CREDITS.projectInvitation)}</p>
      <ul className={lined['list']}>
        {people.map((person) => (
          <li key={person.userId} className={lined['row']}>
            <span>
              {person.name}{' '}
              <span className={prose['quiet']}>
                {person.isKnown ? person.email : words.members.lookedUp}
              </span>
            </span>
            <IconButton
              icon="x"
              label={projects.removePerson(person.name)}
              onPress={() => onChange(people.filter(({ userId }) => userId !== person.userId))}
            />
          </li>
        ))}
      </ul>
      <div className={inline['inline']}>
        <TextField
          label={ui.email}
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

export interface Guest {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** False: looked up when the service is there, and invited by a change of its own. */
  readonly isKnown: boolean;
}

/** Whoever is invited together with a new project: somebody the service named, or an address to be looked up. */
function guestOf(person: UserView): Guest {
  const { userId, email } = person;
  return { userId, name: personName(person), email, isKnown: true };
}

function guestAt(email: string): Guest {
  return { userId: localUserId(email), name: email, email, isKnown: false };
}

/** The fault says that nobody could be asked, and nothing about the person. */
function canBeLookedUpLater({ kind }: PageFault): boolean {
  return kind === 'unavailable' || kind === 'throttled' || kind === 'not-the-service';
}
