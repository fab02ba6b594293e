/** Asks what goes into a bundle and where, shows how far it is, and says where it lies and what is missing in it. */
import { type ReactElement, useState } from 'react';
import type { EvidenceChoice, EvidenceWork } from '../../../src-shared/bridge/evidence-calls.ts';
import type {
  EvidenceContents,
  EvidenceReport,
} from '../../../src-shared/model/proofs/evidence.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice, LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FolderPath } from '../../parts/files/placed-name.tsx';
import prose from '../../ui/layout/prose.module.css';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import styles from './evidence.module.css';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import { useSend } from '../../data/use-action.ts';
import { lacksOf } from '../../../src-shared/model/words/evidence-words.ts';
import { useCore } from '../../data/bridge-context.ts';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';

export interface EvidenceDialogProps {
  readonly choice: EvidenceChoice;
  /** What it is about: a file, or how many files were chosen. */
  readonly about: { readonly name: string; readonly folderPath: string | null } | number;
  readonly onClose: () => void;
}

export function EvidenceDialog({ choice, about, onClose }: EvidenceDialogProps): ReactElement {
  const { evidence, figures, ui } = useWords();
  const [input] = useState(() => ({ choice }));
  const { value: offer, fault: offerFault, readAgain } = useRead('evidence.offer', input);
  const following = useEvidenceWork();
  const title =
    typeof about === 'number'
      ? evidence.titleOfFiles(about)
      : evidence.titleOf(printable(about.name));
  const [contents, setContents] = useState<EvidenceContents>('files');
  const [place, setPlace] = useState('');
  const [typedName, setTypedName] = useState<string | null>(null);
  const { work } = following;
  const failed = work?.state === 'failed' ? work.fault : null;
  const taken = failed?.kind === 'no-evidence' && failed.why.kind === 'taken' ? failed.why : null;

  const begin = (wishedName: string | null) =>
    following.begin({ choice, contents, place: place.trim(), name: wishedName });
  const wishedName = typedName === null || typedName.trim() === '' ? null : typedName.trim();

  if (work?.state === 'done') {
    return (
      <Dialog
        isOpen
        title={title}
        onClose={onClose}
        actions={
          <Button kind="primary" onPress={onClose}>
            {ui.close}
          </Button>
        }
      >
        <EvidenceResult report={work.report} />
      </Dialog>
    );
  }
  if (work?.state === 'running') {
    const { doneFiles, totalFiles, doneBytes, totalBytes } = work.progress;
    const share = totalBytes > 0 ? doneBytes / totalBytes : 0;
    return (
      <Dialog
        isOpen
        isQuestion
        title={title}
        onClose={() => undefined} // it is given up by its button alone
        actions={<Button onPress={following.giveUp}>{evidence.giveUp}</Button>}
      >
        <div className={styles['form']}>
          <ProgressBar label={evidence.making} share={share} />
          <p>
            {evidence.progress(
              doneFiles,
              totalFiles,
              figures.size(doneBytes),
              figures.size(totalBytes),
            )}
          </p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{ui.cancel}</Button>
          {taken !== null && (
            <Button onPress={() => begin(nameOf(taken.free))}>
              {evidence.useFree(printable(nameOf(taken.free)))}
            </Button>
          )}
          <Button
            kind="primary"
            isPending={following.isBeginning}
            isDisabled={place.trim() === '' || offer === null}
            onPress={() => begin(wishedName)}
          >
            {evidence.make}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {typeof about === 'object' && about.folderPath !== null && (
          <div className={prose['small']}>
            <FolderPath path={about.folderPath} />
          </div>
        )}
        <p>{evidence.about}</p>
        <LoadState value={offer} fault={offerFault} onTryAgain={readAgain} lines={2} />
        {offer !== null && (
          <>
            <p>{evidence.offer(offer.files, figures.size(offer.contentBytes))}</p>
            {offer.unproven > 0 && <p>{evidence.unproven(offer.unproven)}</p>}
            {offer.leftOutByRules > 0 && <p>{evidence.leftOut(offer.leftOutByRules)}</p>}
            <RadioGroup
              label={evidence.contents}
              options={[
                { value: 'files', label: evidence.withFiles },
                { value: 'proofs-only', label: evidence.proofsOnly, hint: evidence.proofsOnlyHint },
              ]}
              value={contents}
              onChange={setContents}
            />
            <p>{evidence.where}</p>
            <FolderChooser path={place} onChoose={setPlace} />
            <TextField
              label={evidence.name}
              value={typedName ?? offer.name}
              onChange={setTypedName}
            />
          </>
        )}
        {work?.state === 'cancelled' && <p role="status">{evidence.givenUp}</p>}
        <ErrorNotice fault={brokenOf(work) ?? failed ?? following.fault} />
      </div>
    </Dialog>
  );
}

/** A bug is told like any other. */
function brokenOf(work: ReturnType<typeof useEvidenceWork>['work']) {
  return work?.state === 'broken' ? ({ kind: 'internal', logId: work.logId } as const) : null;
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf(pathTo('overview')), path.lastIndexOf('\\')) + 1);
}

