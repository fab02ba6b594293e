/** Everything about one file: how far it is, why, what can be done, what is known, what happened. */
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Fingerprint } from '../../parts/files/fingerprint.tsx';
import { WaitingDeletion } from '../../parts/changes/waiting-deletion.tsx';
import { Pipeline } from '../../parts/files/pipeline.tsx';
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { statusLook } from '../../parts/files/status-appearance.ts';
import { topicOfState } from '../../../src-shared/model/text/guide-topics.ts';
import { HELP_TOPICS, pathToVerify } from '../../paths.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { placePath, readMovedFrom } from '../../../src-shared/model/status/history-line.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useIsServiceAway } from '../../data/use-inbox.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { isFree } from './file-columns.tsx';
import { FileButtons } from './file-buttons.tsx';
import { FileLineage } from './file-lineage.tsx';
import { fileSteps } from './file-steps.ts';
import { FileExplanation, explanationText, toldFromText } from './file-explanation.tsx';
import { VersionComparison } from './version-comparison.tsx';
import styles from './files.module.css';

/** `share`: how much of its present step is done; null when that is not known. */
export function FileFacts({
  file,
  share,
}: Readonly<{ file: FileListRow; share: number | null }>): ReactElement {
  const words = useWords();
  const { files, figures, assignment } = words;
  const nowMs = useNow();
  const isServiceAway = useIsServiceAway(nowMs);
  const isFolderAway = useCore(
    ({ status }) =>
      status?.account?.folders.some(
        ({ id, trouble }) => id === file.folderId && trouble !== null,
      ) ?? false,
  );
  const asked = useMemo(() => ({ asked: file.id }), [file.id]);
  const times = useRead('files.times', asked).value;
  const topic = topicOfState(file.state, file.hold, file.isApproved);
  const toldFrom = toldFromText(file, words);
  const steps = fileSteps(file, words, times === null ? null : { times, nowMs });
  const { labels, fileType, procedureDescription } = file.assignment;
  const print = (method: string, hash: string | null) => ({
    label: `${files.fingerprint} · ${method}`,
    mark: <HelpMark topic={HELP_TOPICS.fingerprint} about={files.fingerprint} />,
    value: hash === null ? files.noFingerprint : <Fingerprint hash={hash} method={method} />,
  });
  return (
    <div className={styles['details']}>
      <div className={styles['state']}>
        <StatusText
          state={file.state}
          hold={file.hold}
          isApproved={file.isApproved}
          share={share}
          {...(toldFrom === null ? {} : { detail: toldFrom })}
        />
        {topic !== undefined && (
          <HelpMark topic={topic} about={statusLook(file.state, file.hold, words).label} />
        )}
      </div>
      <p className={styles['why']}>
        {explanationText(file, words, { isServiceAway, isFolderAway })}
      </p>
      {file.state === 'changed' && (
        <VersionComparison key={`was ${file.id}`} file={file} times={times} />
      )}
      <FileButtons key={file.id} file={file} />
      {file.fileId !== null && <WaitingDeletion fileId={file.fileId} name={file.name} />}
      <FileExplanation key={`why ${file.id}`} file={file} />
      {steps.length > 0 && <Pipeline label={files.status} steps={steps} />}
      <Facts
        facts={[
          { label: files.size, value: figures.size(file.sizeBytes) },
          {
            label: files.credits,
            value: chargeText(file, words),
          },
          { label: files.when, value: figures.moment(file.changedAtMs) },
          { label: files.visibilityLabel, value: files.visibility[file.visibility] },
          { label: assignment.type, value: assignment.types[fileType] },
          { label: assignment.labels, value: labels === '' ? null : labels },
          { label: assignment.procedureDescription, value: procedureDescription },
          {
            label: isGone(file) ? files.lastPath : files.path,
            value: (
              <KnownPath path={file.path}>
                {file.state === 'notarized' && file.fileId !== null && (
                  <LinkButton
                    isSmall
                    icon="scan-search"
                    to={pathToVerify(file.projectId, file.fileId, file.id)}
                  >
                    {files.actions.verify}
                  </LinkButton>
                )}
              </KnownPath>
            ),
          },
          print('BLAKE3', file.blake3),
          print('SHA-256', file.sha256),
        ]}
      />
      <FileLineage file={file} />
      <FileHistory fileId={file.id} />
    </div>
  );
}

/** What was charged for it, or what it may cost; of a recorded private file the price is the charge. */
function chargeText(file: FileListRow, { files, ui }: Words): string {
  if (isFree(file)) return files.noCredits;
  if (file.chargedCredits !== null) return ui.credits(file.chargedCredits);
  const isExact = RECORDED.has(file.state) && file.visibility === 'private';
  return isExact ? ui.credits(file.credits) : ui.atMost(file.credits);
}

const RECORDED: ReadonlySet<FileState> = new Set(['recording', 'notarized', 'missing']);

/** Whether nothing lies any more where the file was last seen. */
function isGone({ state }: FileListRow): boolean {
  return state === 'missing' || state === 'remote_only';
}

/** Where a file lies, and the way there: its folder in a window, its path to be copied in a browser. */
export function KnownPath({
  path,
  children,
}: Readonly<{
  path: string;
  /** What else can be done with what lies there. */
  children?: ReactNode;
}>): ReactElement {
  const { certificates } = useWords();
  const pathText = usePathText();
  const announce = useAnnounce();
  const canReveal = useCore(({ abilities }) => abilities.revealInFolder === true);
  const { send, isPending, fault } = useSend('desktop.reveal');
  const show = () =>
    send({ path }, (isThere) => {
      if (!isThere) announce(certificates.goneFromThere);
    });
  return (
    <div className={styles['knownPath']}>
      <span className={styles['path']}>{pathText(path)}</span>
      <div className={styles['buttons']}>
        {canReveal ? (
          <Button isSmall isPending={isPending} onPress={show}>
            {certificates.reveal}
          </Button>
        ) : (
          <CopyButton label={certificates.copyPath} text={path} />
        )}
        {children}
      </div>
      <ErrorNotice fault={fault} />
    </div>
  );
}

/** Of a file that was renamed or moved: where it was. */
function placedBefore(note: string, { activity }: Words): { readonly detail?: string } {
  const before = readMovedFrom(note);
  return before === null ? {} : { detail: activity.was(printable(placePath(before))) };
}

const MOST_ENTRIES = 50;

/** What happened to one file, the latest first. */
function FileHistory({ fileId }: Readonly<{ fileId: string }>): ReactElement | null {
  const words = useWords();
  const { files } = words;
  const input = useMemo(() => ({ filter: { fileId }, first: 0, count: MOST_ENTRIES }), [fileId]);
  const { value } = useRead('activity.log', input);
  if (value === null || value.rows.length === 0) return null;
  return (
    <section aria-labelledby="file-history" className={styles['history']}>
      <h2 id="file-history">{files.history}</h2>
      <ol className={styles['entries']}>
        {value.rows.map(({ id, atMs, subject, note }) => (
          <li key={id} className={styles['entry']}>
            {subject.kind === 'file' ? (
              <StatusText
                state={subject.state}
                hold={subject.hold}
                {...(note === null ? {} : placedBefore(note, words))}
              />
            ) : (
              <span>{subject.name}</span>
            )}
            <span className={styles['quiet']}>
              <Moment atMs={atMs} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
