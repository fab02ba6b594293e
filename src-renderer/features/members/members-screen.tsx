/** The people of a project: the active, the invited, and the invitation with its price. */
import { useMemo, useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import type { MemberView } from '../../../src-shared/model/member-list.ts';
import { personName } from '../../../src-shared/model/person-view.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useCore } from '../../bridge/bridge-context.ts';
import { useProjects } from '../../bridge/use-projects.ts';
import { useRead } from '../../bridge/use-read.ts';
import { useSend } from '../../bridge/use-send.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Success } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { ProjectLinks } from '../../ui/project-links.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { InviteMember } from './invite-member.tsx';
import { isNotOnHold, withLeader } from './with-leader.ts';
import { MembersTable } from './members-table.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import styles from './members.module.css';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

const STALE_ON: readonly PageEvent['kind'][] = ['projects-changed'];

/** Shown anew for every project, so that nothing of one is left over in the next. */
export function MembersScreen(): ReactElement {
  const { projectId = '' } = useParams();
  return <Members key={projectId} projectId={projectId} />;
}

function Members({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { members: words, projects } = useWords();
  const input = useMemo(() => ({ projectId }), [projectId]);
  const { value, fault, readAgain } = useRead('members.list', input, STALE_ON);
  const project = useProjects().find(({ id }) => id === projectId);
  const nowMs = useNow();
  const own = useCore(({ status }) =>
    status === null || status.session.state === 'signed-out' ? null : status.session.userId,
  );
  const [removing, setRemoving] = useState<MemberView | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const activate = useSend('members.activate');

  if (fault?.kind === 'unknown-project') {
    return (
      <Page title={projects.unknown}>
        <p>{projects.unknownText}</p>
      </Page>
    );
  }
  const isReachable = fault === null && value?.asOfMs === null;
  const reason = isReachable ? null : words.needsService;
  const onHold = value?.members.filter((member) => !isNotOnHold(member)) ?? [];
  const others = value === null ? [] : withLeader(value).filter(isNotOnHold);
  return (
    <Page
      title={project?.name ?? projects.members}
      {...(value === null
        ? {}
        : { subtitle: words.summary(value.members.length, value.maxNumberOfMembers) })}
    >
      <ProjectLinks projectId={projectId} />
      <Trouble fault={fault} onTryAgain={readAgain} />
      <Trouble fault={activate.fault} />
      {done !== null && <Success>{done}</Success>}
      {value === null && fault === null && <Skeleton lines={5} />}
      {value !== null && (
        <>
          {value.asOfMs !== null && <AsOf atMs={value.asOfMs} nowMs={nowMs} />}
          {value.asOfMs === null && !value.isComplete && <p role="status">{words.incomplete}</p>}
          {value.members.length === 0 && <EmptyState title={words.none} text={words.noneText} />}
          {others.length > 0 && (
            <section aria-label={words.active} className={styles['block']}>
              <h2>{words.active}</h2>
              <MembersTable
                caption={words.active}
                members={others}
                list={value}
                ownId={own}
                reason={reason}
                onRemove={setRemoving}
              />
            </section>
          )}
          {value.members.length > 0 && (
            <section aria-label={words.onHold} className={styles['block']}>
              <h2>{words.onHold}</h2>
              {onHold.length === 0 ? (
                <p className={styles['quiet']}>{words.noneOnHold}</p>
              ) : (
                <>
                  <p className={styles['quiet']}>{words.onHoldText}</p>
                  <MembersTable
                    caption={words.onHold}
                    members={onHold}
                    list={value}
                    ownId={own}
                    reason={reason}
                    onRemove={setRemoving}
                    onActivate={(member) => {
                      setDone(null);
                      activate.send({ projectId, userId: member.userId }, () =>
                        setDone(words.activated(personName(member))),
                      );
                    }}
                  />
                </>
              )}
            </section>
          )}
          <OpenInvitations projectId={projectId} />
          <InviteMember projectId={projectId} reason={reason} onDone={setDone} />
        </>
      )}
      <RemoveMemberDialog
        projectId={projectId}
        member={removing}
        ownId={own}
        onClose={() => setRemoving(null)}
        onRemoved={(sentence) => {
          setRemoving(null);
          setDone(sentence);
        }}
      />
    </Page>
  );
}
