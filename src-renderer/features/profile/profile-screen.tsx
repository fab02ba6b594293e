/** The signed-in person: picture, names, address on the chain, permissions, session. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useCore } from '../../bridge/bridge-context.ts';
import { useRead } from '../../bridge/use-read.ts';
import { Facts } from '../../ui/facts.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { Permission } from '../../../src-shared/model/person-view.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import styles from './profile.module.css';

const NOTHING = {};
const NEVER_STALE: readonly never[] = [];
const STALE_ON = ['credits-changed'] as const;

export function ProfileScreen(): ReactElement {
  const words = useWords();
  const { profile } = words;
  const read = useRead('profile.read', NOTHING, NEVER_STALE);
  const address = useRead('profile.address', NOTHING, NEVER_STALE);
  const permissions = useRead('profile.permissions', NOTHING, STALE_ON);
  const session = useCore(({ status }) => status?.session ?? null);
  const { value, fault, readAgain } = read;
  return (
    <Page title={profile.title} {...(value === null ? {} : { subtitle: value.email })}>
      <Trouble fault={fault} onTryAgain={readAgain} />
      {value === null && fault === null && <Skeleton lines={6} />}
      {value !== null && (
        <>
          <ProfilePicture person={value} />
          <ProfileForm key={value.userId} person={value} onSaved={readAgain} />
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
