/** What can be done about a change that was not accepted. What costs credits says so on its button. */
import { useState, type ReactElement } from 'react';
import type { DECISIONS } from '../../../src-shared/bridge/outbox-calls.ts';
import { projectOf, type Change, type RefusalCause } from '../../../src-shared/model/change.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useCore } from '../../bridge/bridge-context.ts';
import type { Deed } from '../../bridge/use-deed.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { changeName } from './change-name.ts';
import styles from './outbox.module.css';

type Decision = (typeof DECISIONS)[number];

/** `cause`: of a change that was refused and not put away. */
export function RefusalOffers({
  change,
  cause,
  deed,
}: Readonly<{ change: Change; cause: RefusalCause; deed: Deed }>): ReactElement {
  const words = useWords();
  const { outbox, ui } = words;
  const projects = useProjects();
  const server = useCore(({ status }) => status?.server ?? '');
  const id = String(change.id);
  const name = changeName(change, words);
  const projectId = projectOf(change.intent);
  const project = projects.find((each) => each.id === projectId)?.name ?? '';
  const decide = (decision: Decision, label: string) => (
    <Button
      isSmall
      isPending={deed.isPending}
      aria-label={outbox.about(label, name)}
      onPress={() => deed.run((ask) => ask('outbox.resolve', { id, decision }))}
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
      case 'service':
        return (
          <>
            {decide('retry', outbox.retry)}
            {cause.fault.kind === 'forbidden' && (
              <CopyButton label={outbox.copyRequest} text={outbox.request(name, project)} />
            )}
          </>
        );
      case 'credits':
        return decide('retry', outbox.untilCredits);
      case 'floor':
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
            <FixEmail id={id} email={cause.email} name={name} deed={deed} />
            <CopyButton
              label={outbox.copyInvitation}
              text={outbox.invitation(cause.email, project, server)}
            />
          </>
        );
      case 'project-away':
      case 'changed-there':
        return null; // decided about in their own way
      default:
        return cause satisfies never;
    }
  }
}

function FixEmail({
  id,
  email,
  name,
  deed,
}: Readonly<{ id: string; email: string; name: string; deed: Deed }>): ReactElement {
  const { outbox, members } = useWords();
  const [text, setText] = useState<string | null>(null);
  if (text === null) {
    return (
      <Button
        isSmall
        aria-label={outbox.about(outbox.fixEmail, name)}
        onPress={() => setText(email)}
      >
        {outbox.fixEmail}
      </Button>
    );
  }
  const isWrong = !/^[^\s@]+@[^\s@]+$/.test(text.trim());
  return (
    <form
      noValidate
      className={styles['fix']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) deed.run((ask) => ask('outbox.fixEmail', { id, email: text.trim() }));
      }}
    >
      <TextField
        label={members.email}
        type="email"
        autoComplete="off"
        autoFocus
        value={text}
        error={isWrong ? members.needEmail : null}
        onChange={setText}
      />
      <Button type="submit" isPending={deed.isPending}>
        {outbox.useEmail}
      </Button>
    </form>
  );
}
