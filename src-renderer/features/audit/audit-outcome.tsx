/** What an audit came to, or how far it is: said once when it ends, never while it only moves. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { printableName } from '../../../src-shared/model/text/printable.ts';
import {
  type AuditProgress,
  type AuditRun,
  readShare,
} from '../../../src-shared/model/proofs/audit.ts';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useKeptFocus } from '../../ui/layout/use-restored-focus.ts';
import { Verdict } from '../../parts/notices/verdict.tsx';
import { totalsText } from '../../parts/files/count-text.ts';
import { useWords } from '../../words/words-context.ts';
import { leftOutText, sayAudit } from './audit-summary.ts';
import styles from './audit.module.css';

export function AuditOutcome({ run }: Readonly<{ run: AuditRun }>): ReactElement {
  const isOpen = run.state === 'running' || run.state === 'paused';
  const words = useWords();
  const announce = useAnnounce();
  const { title } = sayAudit(run, words);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) announce(`${title}. ${totalsText(run.totals, words)}`);
    wasOpen.current = isOpen;
  }, [isOpen, title, run, words, announce]);
  const isNews = useCore(({ status }) => status?.account?.silentChanges?.runId === run.id);
  const place = useKeptFocus<HTMLDivElement>(`${isOpen} ${isNews}`);
  return (
    <div ref={place} tabIndex={-1}>
      {isOpen ? <OpenAudit run={run} /> : <EndedAudit run={run} isNews={isNews} />}
    </div>
  );
}

function EndedAudit({ run, isNews }: Readonly<{ run: AuditRun; isNews: boolean }>): ReactElement {
  const words = useWords();
  const { title, kind } = sayAudit(run, words);
  const leftOut = leftOutText(run.totals, words);
  return (
    <Verdict kind={kind} title={title}>
      <p>{totalsText(run.totals, words)}</p>
      <SilentChanges run={run} isNews={isNews} />
      {run.state !== 'complete' && <p>{words.findings.states[run.state]}</p>}
      {leftOut !== '' && <p className={styles['quiet']}>{words.audits.leftOut(leftOut)}</p>}
      {run.endedAtMs !== null && (
        <p className={styles['quiet']}>{words.audits.ended(words.figures.moment(run.endedAtMs))}</p>
      )}
    </Verdict>
  );
}

/** Looked at, it is no news any more, and the banner of every page goes. */
function SilentChanges({
  run,
  isNews,
}: Readonly<{ run: AuditRun; isNews: boolean }>): ReactElement | null {
  const { audits } = useWords();
  const { send, isPending, fault } = useSend('audit.acknowledge');
  if (run.totals.silent === 0) return null;
  return (
    <div className={styles['silent']}>
      <p>{audits.silentText}</p>
      {isNews && (
        <Button
          isSmall
          icon="check"
          isPending={isPending}
          onPress={() => send({ runId: run.id }, () => undefined)}
        >
          {audits.lookedAt}
        </Button>
      )}
      <ErrorNotice fault={fault} />
    </div>
  );
}

function OpenAudit({ run }: Readonly<{ run: AuditRun }>): ReactElement {
  const words = useWords();
  const { audits, findings, ui, figures } = words;
  const progress = useAuditProgress(run.id);
  const pause = useSend('audit.setPaused');
  const cancel = useSend('audit.cancel');
  const state = progress?.state ?? run.state;
  const isPaused = state === 'paused';
  const far = progress ?? { totals: run.totals, expectedBytes: null };
  const share = readShare(far);
  return (
    <section aria-label={findings.states[state]} className={styles['open']}>
      <p className={styles['line']}>
        <strong>{findings.states[state]}</strong>
        <span>{findings.progress(far, figures.size)}</span>
      </p>
      {share !== null && <ProgressBar label={findings.states[state]} share={share} />}
      <p className={styles['quiet']}>
        <span className={styles['path']}>
          {progress?.path == null ? audits.nothingSent : printableName(progress.path)}
        </span>
      </p>
      <p className={styles['line']}>
        <Button
          isSmall
          icon={isPaused ? 'circle-play' : 'pause'}
          isPending={pause.isPending}
          onPress={() => pause.send({ runId: run.id, isPaused: !isPaused }, () => undefined)}
        >
          {isPaused ? audits.resume : audits.pause}
        </Button>
        <Button
          isSmall
          isPending={cancel.isPending}
          onPress={() => cancel.send({ runId: run.id }, () => undefined)}
        >
          {ui.cancel}
        </Button>
      </p>
      <ErrorNotice fault={pause.fault ?? cancel.fault} />
    </section>
  );
}

/** How far a running audit is, as the core tells it; null before the first word about it. */
function useAuditProgress(runId: string): AuditProgress | null {
  const { bridge } = useBridge();
  const [progress, setProgress] = useState<AuditProgress | null>(null);
  useEffect(() => {
    const stop = bridge.subscribe((event) => {
      if (event.kind === 'audit-progress' && event.progress.runId === runId) {
        setProgress(event.progress);
      }
    });
    return () => {
      stop();
      setProgress(null);
    };
  }, [bridge, runId]);
  return progress;
}
