/** The signed-in person: picture, names, address on the chain, permissions, session. */
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import { useCore } from '../../data/bridge-context.ts';
import { useAction, useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorNotice, LoadState } from '../../parts/notices/error-notice.tsx';
import { WaitingChange } from '../../parts/changes/pending-change.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { Permission, UserView } from '../../../src-shared/model/people/person-view.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import { Form, Success } from '../../ui/form/form.tsx';
import { SignOut } from '../../parts/people/sign-out.tsx';
import { ProfileFields } from '../../parts/people/profile-fields.tsx';
import { forProfile, profileOf } from '../../../src-shared/service/users.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { fieldText } from '../../words/field-text.ts';
import { pathTo } from '../../paths.ts';
import { ProfilePicture } from './profile-picture.tsx';
import styles from './profile.module.css';
import prose from '../../ui/layout/prose.module.css';

export function ProfileScreen(): ReactElement {
  const words = useWords();
  const { profile, ui } = words;
  const read = useRead('profile.read');
  const address = useRead('profile.address');
  const permissions = useRead('profile.permissions');
  const session = useCore(({ status }) => status?.session ?? null);
  const { value, fault, readAgain } = read;
  const undoing = useAction();
  // What the form begins with anew once an edit was taken back; typing is never lost to news.
  const [begun, setBegun] = useState<{ turn: number; person: UserView } | null>(null);
  const undo = (changeId: number) =>
    undoing.run(
      async (ask) => {
        const undone = await ask('outbox.resolve', { id: String(changeId), decision: 'undo' });
        return undone.ok ? ask('profile.read', {}) : undone;
      },
      (person) => setBegun((before) => ({ turn: (before?.turn ?? 0) + 1, person })),
    );
  return (
    <Page title={profile.title} {...(value === null ? {} : { subtitle: value.email })}>
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={6} />
      {value !== null && (
        <>
          <AsOf atMs={value.asOfMs} />
          <ProfilePicture person={value} />
          {value.mark !== null && (
            <WaitingChange
              mark={value.mark}
              name={profile.aboutYou}
              undo={{ undo, undoing: undoing.isPending ? value.mark.changeId : null }}
            />
          )}
          <ErrorNotice fault={undoing.fault} />
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
          <p className={prose['small']}>{profile.addressText}</p>
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
                value: permissions.value.isAdmin ? ui.yes : ui.no,
              },
            ]}
          />
        </section>
      )}
      {session !== null && session.state !== 'signed-out' && (
        <section aria-label={profile.session} className={styles['block']}>
          <h2>{profile.session}</h2>
          <p>
            {session.state === 'signed-in' &&
              profile.sessionEnds(words.figures.moment(session.expiresAtMs))}
            {session.state === 'ended' && profile.sessionOver}
            {session.state === 'withheld' && words.withheld(session.why).found}
          </p>
          <SignOut />
          <p>
            <Link to={pathTo('tags')}>{profile.tags}</Link>
          </p>
        </section>
      )}
    </Page>
  );
}

function permissionText(permission: Permission, { profile, ui }: Words): string {
  if (permission.may) return ui.yes;
  const { serviceSays } = permission;
  return serviceSays === null || serviceSays === '' ? ui.no : profile.noSays(serviceSays);
}

/** Sent together or kept for the service. What was typed stays when it could not be saved. */
function ProfileForm({
  person,
  mark,
  onSaved,
}: Readonly<{
  person: UserView;
  /** Of an edit that waits; null: none does. */
  mark: PendingMark | null;
  onSaved: () => void;
}>): ReactElement {
  const words = useWords();
  const { profile, ui } = words;
  const [end, setEnd] = useState<'saved' | 'kept' | null>(null);
  const { send, isPending, fault } = useSend('profile.edit');
  const { values, field, check } = useFields(profileOf(person), (typed) => ({
    ...(typed.name.trim() === '' ? { name: ui.needValue } : {}),
    ...(typed.lastName.trim() === '' ? { lastName: ui.needValue } : {}),
  }));
  const noteOf = (asked: string) => {
    const edit =
      mark?.stage === 'refused' ? undefined : mark?.fields.find((each) => each.field === asked);
    return edit === undefined ? {} : { hint: words.pending.was(fieldText(asked, edit.was, words)) };
  };
  return (
    <section aria-label={profile.aboutYou} className={styles['block']}>
      <h2>{profile.aboutYou}</h2>
      {end === 'saved' && <Success>{profile.saved}</Success>}
      {end === 'kept' && <p role="status">{ui.kept}</p>}
      <Form
        submitLabel={ui.save}
        isPending={isPending}
        problem={faultSentence(fault, words)}
        onSubmit={() => {
          setEnd(null);
          if (!check()) return false;
          send(
            forProfile((each) => values[each].trim()),
            (after) => {
              setEnd(after.mark === null ? 'saved' : 'kept');
              onSaved();
            },
          );
          return true;
        }}
      >
        <ProfileFields field={field} noteOf={noteOf} />
        <TextField
          label={ui.email}
          hint={profile.emailFixed}
          type="email"
          isReadOnly
          value={person.email}
        />
      </Form>
    </section>
  );
}
