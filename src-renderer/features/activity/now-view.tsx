/** What runs, on top of everything; below it what is approved and goes next. What is not approved is in the inbox. */
import { type ReactElement, useContext, useState } from 'react';
import { Link } from 'react-router';
import type { FileProgress } from '../../../src-shared/bridge/events.ts';
import type { TransferView } from '../../../src-shared/bridge/transfer-calls.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { waitingForApproval } from '../../../src-shared/model/status/current-activity.ts';
import { fileGroupOf } from '../../../src-shared/model/files/file-group.ts';
import { asksPerson, type HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { QueueEntry, Resumption, Wait } from '../../../src-shared/model/files/queue-view.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { JobProgress } from '../../parts/files/job-progress.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { UndoApproval } from '../../parts/credits/undo-approval.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { LastKnown } from '../../ui/feedback/last-known.ts';
import lined from '../../ui/grid/lined-rows.module.css';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useKeptFocus } from '../../ui/layout/use-restored-focus.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import { FaultText } from '../../parts/notices/error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import { leftMs } from '../../../src-shared/model/files/sending-speed.ts';
import { pathToFilesIn } from '../../paths.ts';
import styles from './activity.module.css';
import { useSpeeds } from '../../data/use-speeds.ts';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

const SHOWN_NEXT = 50; // what comes later has no place a person could judge
const NO_COUNTS: AccountStatus['counts'] = [];

export function nameOf({ file }: QueueEntry): string {
  return file.path.split(/[\\/]/).at(-1) ?? file.path;
}

export function NowView({ queue }: Readonly<{ queue: TransferView }>): ReactElement {
  const words = useWords();
  const { activity, spend } = words;
  const account = useCore(({ status }) => status?.account ?? null);
  const counts = account?.counts ?? NO_COUNTS;
  const awaiting = account === null ? 0 : waitingForApproval(account);
  const isLastKnown = useContext(LastKnown);
  const sending = queue.entries.filter(({ sentBytes }) => sentBytes !== null);
  const next = queue.entries.filter(({ sentBytes }) => sentBytes === null);
  const elsewhere = counts.filter(
    ({ state, hold, files }) =>
      files > 0 && state !== 'uploading' && fileGroupOf(state, hold) === 'running',
  );
  const unsaved = counts.filter(({ state, files }) => files > 0 && state === 'settling');
  const isIdle = queue.total === 0 && elsewhere.length + unsaved.length === 0;
  return (
    <div className={styles['stack']}>
      {isIdle && <EmptyState title={activity.idle} text={activity.idleText} />}
      {sending.length + elsewhere.length > 0 && (
        <section aria-labelledby="running" className={styles['block']}>
          <h2 id="running">{isLastKnown ? activity.wasSending : activity.running}</h2>
          <JobProgress isAway={isLastKnown} />
          {sending.length > 0 && <Sending entries={sending} resumption={queue.resumption} />}
          <Counts counts={elsewhere} />
        </section>
      )}
      {unsaved.length > 0 && (
        <section aria-labelledby="unsaved" className={styles['block']}>
          <h2 id="unsaved">{words.files.groups.waiting}</h2>
          <Counts counts={unsaved} />
        </section>
      )}
      <Waits queue={queue} />
      <UndoApproval />
      {next.length > 0 && <Next entries={next} total={queue.total - sending.length} />}
      {awaiting > 0 && (
        <p>
          <Link to={NOTICE_PLACES['needs-you']}>{spend.waits(awaiting)}</Link>
        </p>
      )}
    </div>
  );
}

