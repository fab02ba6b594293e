/** Says that this is the demo, and what only the demo can do: lose the service or the session, be somebody else, begin anew. */
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DemoView } from '../../../src-shared/bridge/demo-calls.ts';
import type { SessionState } from '../../../src-shared/model/people/session-view.ts';
import { addressOfHost, pathTo } from '../../paths.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './shell.module.css';

interface DemoRibbonProps {
  readonly demo: DemoView;
  readonly session: SessionState;
}

export function DemoRibbon({ demo, session }: DemoRibbonProps): ReactElement {
  const { shell } = useWords();
  const announce = useAnnounce();
  const navigate = useNavigate();
  const { run, isPending, fault } = useAction();
  // The answer of the switch is shown until the core's own news replace what it was about.
  const [answer, setAnswer] = useState<{ about: DemoView; view: DemoView } | null>(null);
  const { isOffline, homePort, people } = answer?.about === demo ? answer.view : demo;

  const signIn = (person: DemoView['people'][number] | undefined) => {
    if (person === undefined || isPending) return;
    const { email, password } = person;
    run(
      (ask) => ask('session.signIn', { server: null, email, password }),
      () => void navigate(pathTo('overview')),
    );
  };
  const endSession = (isEnded: boolean) => {
    if (isEnded) run((ask) => ask('demo.endSession', {}));
    else signIn(people.find(({ email }) => 'email' in session && email === session.email));
  };

  return (
    <section aria-label={shell.demo} className={styles['ribbon']}>
      <span>{shell.demoText}</span>
      <span className={styles['ribbonTools']}>
        <Checkbox
          isSelected={isOffline}
          isDisabled={isPending}
          onChange={(isWanted) =>
            run(
              (ask) => ask('demo.setOffline', { isOffline: isWanted }),
              (view) => setAnswer({ about: demo, view }),
            )
          }
        >
          {shell.demoOffline}
        </Checkbox>
        {session.state !== 'signed-out' && (
          <Checkbox
            isSelected={session.state === 'ended'}
            isDisabled={isPending || isOffline}
            onChange={endSession}
          >
            {isOffline ? shell.demoEndedOffline : shell.demoEnded}
          </Checkbox>
        )}
        <MenuButton
          label={shell.demoSignIn}
          entries={people.map((person) => ({
            id: person.email,
            label: roleOf(person.role, shell.demoRoles),
            side: person.email,
            onAction: () => signIn(person),
          }))}
        />
        <Button
          isPending={isPending}
          onPress={() =>
            run(
              (ask) => ask('demo.reset', {}),
              () => {
                announce(shell.demoBegun);
                void navigate(pathTo('overview'));
              },
            )
          }
        >
          {shell.demoReset}
        </Button>
        {homePort !== null && (
          <a href={addressOfHost(window.location, homePort)}>{shell.demoLeave}</a>
        )}
      </span>
      <ErrorNotice fault={fault} />
    </section>
  );
}

/** The bundled service may have people that no catalog knows. */
function roleOf(role: string, roles: Readonly<Record<string, string>>): string {
  return roles[role] ?? role;
}
