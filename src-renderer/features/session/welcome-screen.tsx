/** The first page of somebody who is not signed in. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './session.module.css';
import { useDemoDoor } from './use-open-demo.ts';

/** `leaveFor`: goes to an address outside this page. */
export function WelcomeScreen({
  leaveFor = (address) => window.location.assign(address),
}: Readonly<{ leaveFor?: (address: string) => void }> = {}): ReactElement {
  const { session } = useWords();
  const navigate = useNavigate();
  const demo = useDemoDoor(leaveFor);
  return (
    <Page title={session.slogan} kind="welcome">
      <p className={styles['seal']}>
        <Icon name="stamp" size={1.5} /> Labseal
      </p>
      <p className={styles['lead']}>{session.sloganText}</p>
      <div className={styles['actions']}>
        <Button kind="primary" onPress={() => void navigate('/sign-in')}>
          {session.signIn}
        </Button>
        <Button onPress={() => void navigate('/register')}>{session.createAccount}</Button>
        {demo.open !== null && (
          <Button isPending={demo.isPending} onPress={demo.open}>
            {session.tryDemo}
          </Button>
        )}
      </div>
      {demo.open !== null && (
        <p role="status" className={styles['aside']}>
          {demo.isPending ? session.demoBegins : session.tryDemoText}
        </p>
      )}
      <Trouble fault={demo.fault} />
    </Page>
  );
}
