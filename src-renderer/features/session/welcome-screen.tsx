/** The first page of somebody who is not signed in. */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './session.module.css';

export function WelcomeScreen(): ReactElement {
  const { session } = useWords();
  const navigate = useNavigate();
  return (
    <Page title={session.slogan} kind="welcome">
      <p className={styles['seal']}>
        <Icon name="stamp" size={1.5} /> Labseal
      </p>
      <p className={styles['lead']}>{session.sloganText}</p>
      <p className={styles['actions']}>
        <Button kind="primary" onPress={() => void navigate('/sign-in')}>
          {session.signIn}
        </Button>
        <Button onPress={() => void navigate('/register')}>{session.createAccount}</Button>
      </p>
    </Page>
  );
}
