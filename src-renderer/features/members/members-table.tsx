/** Some people of a project, with what waits about each and what can be done. The leader stays. */
import { type ReactElement, useMemo } from 'react';
import { type MemberView, personName } from '../../../src-shared/model/people/person-view.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { Decide, Undo } from '../../data/use-change-decisions.ts';
import { Button } from '../../ui/layout/button.tsx';
import { RefusalOffers } from '../../parts/changes/refusal-offers.tsx';
import { Table, type TableColumn } from '../../ui/grid/table.tsx';
import { WaitingChange } from '../../parts/changes/pending-change.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { type MemberRow, rowLook } from './member-rows.ts';
import { removalWords } from './remove-member-dialog.tsx';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function MembersTable({
  caption,
  rows,
  leaderId,
  ownId,
  needWord,
  undo,
  decide,
  projectId,
  onRemove,
  onActivate,
  onOverride,
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
  projectId: string;
  onRemove: (member: MemberView) => void;
  /** Accepts an invitation of one's own. */
  onActivate: (member: MemberView) => void;
  /** Accepts somebody else's, which is theirs to do. */
  onOverride: (member: MemberView) => void;
}>): ReactElement {
  const all = useWords();
  const { members: words, ui, projects } = all;
  const columns = useMemo<readonly TableColumn<MemberRow>[]>(
    () => [
      {
        id: 'name',
        label: ui.name,
        cell: ({ member }) => (
          <>
            {personName(member)}
            {member.userId === ownId && <span className={prose['quiet']}> ({words.you})</span>}
          </>
        ),
      },
      {
        id: 'email',
        label: ui.email,
        cell: ({ member, willBeLookedUp, mark }) =>
          willBeLookedUp ? (
            <span className={prose['quiet']}>
              {mark?.stage === 'refused' ? '' : words.lookedUp}
            </span>
          ) : (
            member.email
          ),
      },
      {
        id: 'role',
        label: words.role,
        cell: ({ member }) => (member.userId === leaderId ? projects.leader : words.member),
      },
      {
        id: 'status',
        label: words.status,
        cell: ({ member, mark }) =>
          mark === null ? (
            standingText(member, words)
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
                  projectId={projectId}
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
            <span className={arrangement['buttons']}>
              {isInvited(member) && member.userId === ownId && (
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
              {isInvited(member) && ownId === leaderId && (
                <Button
                  isSmall
                  aria-label={`${words.override}: ${personName(member)}`}
                  onPress={() => onOverride(member)}
                >
                  {words.override}
                </Button>
              )}
            </span>
          ),
      },
    ],
    [
      all,
      words,
      ui,
      projects,
      projectId,
      leaderId,
      ownId,
      needWord,
      undo,
      decide,
      onRemove,
      onActivate,
      onOverride,
    ],
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

function isInvited({ standing }: MemberView): boolean {
  return standing === 'on-hold';
}

/** A word that is not documented is shown as the service said it. */
function standingText({ standing, status }: MemberView, words: Words['members']): string {
  if (standing === 'active') return words.joined;
  return standing === 'on-hold' ? words.pending : status;
}
