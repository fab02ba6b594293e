/** Uploads whose result no evidence can settle: a row for all with the same evidence, sent again with one button and its price. */
import type { ReactElement } from 'react';
import type {
  DecidableEvidence,
  DoubtGroup,
} from '../../../src-shared/model/files/upload-evidence.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { useWords } from '../../words/words-context.ts';
import { ErrorNotice, FaultText } from '../notices/error-notice.tsx';
import styles from './inbox.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function UnknownResults(): ReactElement {
  const { holds } = useWords();
  const { value: groups, fault, readAgain } = useRead('files.doubts');
  const open = (groups ?? []).filter(isOpen);
  return (
    <>
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      <ul className={lined['list']} aria-label={holds.undecided}>
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
  const { send, isPending, fault } = useSend('files.resolve');
  const { evidence, credits } = group;
  return (
    <li className={lined['row']}>
      <span className={styles['about']}>{uploadResults.evidence(group, figures)}</span>
      <span className={arrangement['line']}>
        <Button
          isSmall
          isPending={isPending}
          onPress={() => send({ which: { evidence }, credits })}
        >
          {activity.sendAgain(ui.atMost(credits))}
        </Button>
        <FaultText fault={fault} />
      </span>
    </li>
  );
}