function Counts({ counts }: Readonly<{ counts: AccountStatus['counts'] }>): ReactElement {
  const { activity, files: words } = useWords();
  return (
    <ul className={lined['list']}>
      {counts.map(({ state, hold, files }) => (
        <li key={`${state}.${hold ?? ''}`} className={lined['row']}>
          <StatusText state={state} hold={hold} />
          <span className={arrangement['line']}>
            <span className={prose['quiet']}>{words.count(files)}</span>
            <LinkButton isSmall to={pathToFilesIn(state, hold)}>
              {activity.show}
            </LinkButton>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The banner says these on every page. */
const IN_BANNER: ReadonlySet<HoldReason> = new Set(['offline', 'server', 'signed_out']);

/** What keeps the queue from moving and ends by itself; what asks for a person is in the inbox. */
function Waits({ queue }: Readonly<{ queue: TransferView }>): ReactElement | null {
  const words = useWords();
  const { activity, figures, holds } = words;
  const waits = queue.waits.filter(
    ({ files, cause }) =>
      !asksPerson(cause) && !IN_BANNER.has(cause) && (files > 0 || cause === 'paused'),
  );
  if (waits.length === 0) return null;
  // A pause ends then; of the others nobody knows more than when it is tried again.
  const endOf = (cause: Wait['cause']) =>
    cause === 'paused' ? activity.untilTime : activity.nextTry;
  return (
    <div className={styles['stack']}>
      {waits.map(({ cause, untilMs, files }) => (
        <HealthBanner
          key={`${cause} ${untilMs ?? ''}`}
          severity="info"
          title={cause === 'paused' ? activity.paused : holds[cause]}
          text={[
            words.files.count(files),
            ...(untilMs === null ? [] : [endOf(cause)(figures.moment(untilMs))]),
          ].join(' · ')}
        >
          <WayOut cause={cause} />
        </HealthBanner>
      ))}
    </div>
  );
}

/** What brings on the end of a wait. */
function WayOut({ cause }: Readonly<{ cause: Wait['cause'] }>): ReactElement {
  const { activity } = useWords();
  const resume = useSend('transfers.resume');
  const look = useSend('folders.look');
  if (cause === 'paused') {
    return (
      <Button isSmall isPending={resume.isPending} onPress={() => resume.send({})}>
        {activity.resume}
      </Button>
    );
  }
  if (cause === 'balance_unknown') {
    return (
      <Button isSmall isPending={look.isPending} onPress={() => look.send({})}>
        {activity.tryNow}
      </Button>
    );
  }
  return (
    <LinkButton isSmall to={pathToFilesIn('held', cause)}>
      {activity.show}
    </LinkButton>
  );
}

function Sending({
  entries,
  resumption,
}: Readonly<{ entries: readonly QueueEntry[]; resumption: Resumption }>): ReactElement {
  const words = useWords();
  const { activity } = words;
  const progress = useCore((view) => view.progress);
  const speedOf = useSpeeds();
  const cancel = useSend('transfers.cancel');
  return (
    <>
      <ul className={lined['list']}>
        {entries.map((entry) => {
          const { file, sentBytes } = entry;
          const reported = progress.get(file.id);
          const now = {
            fileId: file.id,
            state: 'uploading',
            doneBytes: reported?.state === 'uploading' ? reported.doneBytes : (sentBytes ?? 0),
            totalBytes: reported?.state === 'uploading' ? reported.totalBytes : file.sizeBytes,
          } as const;
          return (
            <li key={file.id} className={lined['row']}>
              <span className={styles['name']}>
                <PlacedName name={nameOf(entry)} folderPath={entry.file.folderPath} />
              </span>
              <span className={styles['progress']}>
                <StatusText
                  state={file.state}
                  hold={file.hold}
                  share={now.doneBytes >= now.totalBytes ? null : now.doneBytes / now.totalBytes}
                  detail={paceText(now, speedOf(file.id), resumption, words)}
                />
              </span>
              <Button
                isSmall
                isPending={cancel.isPending}
                onPress={() => cancel.send({ asked: file.id })}
              >
                {activity.cancelUpload}
              </Button>
            </li>
          );
        })}
      </ul>
      <FaultText fault={cancel.fault} />
    </>
  );
}

/** "4.2 MB/s · 2 minutes left · can be resumed". */
export function paceText(
  progress: FileProgress,
  bytesPerSecond: number | null,
  resumption: Resumption,
  { activity, figures }: Words,
): string {
  const restMs = leftMs(progress, bytesPerSecond);
  return [
    ...(bytesPerSecond === null ? [] : [figures.speed(bytesPerSecond)]),
    ...(restMs === null ? [] : [activity.timeLeft(figures.duration(restMs))]),
    activity.resumption[resumption],
  ].join(' · ');
}

function Next({
  entries,
  total,
}: Readonly<{ entries: readonly QueueEntry[]; total: number }>): ReactElement {
  const words = useWords();
  const { activity, figures } = words;
  const sendNext = useSend('transfers.sendNext');
  const hold = useSend('transfers.cancel');
  const [pressed, setPressed] = useState<string | null>(null);
  const shown = entries.slice(0, SHOWN_NEXT);
  return (
    <section aria-labelledby="next" className={styles['block']}>
      <div className={styles['head']}>
        <h2 id="next">{activity.approved}</h2>
        <span className={prose['quiet']}>{words.files.count(total)}</span>
      </div>
      <ol aria-labelledby="next" className={lined['list']}>
        {shown.map((entry, index) => (
          <li key={entry.file.id} className={lined['row']}>
            <span className={styles['name']}>
              <PlacedName name={nameOf(entry)} folderPath={entry.file.folderPath} />
            </span>
            <span className={prose['quiet']}>{figures.size(entry.file.sizeBytes)}</span>
            <span className={prose['quiet']}>{words.ui.atMost(entry.file.credits)}</span>
            {entry.file.state === 'held' && (
              <StatusText state={entry.file.state} hold={entry.file.hold} />
            )}
            {entry.isNext && <GoesNext isNews={pressed === entry.file.id} />}
            <span className={arrangement['line']}>
              {index > 0 && (
                <Button
                  isSmall
                  isPending={sendNext.isPending}
                  aria-label={activity.sendNextOf(nameOf(entry))}
                  onPress={() => {
                    setPressed(entry.file.id);
                    sendNext.send({ asked: entry.file.id });
                  }}
                >
                  {activity.sendNext}
                </Button>
              )}
              <Button
                isSmall
                isPending={hold.isPending}
                aria-label={activity.holdOf(nameOf(entry))}
                onPress={() => hold.send({ asked: entry.file.id })}
              >
                {activity.hold}
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {total > shown.length && (
        <p className={prose['quiet']}>{activity.moreNext(total - shown.length)}</p>
      )}
      <FaultText fault={sendNext.fault ?? hold.fault} />
    </section>
  );
}

/** `isNews`: it was sent next a moment ago, and the button for that is gone. */
function GoesNext({ isNews }: Readonly<{ isNews: boolean }>): ReactElement {
  const { activity } = useWords();
  return isNews ? (
    <News text={activity.goesNext} />
  ) : (
    <span className={prose['quiet']}>{activity.goesNext}</span>
  );
}

function News({ text }: Readonly<{ text: string }>): ReactElement {
  const place = useKeptFocus<HTMLSpanElement>(text);
  return (
    <span ref={place} role="status" tabIndex={-1} className={prose['quiet']}>
      {text}
    </span>
  );
}
