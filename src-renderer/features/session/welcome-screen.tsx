/** The first page of somebody who is not signed in. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { useCore } from '../../data/bridge-context.ts';
import { addressOfHost, pathTo } from '../../paths.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import styles from './session.module.css';
import prose from '../../ui/layout/prose.module.css';

/** `leaveFor`: goes to an address outside this page. */
export function WelcomeScreen({
  leaveFor = (address) => window.location.assign(address),
}: Readonly<{ leaveFor?: (address: string) => void }> = {}): ReactElement {
  const { session, shell } = useWords();
  const navigate = useNavigate();
  const demo = useOpenDemo(leaveFor);
  return (
    <Page title={session.slogan} kind="welcome">
      <p className={styles['seal']}>
        <Icon name="stamp" size={1.5} /> Labseal
      </p>
      <p className={styles['lead']}>{session.sloganText}</p>
      <div className={arrangement['buttons']}>
        <Button kind="primary" onPress={() => void navigate(pathTo('signIn'))}>
          {session.signIn}
        </Button>
        <Button onPress={() => void navigate(pathTo('register'))}>{session.createAccount}</Button>
        {demo.open !== null && (
          <Button isPending={demo.isPending} onPress={demo.open}>
            {session.tryDemo}
          </Button>
        )}
        <LinkButton to={pathTo('help')} icon="info">
          {shell.help}
        </LinkButton>
      </div>
      {demo.open !== null && (
        <p role="status" className={prose['quiet']}>
          {demo.isPending ? session.demoBegins : session.tryDemoText}
        </p>
      )}
      <ErrorNotice fault={demo.fault} />
    </Page>
  );
}

/** The way into the demo, where the host has one and this page can reach it. */
function useOpenDemo(leaveFor: (address: string) => void) {
  const { value: door } = useRead('demo.door');
  const { send, isPending, fault } = useSend('demo.open');
  const { location } = window;
  const isInReach = door !== null && String(door.port) === location.port;
  // A window is not led away: its host shows the demo in the browser.
  const hasWindow = useCore(({ abilities }) => abilities.tray === true);
  const open = () =>
    send({}, ({ port, key }) => {
      if (!hasWindow) leaveFor(addressOfHost(location, port, key));
    });
  // Null where there is none. A tunnel to the host does not lead to its demo.
  return { open: isInReach || (hasWindow && door !== null) ? open : null, isPending, fault };
}
