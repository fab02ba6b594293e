/** Files that ask for a person, in one state or with one hold: how many, what can be done about all, and which they are. */
import { type ReactElement, useMemo, useState } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { Link, useNavigate } from 'react-router';
import type { BudgetName } from '../../../src-shared/model/money/spend-limits.ts';
import { byPlace } from '../../../src-shared/model/files/folder-path.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import {
  type FileState,
  type HoldReason,
  KEEPS_APPROVAL,
} from '../../../src-shared/model/files/file-state.ts';
import { type FileQuery, useFileRange } from '../../data/use-range.ts';
import { useSend } from '../../data/use-action.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import { ErrorNotice, FaultText } from '../notices/error-notice.tsx';
import { heldText } from '../files/held-text.ts';
import { PlacedName } from '../files/placed-name.tsx';
import { ActionButton } from '../notices/health-action.tsx';
import { statusLook } from '../files/status-appearance.ts';
import { StatusText } from '../files/status-text.tsx';
import { InboxRow } from './inbox-row.tsx';
import styles from './inbox.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { useBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { HoldQuestion } from '../credits/hold-question.tsx';
import { ApproveButton, sumOf, UploadAgainQuestion } from '../credits/spend-question.tsx';
import { useRecordErrors } from '../../data/use-record-errors.ts';
import type {
  DecidableEvidence,
  DoubtGroup,
} from '../../../src-shared/model/files/upload-evidence.ts';
import lined from '../../ui/grid/lined-rows.module.css';

interface Cause {
  readonly state: FileState;
  readonly hold: HoldReason | null;
}

const SHOWN_FILES = 100;

/** The query of exactly these files. */
function queryOf({ state, hold }: Cause): FileQuery {
  return {
    filter: { states: [state], ...(hold === null ? {} : { holds: [hold] }) },
    sort: { by: 'name', isDescending: false },
  };
}

