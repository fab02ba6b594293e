/** The signed-in person: picture, names, address on the chain, permissions, session. */
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useDeed } from '../../data/use-command.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Fingerprint } from '../../parts/fingerprint.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { WaitingChange } from '../../parts/waiting-change.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { Permission, UserView } from '../../../src-shared/model/people/person-view.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import styles from './profile.module.css';

const NOTHING = {};
const NEVER_STALE: readonly never[] = [];
const CHANGED: readonly PageEvent['kind'][] = ['projects-changed', 'outbox-changed'];
const STALE_ON = ['credits-changed'] as const;

export function ProfileScreen(): ReactElement {
  const words = useWords();
  const { profile } = words;
  const read = useRead('profile.read', NOTHING, CHANGED);
  const address = useRead('profile.address', NOTHING, NEVER_STALE);
  const permissions = useRead('profile.permissions', NOTHING, STALE_ON);
  const session = useCore(({ status }) => status?.session ?? null);
  const { value, fault, readAgain } = read;
  const nowMs = useNow();
  const undoing = useDeed();
  // What the form begins with anew once an edit was taken back; typing is never lost to news.
  const [begun, setBegun] = useState<{ turn: number; person: UserView } | null>(null);
  const undo = (changeId: number) =>
    undoing.run(
      async (ask) => {
        const undone = await ask('outbox.resolve', { id: String(changeId), decision: 'undo' });
        return undone.ok ? ask('profile.read', NOTHING) : undone;
      },
      (person) => setBegun((before) => ({ turn: (before?.turn ?? 0) + 1, person })),
    );
  return (
    <Page title={profile.title} {...(value === null ? {} : { subtitle: value.email })}>
      <Trouble fault={fault} onTryAgain={readAgain} />
      {value === null && fault === null && <Skeleton lines={6} />}
      {value !== null && (
        <>
          {value.asOfMs !== null && <AsOf atMs={value.asOfMs} nowMs={nowMs} />}
          <ProfilePicture person={value} />
          {value.mark !== null && (
            <WaitingChange
              mark={value.mark}
              name={profile.aboutYou}
              undo={{ undo, undoing: undoing.isPending ? value.mark.changeId : null }}
            />
          )}
          <Trouble fault={undoing.fault} />
          <ProfileForm
            key={`${value.userId} ${begun?.turn ?? 0}`}
            person={begun?.person ?? value}
            mark={value.mark}
            onSaved={readAgain}
          />
        </>
      )}
      {address.value !== null && (
        <section aria-label={profile.address} className={styles['block']}>
          <h2>{profile.address}</h2>
          <Fingerprint hash={address.value.address} method={profile.copyWhat} />
          <p className={styles['quiet']}>{profile.addressText}</p>
        </section>
      )}
      {permissions.value !== null && (
        <section aria-label={profile.permissions} className={styles['block']}>
          <h2>{profile.permissions}</h2>
          <Facts
            facts={[
              {
                label: profile.mayCreate,
                value: permissionText(permissions.value.canCreateProject, words),
              },
              {
                label: profile.mayInvite,
                value: permissionText(permissions.value.canInviteMember, words),
              },
              {
                label: profile.isAdmin,
                value: permissions.value.isAdmin ? profile.yes : profile.no,
              },
            ]}
          />
        </section>
      )}
      {session !== null && session.state !== 'signed-out' && (
        <section aria-label={profile.session} className={styles['block']}>
          <h2>{profile.session}</h2>
          <p>
            {session.state === 'signed-in'
              ? profile.sessionEnds(words.figures.moment(session.expiresAtMs))
              : profile.sessionOver}
          </p>
          <p>
            <Link to="/tags">{profile.tags}</Link>
          </p>
        </section>
      )}
    </Page>
  );
}

function permissionText(permission: Permission, { profile }: Words): string {
  if (permission.may) return profile.yes;
  const { serviceSays } = permission;
  return serviceSays === null || serviceSays === '' ? profile.no : profile.noSays(serviceSays);
}
