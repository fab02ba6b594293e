/** Some people of a project, with what waits about each and what can be done. The leader stays. */
import { type ReactElement, useMemo } from 'react';
import type { MemberView } from '../../../src-shared/model/people/member-list.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-mark.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import type { Decide, Undo } from '../../data/use-change-decisions.ts';
import { Button } from '../../ui/layout/button.tsx';
import { RefusalOffers } from '../../parts/refusal-offers.tsx';
import { Table, type TableColumn } from '../../ui/grid/table.tsx';
import { WaitingChange } from '../../parts/pending-change.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { type MemberRow, rowLook } from './member-rows.ts';
import styles from './members.module.css';
import { removalWords } from './remove-member-dialog.tsx';

export function MembersTable({
  caption,
  rows,
  leaderId,
  ownId,
  needWord,
  undo,
  decide,
  project,
  server,
  onRemove,
  onActivate,
}: Readonly<{
  caption: string;
  rows: readonly MemberRow[];
  leaderId: string;
  /** Id of whoever is signed in. */
  ownId: string | null;
  /** Numbers of changes that wait for a person's word about their price. */
  needWord: ReadonlySet<number>;
  undo: Undo;
  decide: Decide;
  /** Name of the project, for texts to send to somebody. */
  project: string;
  server: string;
  onRemove: (member: MemberView) => void;
  /** Absent where there is no invitation to accept. */
  onActivate?: (member: MemberView) => void;
}>): ReactElement {
  const all = useWords();
  const { members: words } = all;
  const columns = useMemo<readonly TableColumn<MemberRow>[]>(
    () => [
      {
        id: 'name',
        label: words.name,
        cell: ({ member }) => (
          <>
            {personName(member)}
            {member.userId === ownId && <span className={styles['quiet']}> ({words.you})</span>}
          </>
        ),
      },
      {
        id: 'email',
        label: words.email,
        cell: ({ member, willBeLookedUp, mark }) =>
          willBeLookedUp ? (
            <span className={styles['quiet']}>
              {mark?.stage === 'refused' ? '' : words.lookedUp}
            </span>
          ) : (
            member.email
          ),
      },
      {
        id: 'status',
        label: words.status,
        cell: ({ member, mark }) =>
          mark === null ? (
            standingText(member, leaderId, words)
          ) : (
            <WaitingChange
              mark={mark}
              name={personName(member)}
              isAgreed={!needWord.has(mark.changeId)}
              undo={undo}
            >
              {mark.cause !== null && (
                <RefusalOffers
                  cause={mark.cause}
                  about={aboutOf(mark, personName(member), all)}
                  project={project}
                  server={server}
                  isPending={decide.deciding === mark.changeId}
                  onDecide={(decision) => decide.decide(mark.changeId, decision)}
                  onFixEmail={(email) => decide.fixEmail(mark.changeId, email)}
                />
              )}
            </WaitingChange>
          ),
      },
      {
        id: 'actions',
        label: words.actions,
        cell: ({ member, mark }) =>
          member.userId === leaderId || mark !== null ? null : (
            <span className={styles['buttons']}>
              {onActivate !== undefined && (
                <Button
                  isSmall
                  aria-label={`${words.activate}: ${personName(member)}`}
                  onPress={() => onActivate(member)}
                >
                  {words.activate}
                </Button>
              )}
              <Button
                isSmall
                aria-label={`${removalWords(member, ownId, all).label}: ${personName(member)}`}
                onPress={() => onRemove(member)}
              >
                {removalWords(member, ownId, all).label}
              </Button>
            </span>
          ),
      },
    ],
    [all, words, project, server, leaderId, ownId, needWord, undo, decide, onRemove, onActivate],
  );
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowId={({ member }) => member.userId}
      rowLook={rowLook}
      isStacked
    />
  );
}

/** What was wanted about somebody, as the outbox names it. */
function aboutOf({ kind }: PendingMark, name: string, { changes }: Words): string {
  return changes[kind].title(name);
}

/** A word that is not documented is shown as the service said it. */
function standingText(
  { userId, standing, status }: MemberView,
  leaderId: string,
  words: Words['members'],
): string {
  if (userId === leaderId) return words.leader;
  if (standing === 'active') return words.member;
  return standing === 'on-hold' ? words.pending : status;
}
