/** Where data is stored, and what leaves this computer. Read-only. */
import type { ReactElement } from 'react';
import type { SessionState } from '../../../src-shared/model/people/session-view.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './settings.module.css';
import prose from '../../ui/layout/prose.module.css';

/** Where the token is, as it is: a keychain that failed is not called one. */
export function keepingText(session: SessionState, { settings, withheld }: Words): string {
  if (session.state === 'withheld') return withheld(session.why).found;
  if (session.state !== 'signed-in') return settings.noToken;
  const { keeping } = session;
  if (keeping.kept === 'memory' && keeping.instead !== null) return settings.keychainFailed;
  return settings.kept[keeping.kept];
}

export function DataFacts(): ReactElement {
  const words = useWords();
  const { settings, figures } = words;
  const session = useCore(({ status }) => status?.session ?? null);
  const { value, fault, readAgain } = useRead('settings.read');
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null || session === null) return <Skeleton lines={3} />;
  const isSignedIn = session.state === 'signed-in';
  return (
    <>
      <Facts
        facts={[
          {
            label: settings.account,
            value: session.state === 'signed-out' ? null : session.email,
          },
          {
            label: settings.service,
            value: session.state === 'signed-out' ? value.server : session.server,
          },
          {
            label: settings.sessionEnds,
            value: isSignedIn ? figures.moment(session.expiresAtMs) : null,
          },
          { label: settings.token, value: keepingText(session, words) },
          {
            label: settings.dataFolder,
            value: <span className={prose['path']}>{value.dataFolder}</span>,
          },
        ]}
      />
      <div className={styles['report']}>
        <h3>{settings.leaves}</h3>
        <ul>
          {settings.leavesText.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
