/**
 * Invitations of the signed-in person: those to projects that the service lists, and a field for the id of one that it
 * does not list before the invitation is accepted.
 */
import { type ReactElement, useState } from 'react';
import { useSelf } from '../../data/use-invitations.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Problem, Success, InlineForm } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './newcomer.module.css';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { useSend } from '../../data/use-action.ts';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function AcceptInvitation({
  invitations,
}: Readonly<{
  invitations: readonly { readonly id: string; readonly name: string }[];
}>): ReactElement {
  const { newcomer, members } = useWords();
  const accepting = useAcceptInvitation();
  const { isPending, accept } = accepting;
  const [projectId, setProjectId] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const asked = projectId.trim();
  return (
    <section aria-labelledby="accept-invitation" className={styles['block']}>
      <h2 id="accept-invitation">{newcomer.accept}</h2>
      {invitations.length > 0 && (
        <>
          <p>{newcomer.invitedText}</p>
          <div className={arrangement['buttons']}>
            {invitations.map(({ id, name }) => (
              <Button key={id} kind="primary" isPending={isPending} onPress={() => accept(id)}>
                {newcomer.acceptTo(name)}
              </Button>
            ))}
          </div>
        </>
      )}
      <p className={prose['quiet']}>{newcomer.acceptText}</p>
      <InlineForm
        isPending={isPending}
        onSubmit={() => {
          setShowsErrors(true);
          if (asked === '') return false;
          accept(asked);
          return true;
        }}
      >
        <TextField
          label={members.projectId}
          autoComplete="off"
          value={projectId}
          error={showsErrors && asked === '' ? newcomer.needId : null}
          onChange={setProjectId}
        />
        <Button type="submit" isPending={isPending}>
          {members.activate}
        </Button>
      </InlineForm>
      <AcceptanceEnd {...accepting} />
    </section>
  );
}

function AcceptanceEnd({ end, fault }: Accepting): ReactElement {
  const words = useWords();
  const { newcomer } = words;
  const email = useSelf()?.email ?? '';
  const why =
    fault === null
      ? null
      : fault.kind === 'not-found' && fault.serviceSays === null
        ? newcomer.noInvitation(email)
        : faultSentence(fault, words);
  return (
    <>
      <Problem text={why === null ? null : newcomer.refused(why)} />
      {end === 'accepted' && <Success>{newcomer.accepted}</Success>}
      {end === 'waits' && <p role="status">{newcomer.waits}</p>}
    </>
  );
}

/** Accepts an invitation of the signed-in person, and says whether that was done or waits for the service. */
type Acceptance = 'accepted' | 'waits';

type Accepting = ReturnType<typeof useAcceptInvitation>;

function useAcceptInvitation() {
  const { send, isPending, fault } = useSend('members.activate');
  const [end, setEnd] = useState<Acceptance | null>(null);
  return {
    isPending,
    /** How the last one ended; null: none has. */
    end,
    fault,
    accept: (projectId: string) => {
      setEnd(null);
      send({ projectId, person: null }, (change) =>
        setEnd(isWaiting(change) ? 'waits' : 'accepted'),
      );
    },
  };
}
