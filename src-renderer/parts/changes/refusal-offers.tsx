/** What can be done about a change that was not accepted. What costs credits says so on its button. */
import { useState, type ReactElement } from 'react';
import type { RefusalCause } from '../../../src-shared/model/changes/change.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useProjects } from '../../data/use-projects.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import styles from './refusal-offers.module.css';
import { InlineForm } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

type Offered = 'retry' | 'undo' | 'use-existing' | 'raise-limit';

export function RefusalOffers({
  cause,
  about,
  projectId,
  isPending,
  onDecide,
  onFixEmail,
}: Readonly<{
  /** Of a change that was refused and not dismissed. */
  cause: RefusalCause;
  /** What was wanted, for the names of the buttons. */
  about: string;
  /** Named in texts to send to somebody; null: it is about none. */
  projectId: string | null;
  isPending: boolean;
  onDecide: (decision: Offered) => void;
  onFixEmail: (email: string) => void;
}>): ReactElement {
  const { outbox, ui, faults } = useWords();
  const project = useProjects().find(({ id }) => id === projectId)?.name ?? '';
  const server = useCore(({ status }) => status?.server ?? '');
  const decide = (decision: Offered, label: string) => (
    <Button
      isSmall
      isPending={isPending}
      aria-label={outbox.about(label, about)}
      onPress={() => onDecide(decision)}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles['offers']}>
      {offer()}
      {decide('undo', outbox.putAway)}
    </div>
  );

  function offer(): ReactElement | null {
    switch (cause.kind) {
      case 'unread':
        return decide('retry', faults.tryAgain);
      case 'service':
        return (
          <>
            {decide('retry', faults.tryAgain)}
            {cause.fault.kind === 'forbidden' && (
              <CopyButton label={outbox.copyRequest} text={outbox.request(about, project)} />
            )}
          </>
        );
      case 'credits':
        return decide('retry', outbox.untilCredits);
      case 'reserve':
        return decide('retry', outbox.keepInLine);
      case 'exists':
        return decide('use-existing', outbox.useExisting);
      case 'full':
        return decide(
          'raise-limit',
          outbox.raiseLimit(cause.most + 1, ui.credits(CREDITS.projectInvitation)),
        );
      case 'no-account':
        return (
          <>
            <FixEmail
              email={cause.email}
              about={about}
              isPending={isPending}
              onFixEmail={onFixEmail}
            />
            <CopyButton
              label={outbox.copyInvitation}
              text={outbox.invitation(cause.email, project, server)}
            />
          </>
        );
      case 'project-away':
      case 'changed-there':
        return null; // decided about in the outbox, in their own way
      default:
        return cause satisfies never;
    }
  }
}

function FixEmail({
  email,
  about,
  isPending,
  onFixEmail,
}: Readonly<{
  email: string;
  about: string;
  isPending: boolean;
  onFixEmail: (email: string) => void;
}>): ReactElement {
  const { outbox, members, ui } = useWords();
  const [text, setText] = useState<string | null>(null);
  if (text === null) {
    return (
      <Button
        isSmall
        aria-label={outbox.about(outbox.fixEmail, about)}
        onPress={() => setText(email)}
      >
        {outbox.fixEmail}
      </Button>
    );
  }
  const isWrong = !/^[^\s@]+@[^\s@]+$/.test(text.trim());
  return (
    <InlineForm
      isPending={isPending}
      onSubmit={() => {
        if (!isWrong) onFixEmail(text.trim());
        return !isWrong;
      }}
    >
      <TextField
        label={ui.email}
        type="email"
        autoComplete="off"
        autoFocus
        value={text}
        error={isWrong ? members.needEmail : null}
        onChange={setText}
      />
      <Button type="submit" isPending={isPending}>
        {outbox.useEmail}
      </Button>
    </InlineForm>
  );
}
