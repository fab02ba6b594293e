/** What asks something of a person, by cause: how many files, what can be done about all of them, and which they are. */
import { type ReactElement, useMemo, useState } from 'react';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { asksPerson, needsPerson } from '../../../src-shared/model/files/file-state.ts';
import { APPROVAL_KINDS } from '../../../src-shared/model/money/spend-limits.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { type FileQuery, useFileRange } from '../../data/use-range.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Cost } from '../../parts/cost.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FileName } from '../../parts/file-name.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SpendNotice } from '../../parts/spend-question.tsx';
import { StatusText } from '../../parts/status-text.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import styles from './activity.module.css';
import { CheckUnknownResults, UnknownResults } from './unknown-results.tsx';
import { RecordErrors } from './record-errors.tsx';

type Cause = AccountStatus['counts'][number];
const NO_COUNTS: AccountStatus['counts'] = [];
const ALL = { which: null };
const SHOWN_FILES = 100;

/** The most files first. */
export function askingCauses(counts: readonly Cause[]): readonly Cause[] {
  return counts
    .filter(({ state, hold, files }) => files > 0 && needsPerson(state, hold))
    .toSorted((a, b) => b.files - a.files);
}

/** The query of exactly these files. */
export function queryOf({ state, hold }: Pick<Cause, 'state' | 'hold'>): FileQuery {
  return {
    filter: { states: [state], ...(hold === null ? {} : { holds: [hold] }) },
    sort: { by: 'size', isDescending: false },
  };
}

export function NeedsYouView(): ReactElement {
  const words = useWords();
  const { activity } = words;
  const counts = useCore(({ status }) => status?.account?.counts ?? NO_COUNTS);
  const { value: offer } = useOffer(ALL);
  const balance = useBalance();
  const agree = useSend('files.agree');
  const causes = askingCauses(counts);
  const hasOffer = offer !== null && offer.files > 0;
  if (causes.length === 0 && !hasOffer) {
    return <EmptyState title={activity.nothingNeedsYou} text={activity.nothingNeedsYouText} />;
  }
  return (
    <div className={styles['stack']}>
      {hasOffer && (
        <SpendNotice
          offer={offer}
          balance={balance?.credits ?? null}
          isPending={agree.isPending}
          problem={agree.fault === null ? null : faultSentence(agree.fault, words)}
          onAgree={(onDone) => agree.send({ ...ALL, credits: offer.credits }, onDone)}
        />
      )}
      <ul className={lined['list']}>
        {causes.map((cause) => (
          <CauseRow key={`${cause.state}.${cause.hold ?? ''}`} cause={cause} />
        ))}
      </ul>
    </div>
  );
}

function CauseRow({ cause }: Readonly<{ cause: Cause }>): ReactElement {
  const { activity, files, figures } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { state, hold } = cause;
  const advice = hold === null ? activity.advice[state] : activity.holdAdvice[hold];
  return (
    <li className={styles['cause']}>
      <div className={lined['row']}>
        <span className={styles['progress']}>
          <StatusText
            state={state}
            hold={hold}
            {...(advice === undefined ? {} : { detail: advice })}
          />
        </span>
        <span className={styles['side']}>
          <span className={styles['quiet']}>
            {files.count(cause.files)} · {figures.size(cause.bytes)}
          </span>
          <Button isSmall aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
            {isOpen ? activity.hideFiles : activity.showFiles}
          </Button>
          <GroupAction cause={cause} />
        </span>
      </div>
      {hold === 'undecided' && <UnknownResults />}
      {isOpen && <CauseFiles cause={cause} />}
    </li>
  );
}

/** One action for all files of a cause; those without one are decided file by file, in their list. */
export function GroupAction({
  cause,
}: Readonly<{ cause: Pick<Cause, 'state' | 'hold'> }>): ReactElement | null {
  const words = useWords();
  const { activity } = words;
  const { state, hold } = cause;
  const look = useSend('folders.look');
  if (hold === 'undecided') return <CheckUnknownResults />;
  const kind = APPROVAL_KINDS.find((each) => each === hold);
  if (kind !== undefined) {
    return (
      <LinkButton
        isSmall
        to={kind === 'budget' ? pathTo('credits') : pathToFilesIn(cause.state, cause.hold)}
      >
        {kind === 'budget' ? activity.toCredits : activity.review}
      </LinkButton>
    );
  }
  if (hold === 'credits') {
    return (
      <LinkButton isSmall to={pathTo('credits')}>
        {activity.toCredits}
      </LinkButton>
    );
  }
  if (state === 'unreadable' || (hold !== null && asksPerson(hold) && hold === 'refusal')) {
    return (
      <>
        <Button isSmall isPending={look.isPending} onPress={() => look.send({}, () => undefined)}>
          {activity.tryAgain}
        </Button>
        {look.fault !== null && <span role="alert">{faultSentence(look.fault, words)}</span>}
      </>
    );
  }
  return (
    <LinkButton isSmall to={pathToFilesIn(cause.state, cause.hold)}>
      {activity.review}
    </LinkButton>
  );
}

function CauseFiles({ cause }: Readonly<{ cause: Cause }>): ReactElement {
  const { activity, files } = useWords();
  const { state, hold } = cause;
  const query = useMemo(() => queryOf({ state, hold }), [state, hold]);
  const range = useFileRange(query);
  if (range.total === null) return <Skeleton lines={2} />;
  const rows = range.rows().slice(0, SHOWN_FILES);
  return (
    <>
      {state === 'record_error' && rows.length > 1 && rows.length === range.total && (
        <RecordErrors files={rows} />
      )}
      <ul className={styles['files']} aria-label={files.count(range.total)}>
        {rows.map((file) => (
          <li key={file.id} className={styles['fileRow']}>
            <span className={styles['name']}>
              <FileName name={file.name} />
            </span>
            <Cost credits={file.credits} isExact={file.isPriceExact} />
            {state === 'record_error' && <RecordErrors files={[file]} />}
            {state === 'confirming' && <Doubt fileId={file.id} name={file.name} />}
          </li>
        ))}
      </ul>
      {range.total > rows.length && (
        <LinkButton isSmall to={pathToFilesIn(cause.state, cause.hold)}>
          {activity.allFiles(range.total)}
        </LinkButton>
      )}
    </>
  );
}

/** An answer that was lost: looked for again, or left open. Sending it again has its price, and is asked on its own page. */
function Doubt({ fileId, name }: Readonly<{ fileId: string; name: string }>): ReactElement {
  const words = useWords();
  const { activity } = words;
  const { send, isPending, fault } = useSend('files.resolve');
  return (
    <span className={styles['side']}>
      <Button
        isSmall
        isPending={isPending}
        aria-label={activity.checkNowOf(name)}
        onPress={() => send({ asked: fileId, decision: 'look' }, () => undefined)}
      >
        {activity.checkNow}
      </Button>
      <Button
        isSmall
        aria-label={activity.keepUnknownOf(name)}
        onPress={() => send({ asked: fileId, decision: 'keep' }, () => undefined)}
      >
        {activity.keepUnknown}
      </Button>
      {fault !== null && <span role="alert">{faultSentence(fault, words)}</span>}
    </span>
  );
}