/** `isBrief`: what it means is said once it is open. */
export function FilesRow({
  cause,
  isBrief,
}: Readonly<{
  cause: Cause & {
    readonly files: number;
    readonly bytes: number;
    readonly budgets?: readonly BudgetName[];
  };
  isBrief: boolean;
}>): ReactElement {
  const words = useWords();
  const { activity, files, figures, inbox } = words;
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { state, hold } = cause;
  const { label } = statusLook(state, hold, words, undefined, cause.budgets);
  const advice = hold === null ? activity.advice[state] : activity.holdAdvice[hold];
  const isDoubt = hold === 'undecided';
  const toggle = () => setIsOpen(!isOpen);
  const undoing = useUndo(cause);
  return (
    <InboxRow
      what={
        <>
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? activity.hideFiles : activity.showFiles}: ${label}`}
            onClick={toggle}
          >
            <StatusText state={state} hold={hold} budgets={cause.budgets} />
            <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={1} />
          </button>
          {!isBrief && advice !== undefined && <p className={prose['small']}>{advice}</p>}
        </>
      }
      count={`${files.count(cause.files)} · ${figures.size(cause.bytes)}`}
      more={{
        of: label,
        entries: [
          ...(hold === 'budget'
            ? [
                {
                  id: 'limits',
                  label: inbox.changeLimits,
                  onAction: () => void navigate(pathTo('credits')),
                },
              ]
            : []),
          ...undoing.entries,
        ],
      }}
      {...(isOpen || (isDoubt && !isBrief)
        ? {
            below: (
              <>
                {isBrief && advice !== undefined && <p className={prose['small']}>{advice}</p>}
                {isDoubt && <UnknownResults />}
                {isOpen && <CauseFiles cause={cause} />}
              </>
            ),
          }
        : {})}
    >
      {state === 'record_error' || (isDoubt && isBrief) ? (
        <Button
          isSmall
          aria-label={`${inbox.decide}: ${label}`}
          aria-expanded={isOpen}
          onPress={toggle}
        >
          {inbox.decide}
        </Button>
      ) : (
        <GroupAction cause={cause} />
      )}
      <FaultText fault={undoing.fault} />
    </InboxRow>
  );
}

/** What was approved before it was held, taken back at once. */
function useUndo({ state, hold }: Cause) {
  const { files, spend } = useWords();
  const announce = useAnnounce();
  const mayBeApproved = hold !== null && KEEPS_APPROVAL.includes(hold);
  const selection = useMemo(
    () => ({ filter: { states: [state], holds: hold === null ? [] : [hold] }, exceptIds: [] }),
    [state, hold],
  );
  const { value } = useRead('files.selected', { selection }, { isWanted: mayBeApproved });
  const { send, fault } = useSend('files.unapprove');
  const onAction = () =>
    // The row goes, and with it the place to say it.
    send({ selection }, (undone) => announce(spend.undone(undone.files, undone.underWay)));
  return {
    fault,
    entries:
      (value?.approved ?? 0) > 0 ? [{ id: 'undo', label: files.undoSelected, onAction }] : [],
  };
}

/** What is done about all files of a cause. */
function GroupAction({
  cause,
}: Readonly<{ cause: Cause & { readonly files: number } }>): ReactElement | null {
  const { faults } = useWords();
  const { state, hold } = cause;
  if (state === 'record_error') return null; // in the list of its files, with their price
  if (hold === 'undecided') return null; // beside the evidence
  if (state === 'unreadable' || hold === 'refusal')
    return <ActionButton call="folders.look" label={faults.tryAgain} />;
  if (hold === 'review' || hold === 'size_confirm' || hold === 'record_deleted')
    return <HeldApproval hold={hold} />;
  if (hold === 'budget') return <BeyondLimits />;
  if (hold === 'credits') return <WayTo cause={cause} to={pathTo('credits')} />;
  if (cause.files === 1) return <WayToOne cause={cause} />;
  return <WayTo cause={cause} to={pathToFilesIn(state, hold)} />;
}

function WayTo({ cause: { state, hold }, to }: Readonly<{ cause: Cause; to: string }>) {
  const { activity, inbox } = useWords();
  return (
    <LinkButton isSmall to={to}>
      {inbox.verbs[hold ?? state] ?? activity.show}
    </LinkButton>
  );
}

/** A single file is seen at once, and not in a list of one. */
function WayToOne({ cause }: Readonly<{ cause: Cause }>): ReactElement {
  const { state, hold } = cause;
  const query = useMemo(() => queryOf({ state, hold }), [state, hold]);
  const [only] = useFileRange(query).rows();
  const to =
    only === undefined ? pathToFilesIn(state, hold) : pathTo('file', only.projectId, only.id);
  return <WayTo cause={cause} to={to} />;
}

function CauseFiles({ cause }: Readonly<{ cause: Cause }>): ReactElement {
  const words = useWords();
  const { activity, files, ui } = words;
  const { state, hold } = cause;
  const query = useMemo(() => queryOf({ state, hold }), [state, hold]);
  const range = useFileRange(query);
  if (range.total === null) {
    return range.fault === null ? (
      <Skeleton lines={2} />
    ) : (
      <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />
    );
  }
  const rows = range.rows().slice(0, SHOWN_FILES).toSorted(byPlace);
  return (
    <>
      {state === 'record_error' && rows.length > 1 && rows.length === range.total && (
        <RecordErrors files={rows} />
      )}
      <ul className={styles['files']} aria-label={files.count(range.total)}>
        {rows.map((file) => (
          <li key={file.id} className={styles['fileRow']}>
            <Link className={styles['name']} to={pathTo('file', file.projectId, file.id)}>
              <PlacedName name={file.name} folderPath={file.folderPath}>
                {heldText(file, words)}
              </PlacedName>
            </Link>
            {state !== 'changed' && <span>{ui.atMost(file.credits)}</span>}
            {state === 'changed' && <ChangedFile file={file} />}
            {state === 'record_error' && <RecordErrors files={[file]} />}
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

/** Since when a notarized file differs, and the way to both versions side by side. */
function ChangedFile({ file }: Readonly<{ file: FileListRow }>): ReactElement {
  const { inbox } = useWords();
  return (
    <span className={arrangement['line']}>
      <Moment atMs={file.changedAtMs} />
      <LinkButton
        isSmall
        label={`${inbox.compare}: ${printable(file.name)}`}
        to={pathTo('file', file.projectId, file.id)}
      >
        {inbox.compare}
      </LinkButton>
    </span>
  );
}

const OVER_LIMITS = {
  filter: { states: ['held' as const], holds: ['budget' as const] },
  exceptIds: [],
};

/** Lets files pass the limits that hold them: only a question that names the limits does. */
function BeyondLimits(): ReactElement {
  const { inbox, spend } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const { value: summary } = useRead('files.selected', { selection: OVER_LIMITS });
  const close = () => setIsAsking(false);
  const held = summary?.approve.files ?? 0;
  if (held === 0) {
    return (
      <LinkButton isSmall to={pathToFilesIn('held', 'budget')}>
        {inbox.chooseFiles}
      </LinkButton>
    );
  }
  return (
    <>
      <Button isSmall onPress={() => setIsAsking(true)}>
        {spend.approveHeld(held)}
      </Button>
      {isAsking && <HoldQuestion selection={OVER_LIMITS} onDone={close} onClose={close} />}
    </>
  );
}

/** Approves files that are held for a person, all of a reason, for the price that is on the button. */
function HeldApproval({
  hold,
}: Readonly<{ hold: 'review' | 'size_confirm' | 'record_deleted' }>): ReactElement {
  const words = useWords();
  const selection = { filter: { states: ['held' as const], holds: [hold] }, exceptIds: [] };
  const { value: summary } = useRead('files.selected', { selection });
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.approve');
  const offer = summary?.approve ?? null;
  // Where all of them were stopped by the person, there is nothing to approve: that is taken back in the file.
  if (offer === null || offer.files === 0) {
    return (
      <LinkButton isSmall to={pathToFilesIn('held', hold)}>
        {words.inbox.chooseFiles}
      </LinkButton>
    );
  }
  return (
    <ApproveButton
      offer={offer}
      balance={balance}
      isPending={isPending}
      problem={faultSentence(fault, words)}
      onAgree={() => send({ selection, credits: offer.credits })}
    />
  );
}

/**
 * About files that were received and not written to the chain: looked at once more, or uploaded again for their price.
 */
function RecordErrors({ files }: Readonly<{ files: readonly FileListRow[] }>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { check, uploadAgain, isPending, fault } = useRecordErrors();
  const [isAsking, setIsAsking] = useState(false);
  const [found, setFound] = useState<number | null>(null);
  const price = words.ui.credits(sumOf(files).credits);
  const problem = faultSentence(fault, words);
  const [only, ...others] = files;
  const name = others.length === 0 ? (only?.name ?? '') : words.files.count(files.length);
  const close = () => setIsAsking(false);
  return (
    <span className={arrangement['line']}>
      <Button
        isSmall
        isPending={isPending && !isAsking}
        aria-label={words.files.checkAgainOf(name)}
        onPress={() => check(files, setFound)}
      >
        {words.files.actions['check-record']}
      </Button>
      <Button
        isSmall
        aria-label={words.files.uploadAgainOf(name, price)}
        onPress={() => setIsAsking(true)}
      >
        {words.files.priced['upload-again'](price)}
      </Button>
      {found === 0 && <span role="status">{words.files.stillNotRecorded}</span>}
      {problem !== null && !isAsking && <span role="alert">{problem}</span>}
      {isAsking && (
        <UploadAgainQuestion
          files={files}
          balance={balance}
          isPending={isPending}
          problem={problem}
          onAgree={() => uploadAgain(files, close)}
          onClose={close}
        />
      )}
    </span>
  );
}

/**
 * Uploads whose result no evidence can settle: a row for all with the same evidence, sent again with one button and its
 * price.
 */
function UnknownResults(): ReactElement {
  const { holds } = useWords();
  const { value: groups, fault, readAgain } = useRead('files.doubts');
  const open = (groups ?? []).filter(isDecidable);
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

function isDecidable(group: DoubtGroup): group is OpenGroup {
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
