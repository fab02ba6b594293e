/** Pages with text only: while waiting, when the key is wrong, when an address or the page is broken. */
import type { ReactElement } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { Link as HostLink } from '../bridge/bridge.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { Button } from '../ui/layout/button.tsx';
import { useIsLeft } from '../data/use-is-left.ts';
import { Page } from '../ui/layout/page.tsx';
import { useWords } from '../words/words-context.ts';
import { readLaunchKey } from '../bridge/launch-key.ts';
import { JUST_OPENED, pathTo } from '../paths.ts';
import { KeyForm } from './key-form.tsx';
import styles from './shell/shell.module.css';

export function WaitingPage({ link }: Readonly<{ link: HostLink }>): ReactElement {
  const { shell, session } = useWords();
  const { pathname } = useLocation();
  const isLeft = useIsLeft();
  switch (link) {
    case 'connecting':
    case 'open':
      return (
        <main className={styles['plainPage']}>
          <p role="status">{shell.connecting}</p>
        </main>
      );
    case 'lost':
      return (
        <main className={styles['plainPage']}>
          <h1>{shell.hostAway}</h1>
        </main>
      );
    case 'refused':
      return (
        <main className={styles['plainPage']}>
          <h1>
            {isLeft ? session.isLeft : pathname === JUST_OPENED ? shell.keyUsed : shell.keyRefused}
          </h1>
          <p>{shell.keyRefusedText}</p>
          <KeyForm />
        </main>
      );
    default:
      return assertNever(link);
  }
}

/** An address with a key that is pasted into a connected page changes the fragment alone: the page is open already. */
export function NotFoundPage(): ReactElement {
  const { shell } = useWords();
  const { pathname } = useLocation();
  const isKey = readLaunchKey(`#${pathname.slice(1)}`) !== null;
  if (isKey) return <Navigate to={JUST_OPENED} replace />;
  return (
    <Page title={shell.notFound}>
      <p>{shell.notFoundText}</p>
      <p>
        <Link to={pathTo('overview')}>{shell.goHome}</Link>
      </p>
    </Page>
  );
}

/** A bug of ours ended what surrounds the screens; the core does not notice. */
export function BrokenPage(): ReactElement {
  const { shell } = useWords();
  return (
    <main className={styles['plainPage']}>
      <h1>{shell.broken}</h1>
      <Reloading />
    </main>
  );
}

/** In the place of one screen: a bug of ours ended it. */
export function BrokenScreen(): ReactElement {
  const { shell } = useWords();
  return (
    <Page title={shell.broken}>
      <Reloading />
    </Page>
  );
}

function Reloading(): ReactElement {
  const { shell } = useWords();
  return (
    <>
      <p>{shell.brokenText}</p>
      <p>
        <Button kind="primary" onPress={() => window.location.reload()}>
          {shell.reload}
        </Button>
      </p>
    </>
  );
}

/** What index.html shows before the scripts are there, kept until the first screen has come: nothing flickers between. */
export function Starting(): ReactElement {
  return <p className="starting">Labseal</p>;
}