/** Opens the dialog that makes evidence of something. */
export function EvidenceButton(dialog: Omit<EvidenceDialogProps, 'onClose'>): ReactElement {
  const { evidence } = useWords();
  return (
    <DialogButton icon="shield-check" label={evidence.export}>
      {(close) => <EvidenceDialog {...dialog} onClose={close} />}
    </DialogButton>
  );
}

/**
 * One bundle from its beginning to its end: begun by a press, asked after until it has ended, given up by another press.
 */
const ASK_EVERY_MS = 400;

const JUST_BEGUN: EvidenceWork = {
  state: 'running',
  progress: { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 },
};

function useEvidenceWork() {
  const start = useSend('evidence.export');
  const cancel = useSend('evidence.cancel');
  const [workId, setWorkId] = useState<string | null>(null);
  const { value, fault } = useRead(
    'evidence.work',
    { workId: workId ?? '' },
    {
      isWanted: workId !== null,
      repeatMs: ({ state }) => (state === 'running' ? ASK_EVERY_MS : null),
    },
  );
  const isFollowed = workId !== null && fault === null;
  return {
    /** Null while none was begun, or its beginning is not answered yet. */
    work: isFollowed ? (value ?? JUST_BEGUN) : null,
    isBeginning: start.isPending,
    /** Why it could not be begun or asked after. */
    fault: start.fault ?? fault,
    begin: (wish: CallInput<'evidence.export'>) => {
      setWorkId(null);
      start.send(wish, (begun) => setWorkId(begun.workId));
    },
    giveUp: () => {
      if (workId !== null) cancel.send({ workId });
    },
  };
}

const MOST_LISTED = 50;

/** Where a bundle lies, and what could not be taken along: each file with its reason. */
function EvidenceResult({ report }: Readonly<{ report: EvidenceReport }>): ReactElement {
  const { evidence, figures, certificates } = useWords();
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const reveal = useSend('desktop.reveal');
  const { path, files, unproven, sizeBytes } = report;
  const lacking = [
    ...files.map((file) => [file, lacksOf(file, evidence.lacks)] as const),
    ...unproven.map((file) => [file, [evidence.lacks.unproven[file.why]]] as const),
  ].filter(([, lacks]) => lacks.length > 0);
  return (
    <div className={styles['form']}>
      <div role="status">
        {report.isComplete ? (
          <p>
            <strong>{evidence.done}</strong>{' '}
            {evidence.doneText(files.length, figures.size(sizeBytes))}
          </p>
        ) : (
          <HealthBanner
            severity="attention"
            title={evidence.notWhole}
            text={evidence.notWholeText(lacking.length)}
          />
        )}
      </div>
      {lacking.length > 0 && (
        <ul className={styles['lacking']}>
          {lacking.slice(0, MOST_LISTED).map(([{ name, folderPath }, lacks], at) => (
            <li key={at}>
              <strong>{printable(name)}</strong>: {lacks.join('; ')}
              {folderPath !== null && (
                <div className={prose['small']}>
                  <FolderPath path={folderPath} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {lacking.length > MOST_LISTED && <p>{evidence.more(lacking.length - MOST_LISTED)}</p>}
      <dl className={styles['place']}>
        <dt className={prose['small']}>{evidence.lies}</dt>
        <dd>{printable(path)}</dd>
      </dl>
      <div className={arrangement['buttons']}>
        <CopyButton isSmall={false} label={evidence.copyPath} text={path} />
        {canReveal && (
          <Button
            icon="folder-open"
            isPending={reveal.isPending}
            onPress={() => reveal.send({ path })}
          >
            {certificates.reveal}
          </Button>
        )}
      </div>
      <ErrorNotice fault={reveal.fault} />
      <p className={prose['quiet']}>{evidence.readme}</p>
    </div>
  );
}
