/** What can be done about several files at once. The core counts and decides: most of them may never have been in sight. */
import { type ReactElement, useMemo, useState } from 'react';
import type {
  FileListRow,
  FileSelection,
  SpendOffer,
} from '../../../src-shared/bridge/file-calls.ts';
import type { FileQuery } from '../../data/use-range.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { draftOf, newDraft } from '../../parts/assignment/assignment-draft.ts';
import { Button, IconButton } from '../../ui/layout/button.tsx';
import { Problem } from '../../ui/form/form.tsx';
import { type GridSelection, isSelected, selectedCount } from '../../ui/grid/grid-selection.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { HoldQuestion, IncludeQuestion } from '../../parts/credits/hold-question.tsx';
import {
  agreementTo,
  ApproveButton,
  priceSentence,
  priceTag,
} from '../../parts/credits/spend-question.tsx';
import { useBalance, useOffer } from '../../data/queries.ts';
import { EvidenceDialog, QrLabelsDialog, StatementDialog } from '../evidence/index.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import styles from './files.module.css';
import { UploadQuestion } from './upload-question.tsx';

type Asking = 'upload' | 'approve' | 'include' | 'assign' | 'evidence' | 'statement' | 'qrLabels';

interface SelectionBarProps {
  readonly selection: GridSelection;
  readonly total: number;
  readonly query: FileQuery;
  /** Of the files that the list shows: what came later is not chosen. Null: not known. */
  readonly latestId: string | null;
  /** The rows that are in memory. */
  readonly known: readonly FileListRow[];
  /** `leavesState`: the files were decided about, and will not stay in the state in which they were chosen. */
  readonly onDone: (leavesState: boolean) => void;
}

export function SelectionBar(props: SelectionBarProps): ReactElement | null {
  const { selection, total } = props;
  return selectedCount(selection, total) < 1 ? null : <SelectedFiles {...props} />;
}

function SelectedFiles({
  selection,
  total,
  query,
  latestId,
  known,
  onDone,
}: SelectionBarProps): ReactElement {
  const words = useWords();
  const { files, evidence, spend } = words;
  const [asking, setAsking] = useState<Asking | null>(null);
  const undo = useSend('files.unapprove');
  const [said, setSaid] = useState<string | null>(null);
  const asked = useMemo<FileSelection>(
    () =>
      selection.kind === 'all'
        ? {
            filter: query.filter,
            exceptIds: [...selection.except],
            ...(latestId === null ? {} : { upToId: latestId }),
          }
        : { fileIds: [...selection.ids] },
    [selection, query.filter, latestId],
  );
  // Only which buttons there are may be a moment old: every question reads again what it is about.
  const { value: summary, fault } = useRead(
    'files.selected',
    { selection: asked },
    { placeholder: 'previous' },
  );
  const count = selectedCount(selection, total);
  // Nothing was done: what was selected stays so.
  const close = () => setAsking(null);
  const done = (leavesState: boolean) => {
    close();
    onDone(leavesState);
  };
  const ways = { onDone: () => done(true), onClose: close };
  const button = (what: Asking, label: string, isOffered: boolean) =>
    isOffered && (
      <Button isSmall onPress={() => setAsking(what)}>
        {label}
      </Button>
    );
  const hasRecord = (summary?.recorded ?? 0) > 0;
  const citing = useMemo(() => ({ selection: asked }), [asked]);
  const offer = summary?.upload ?? null;
  const held = summary?.approve.files ?? 0;
  return (
    <div role="group" aria-label={files.selection} className={styles['selection']}>
      <strong>{files.selected(count)}</strong>
      {offer !== null && offer.files > 0 && (
        <UploadSelected
          offer={offer}
          which={asked}
          onAsk={() => setAsking('upload')}
          onDone={ways.onDone}
        />
      )}
      {button('approve', spend.approveHeld(held), held > 0)}
      {(summary?.approved ?? 0) > 0 && (
        <Button
          isSmall
          isPending={undo.isPending}
          onPress={() =>
            undo.send({ selection: asked }, ({ files: undone, underWay }) =>
              setSaid(spend.undone(undone, underWay)),
            )
          }
        >
          {files.undoSelected}
        </Button>
      )}
      {button('include', files.includeSelected, (summary?.include.files ?? 0) > 0)}
      {button('assign', files.actions.assign, true)}
      {button('evidence', evidence.export, hasRecord)}
      {button('statement', evidence.statement.open, hasRecord)}
      {button('qrLabels', evidence.qrLabels.open, hasRecord)}
      <span className={styles['clear']}>
        <IconButton icon="x" label={files.letGo} onPress={() => onDone(false)} />
      </span>
      <span role="status">{said}</span>
      <Problem text={faultSentence(fault ?? undo.fault, words)} />
      {asking === 'upload' && <UploadQuestion which={asked} {...ways} />}
      {asking === 'approve' && <HoldQuestion selection={asked} {...ways} />}
      {asking === 'include' && <IncludeQuestion selection={asked} {...ways} />}
      {asking === 'assign' && (
        <AssignSelected
          selection={asked}
          count={count}
          first={known.find(({ id }) => isSelected(selection, id)) ?? null}
          projectId={query.filter.projectId ?? ''}
          onDone={() => done(false)}
          onClose={close}
        />
      )}
      {asking === 'evidence' && <EvidenceDialog choice={citing} about={count} onClose={close} />}
      {asking === 'statement' && <StatementDialog choice={citing} onClose={close} />}
      {asking === 'qrLabels' && <QrLabelsDialog choice={citing} onClose={close} />}
    </div>
  );
}

/** Their price and what it leaves, with the approval. */
function UploadSelected({
  offer,
  which,
  onAsk,
  onDone,
}: Readonly<{
  offer: SpendOffer;
  which: FileSelection;
  onAsk: () => void;
  onDone: () => void;
}>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { value: exact, fault: unread } = useOffer(useMemo(() => ({ which }), [which]));
  const { send, isPending, fault } = useSend('files.agree');
  return (
    <>
      <span>{priceSentence(offer, balance, words)}</span>
      {exact !== null && exact.files > 0 ? (
        <ApproveButton
          offer={exact}
          balance={balance}
          kind="primary"
          isPending={isPending}
          problem={faultSentence(fault, words)}
          onAgree={() => send({ which, ...agreementTo(exact) }, onDone)}
        />
      ) : (
        <Button
          isSmall
          kind="primary"
          isDisabled={exact === null && unread === null}
          onPress={onAsk}
        >
          {words.spend.approve(offer.files, priceTag(offer.credits, words))}
        </Button>
      )}
    </>
  );
}

/** It begins with the instructions of the first one in memory. */
function AssignSelected({
  selection,
  count,
  first,
  projectId,
  onDone,
  onClose,
}: Readonly<{
  selection: FileSelection;
  count: number;
  first: FileListRow | null;
  projectId: string;
  onDone: () => void;
  onClose: () => void;
}>): ReactElement {
  const { send, isPending, fault } = useSend('files.assign');
  return (
    <AssignmentDialog
      count={count}
      begin={first === null ? newDraft(projectId) : draftOf(first.assignment)}
      isPending={isPending}
      fault={fault}
      onSave={(assignment) => send({ selection, assignment }, onDone)}
      onClose={onClose}
    />
  );
}
