/** Uploads whose result is unknown: a row for all with the same evidence, decided about together. */
import { type ReactElement, useState } from 'react';
import type {
  DecidableEvidence,
  DoubtGroup,
} from '../../../src-shared/model/files/upload-evidence.ts';
import { useBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { Problem } from '../../ui/form/form.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { ErrorNotice, FaultText } from '../notices/error-notice.tsx';
import styles from './inbox.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function UnknownResults(): ReactElement {
  const { activity } = useWords();
  const { value: groups, fault, readAgain } = useRead('files.doubts');
  const open = (groups ?? []).filter(isOpen);
  return (
    <>
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      <ul className={lined['list']} aria-label={activity.unknownResults}>
        {open.map((group) => (
          <GroupRow key={group.evidence} group={group} />
        ))}
      </ul>
    </>
  );
}

type OpenGroup = DoubtGroup & { readonly evidence: DecidableEvidence };

function isOpen(group: DoubtGroup): group is OpenGroup {
  return group.evidence !== 'checking';
}

function GroupRow({ group }: Readonly<{ group: OpenGroup }>): ReactElement {
  const { activity, figures, uploadResults, ui } = useWords();
  const keep = useSend('files.resolveAll');
  const [isAsking, setIsAsking] = useState(false);
  const { evidence, credits, isPriceExact } = group;
  const price = ui.price(credits, isPriceExact);
  return (
    <li className={lined['row']}>
      <span className={styles['lead']}>{uploadResults.evidence(group, figures)}</span>
      <span className={arrangement['line']}>
        <Button
          isSmall
          isPending={keep.isPending}
          onPress={() => keep.send({ evidence, decision: 'keep', credits })}
        >
          {activity.keepUnknown}
        </Button>
        <Button isSmall onPress={() => setIsAsking(true)}>
          {activity.sendAllAgain(price)}
        </Button>
        <FaultText fault={keep.fault} />
      </span>
      {isAsking && (
        <SendAgainQuestion group={group} price={price} onClose={() => setIsAsking(false)} />
      )}
    </li>
  );
}

function SendAgainQuestion({
  group,
  price,
  onClose,
}: Readonly<{ group: OpenGroup; price: string; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { activity, files, figures, uploadResults, ui, spend } = words;
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.resolveAll');
  const { evidence, credits } = group;
  return (
    <ConfirmDialog
      title={activity.sendAgainTitle(files.count(group.files))}
      isOpen
      onClose={onClose}
      confirm={activity.sendAgainFor(price)}
      seenIn="activity"
      isPending={isPending}
      onConfirm={() => send({ evidence, decision: 'send-again', credits }, onClose)}
    >
      <div className={styles['block']}>
        <p>{uploadResults.evidence(group, figures)}</p>
        <p>{activity.sendAgainText(price)}</p>
        {balance !== null && (
          <p>
            {spend.balance}: {ui.credits(balance.credits)}
          </p>
        )}
        <Problem text={faultSentence(fault, words)} />
      </div>
    </ConfirmDialog>
  );
}
