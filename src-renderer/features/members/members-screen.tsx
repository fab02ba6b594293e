/**
 * The people of a project: who joined, who is invited, who waits to be invited, and the invitation with its price. What
 * may wait for the service is never disabled without it.
 */
import { type ReactElement, useMemo, useState } from 'react';
import { isFree, isWaiting } from '../../../src-shared/model/changes/change.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import {
  memberCounts,
  type MemberView,
  personName,
} from '../../../src-shared/model/people/person-view.ts';
import type {
  MembersView,
  PendingMark as Mark,
} from '../../../src-shared/model/changes/pending-view.ts';
import { useSelf } from '../../data/use-invitations.ts';
import { useDecide, useUndo } from '../../data/use-change-decisions.ts';
import { useSend } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead, useReadAllAgain } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import {
  ProjectScreen,
  UnknownProject,
  ProjectLinks,
} from '../../parts/projects/project-screen.tsx';
import { PendingMark, UnsentNotice } from '../../parts/changes/pending-change.tsx';
import { ErrorNotice, LoadState } from '../../parts/notices/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import { type Done, type MemberRow, memberRows } from './member-rows.ts';
import { InviteMember } from './invite-member.tsx';
import { MembersTable } from './members-table.tsx';
import styles from './members.module.css';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function MembersScreen(): ReactElement {
  return <ProjectScreen route="members" of={Members} />;
}

function summaryOf(view: MembersView, words: Words['members']): string {
  const { joined, invited } = memberCounts(view);
  return words.summary(joined, invited, memberRows(view, null).notSent, view.maxNumberOfMembers);
}

function Members({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { members: words, projects } = useWords();
  const { value, fault, readAgain, readAtMs } = useRead('members.list', { projectId });
  const readAllAgain = useReadAllAgain();
  const project = useProjects().find(({ id }) => id === projectId);
  if (fault?.kind === 'unknown-project') return <UnknownProject />;
  const summary = value === null ? null : summaryOf(value, words);
  return (
    <Page
      title={project?.name ?? projects.members}
      {...(summary === null ? {} : { subtitle: summary })}
    >
      <ProjectLinks projectId={projectId} />
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={5} />
      {value !== null && (
        <People list={value} asOfMs={value.asOfMs ?? readAtMs} onRefresh={readAllAgain} />
      )}
    </Page>
  );
}

function People({
  list,
  asOfMs,
  onRefresh,
}: Readonly<{
  list: MembersView;
  /** When the service showed it; null: not known. */
  asOfMs: number | null;
  onRefresh: () => void;
}>): ReactElement {
  const { members: words, ui } = useWords();
  const { projectId, leaderId } = list;
  const self = useSelf();
  const outbox = useRead('outbox.list').value;
  const [removing, setRemoving] = useState<MemberView | null>(null);
  const [accepting, setAccepting] = useState<MemberView | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const activation = useSend('members.activate');
  const undo = useUndo();
  const decide = useDecide();
  const { active, invited, marks } = memberRows(list, self);
  // A project that waits to be created brings its first members along.
  const isNew = creatorOf(projectId) !== null;
  const creation = outbox?.changes.find(({ id }) => id === creatorOf(projectId))?.intent;
  const first = creation?.kind === 'create-project' ? creation.project.members.length : 0;
  const needWord = useMemo(() => {
    const waiting = (outbox?.changes ?? []).filter(
      ({ intent, agreed }) => !isFree(intent) && agreed === undefined,
    );
    return new Set(waiting.map(({ id }) => id));
  }, [outbox]);
  const activate = (member: MemberView) => {
    const { userId } = member;
    setDone(null);
    activation.send({ projectId, person: { userId } }, (change) => {
      const name = personName(member);
      const isSent = !isWaiting(change);
      setDone({ isSent, sentence: isSent ? words.activated(name) : words.willBeActive(name) });
    });
  };
  const table = (rows: readonly MemberRow[]) => (
    <MembersTable
      caption={words.people}
      rows={rows}
      leaderId={leaderId}
      ownId={self?.userId ?? null}
      needWord={needWord}
      undo={undo}
      decide={decide}
      projectId={projectId}
      onRemove={setRemoving}
      onActivate={activate}
      onOverride={setAccepting}
    />
  );
  return (
    <>
      <ErrorNotice fault={activation.fault ?? undo.fault ?? decide.fault} />
      {done?.isSent === true && <Success>{done.sentence}</Success>}
      {done?.isSent === false && (
        <div role="status">
          <PendingMark stage="waiting" text={done.sentence} />
        </div>
      )}
      {!isNew && (
        <p className={styles['age']}>
          <AsOf atMs={asOfMs} />
          <Button isSmall icon="refresh-cw" onPress={onRefresh}>
            {ui.refresh}
          </Button>
        </p>
      )}
      {list.asOfMs === null && !list.isComplete && !isNew && (
        <p role="status">{words.incomplete}</p>
      )}
      {first > 0 && <PendingMark stage="waiting" text={words.withProject(first)} />}
      <UnsentNotice marks={marks} />
      {list.members.length + list.added.length === 0 && (
        <EmptyState title={words.none} text={words.noneText} />
      )}
      {active.length + invited.length > 0 && (
        <div className={arrangement['group']}>
          {table([...active, ...invited])}
          <UnsentCost marks={marks} outbox={outbox} />
        </div>
      )}
      <InviteMember list={list} outbox={outbox} onDone={setDone} />
      {accepting !== null && (
        <ConfirmDialog
          title={words.overrideTitle(personName(accepting))}
          isOpen
          onClose={() => setAccepting(null)}
          confirm={words.overrideAgree}
          cancel={words.keep}
          onConfirm={() => {
            activate(accepting);
            setAccepting(null);
          }}
        >
          <p>{words.overrideText}</p>
        </ConfirmDialog>
      )}
      <RemoveMemberDialog
        projectId={projectId}
        member={removing}
        ownId={self?.userId ?? null}
        onClose={() => setRemoving(null)}
        onRemoved={(what) => {
          setRemoving(null);
          setDone(what);
        }}
      />
    </>
  );
}

/** What the invitations cost that were not sent yet, and what is left of the balance once everything that waits was sent. */
function UnsentCost({
  marks,
  outbox,
}: Readonly<{ marks: readonly Mark[]; outbox: OutboxView | null }>): ReactElement | null {
  const { members, ui, figures } = useWords();
  const nowMs = useNow();
  const credits = marks
    .filter(({ stage }) => stage === 'waiting')
    .reduce((sum, mark) => sum + mark.credits, 0);
  if (credits === 0) return null;
  const balance = outbox?.balance ?? null;
  return (
    <p className={prose['quiet']}>
      {members.unsentCost(ui.credits(credits))}
      {balance !== null &&
        ` · ${members.balanceAfter(figures.number(balance.credits), figures.number(balance.after))} (${ui.asOf(figures.whenKnown(balance.atMs, nowMs))})`}
    </p>
  );
}
