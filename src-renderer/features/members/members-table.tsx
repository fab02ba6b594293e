/** Some people of a project, with what can be done about each. The leader stays. */
import { useMemo, type ReactElement } from 'react';
import type { MemberList, MemberView } from '../../../src-shared/model/member-list.ts';
import { personName } from '../../../src-shared/model/person-view.ts';
import { Button } from '../../ui/button.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './members.module.css';
import { removalWords } from './removal-words.ts';

export function MembersTable({
  caption,
  members,
  list,
  ownId,
  reason,
  onRemove,
  onActivate,
}: Readonly<{
  caption: string;
  members: readonly MemberView[];
  list: MemberList;
  /** Id of whoever is signed in. */
  ownId: string | null;
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  onRemove: (member: MemberView) => void;
  /** Absent where there is no invitation to accept. */
  onActivate?: (member: MemberView) => void;
}>): ReactElement {
  const all = useWords();
  const { members: words } = all;
  const columns = useMemo<readonly TableColumn<MemberView>[]>(
    () => [
      {
        id: 'name',
        label: words.name,
        cell: (member) => (
          <>
            {personName(member)}
            {member.userId === ownId && <span className={styles['quiet']}> ({words.you})</span>}
          </>
        ),
      },
      { id: 'email', label: words.email, cell: ({ email }) => email },
      {
        id: 'status',
        label: words.status,
        cell: (member) => standingText(member, list.leaderId, words),
      },
      {
        id: 'actions',
        label: words.actions,
        cell: (member) =>
          member.userId === list.leaderId || reason !== null ? null : (
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
    [all, words, list.leaderId, ownId, reason, onRemove, onActivate],
  );
  return (
    <>
      {reason !== null && <p className={styles['quiet']}>{reason}</p>}
      <Table caption={caption} columns={columns} rows={members} rowId={({ userId }) => userId} />
    </>
  );
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
