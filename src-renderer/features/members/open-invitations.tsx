/** Invitations to this project that are not there yet: kept to be sent, under way, or with an answer that was lost. */
import type { ReactElement } from 'react';
import type { Change } from '../../../src-shared/model/change.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../bridge/use-read.ts';
import { PendingMark, type PendingStage } from '../../ui/pending-mark.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './members.module.css';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['outbox-changed'];

const STAGES: ReadonlyMap<Change['state']['state'], PendingStage> = new Map([
  ['waiting', 'waiting'],
  ['sending', 'sending'],
  ['unknown', 'unknown'],
  ['left', 'unknown'],
]);

export function OpenInvitations({
  projectId,
}: Readonly<{ projectId: string }>): ReactElement | null {
  const words = useWords();
  const { value } = useRead('outbox.list', NOTHING, STALE_ON);
  const open = (value?.changes ?? []).flatMap((change) => {
    const { intent, state } = change;
    const stage = STAGES.get(state.state);
    const isHere = intent.kind === 'invite-member' && intent.projectId === projectId;
    return isHere && stage !== undefined ? [{ change, stage, name: intent.userName }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul aria-label={words.members.notThereYet} className={styles['block']}>
      {open.map(({ change, stage, name }) => (
        <li key={change.id}>
          <PendingMark stage={stage} text={`${name}: ${outcomeText(change, words)}`} />
        </li>
      ))}
    </ul>
  );
}
