/** Audits of folders: begin one, have them done by themselves, and look at what earlier ones found. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { type ReactElement, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import {
  AUDIT_RHYTHMS,
  type AuditRhythm,
  type AuditRun,
  type AuditSchedule,
} from '../../../src-shared/model/proofs/audit.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { usePathText } from '../../parts/files/path-text.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { totalsText } from '../../parts/files/count-text.ts';
import { useWords } from '../../words/words-context.ts';
import { Table } from '../../ui/grid/table.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { HELP_TOPICS, pathTo } from '../../paths.ts';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import styles from './audit.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';
import { sayAudit } from './audit-summary.ts';

const NOTHING = {};
const LATEST = { most: 30 };

export function AuditsScreen(): ReactElement {
  const { audits, findings } = useWords();
  const schedules = useRead('audit.schedules', NOTHING);
  const runs = useRead('audit.runs', LATEST);
  const begin = useBegin();
  const all = useSend('audit.setSchedule');
  const [asked] = useSearchParams();
  const [path, setPath] = useState(asked.get('folder') ?? '');
  const { value } = schedules;
  return (
    <Page
      title={audits.title}
      mark={<HelpMark topic={HELP_TOPICS.audit} about={audits.title} />}
      subtitle={audits.subtitle}
    >
      <div className={styles['page']}>
        <ErrorNotice fault={begin.fault ?? all.fault} />
        <section aria-labelledby="watched" className={styles['block']}>
          <h2 id="watched">{audits.watched}</h2>
          <ErrorNotice fault={schedules.fault} onTryAgain={schedules.readAgain} />
          {value === null && schedules.fault === null && <Skeleton lines={3} />}
          {value?.folders.length === 0 && <p className={styles['quiet']}>{audits.noneWatched}</p>}
          {value !== null && value.folders.length > 0 && (
            <>
              <div className={styles['rhythm']}>
                <Select
                  label={audits.byThemselves}
                  options={rhythms(findings.rhythms)}
                  value={value.all}
                  onChange={(rhythm) => all.send({ target: null, rhythm }, () => undefined)}
                />
              </div>
              <ul>
                {value.folders.map((schedule) => (
                  <Folder
                    key={schedule.root}
                    schedule={schedule}
                    all={value.all}
                    onBegin={begin.go}
                    isPending={begin.isPending}
                  />
                ))}
              </ul>
            </>
          )}
        </section>
        <section aria-labelledby="other" className={styles['block']}>
          <h2 id="other">{audits.other}</h2>
          {asked.has('dropped') && (
            <HealthBanner severity="info" title={audits.dropped} text={audits.droppedText} />
          )}
          <div className={arrangement['fields']}>
            <FolderChooser path={path} onChoose={setPath} />
          </div>
          <p>
            <Button
              icon="circle-play"
              isDisabled={path.trim() === ''}
              isPending={begin.isPending}
              onPress={() => begin.go({ path: path.trim() })}
            >
              {audits.beginHere}
            </Button>
          </p>
        </section>
        <section aria-labelledby="earlier" className={styles['block']}>
          <h2 id="earlier">{audits.earlier}</h2>
          <ErrorNotice fault={runs.fault} onTryAgain={runs.readAgain} />
          {runs.value !== null && <AuditRuns runs={runs.value} />}
        </section>
      </div>
    </Page>
  );
}

type Target = CallInput<'audit.start'>['target'];

/** Leads to the audit that was begun, or that runs over this folder already. */
function useBegin() {
  const goOn = useGoOn();
  const { send, isPending, fault } = useSend('audit.start');
  return {
    isPending,
    fault,
    go: (target: Target) => send({ target }, ({ id }: AuditRun) => goOn(pathTo('audit', id))),
  };
}

function rhythms(labels: Readonly<Record<AuditRhythm, string>>) {
  return AUDIT_RHYTHMS.map((value) => ({ value, label: labels[value] }));
}

function Folder({
  schedule,
  all,
  onBegin,
  isPending,
}: Readonly<{
  schedule: AuditSchedule;
  all: AuditRhythm;
  onBegin: (target: Target) => void;
  isPending: boolean;
}>): ReactElement {
  const { audits, findings, figures } = useWords();
  const pathText = usePathText();
  const nowMs = useNow();
  const { send, fault } = useSend('audit.setSchedule');
  const { root, folderId, own, lastCompleteAtMs, nextAtMs } = schedule;
  const target: Target = folderId === null ? { path: root } : { folderId };
  const path = pathText(root);
  return (
    <li className={styles['folder']}>
      <div className={styles['folderWords']}>
        <strong className={styles['path']}>{path}</strong>
        <span className={styles['quiet']}>
          {[
            lastCompleteAtMs === null
              ? audits.neverAudited
              : audits.lastAudited(
                  figures.when(lastCompleteAtMs, Math.max(nowMs, lastCompleteAtMs)),
                ),
            ...(nextAtMs === null
              ? []
              : [nextAtMs <= nowMs ? audits.due : audits.next(figures.day(nextAtMs))]),
          ].join(' · ')}
        </span>
        <ErrorNotice fault={fault} />
      </div>
      <Select
        label={audits.rhythmOf(path)}
        isLabelHidden
        options={[
          { value: 'all', label: audits.asAll(findings.rhythms[all]) },
          ...rhythms(findings.rhythms),
        ]}
        value={own ?? 'all'}
        onChange={(rhythm) =>
          send({ target, rhythm: rhythm === 'all' ? null : rhythm }, () => undefined)
        }
      />
      <Button
        isSmall
        icon="circle-play"
        isPending={isPending}
        aria-label={audits.beginOf(path)}
        onPress={() => onBegin(target)}
      >
        {audits.begin}
      </Button>
    </li>
  );
}

/** Earlier audits, the latest first. */
function AuditRuns({ runs }: Readonly<{ runs: readonly AuditRun[] }>): ReactElement {
  const words = useWords();
  const { audits, findings } = words;
  const pathText = usePathText();
  if (runs.length === 0) return <p className={styles['quiet']}>{audits.none}</p>;
  return (
    <Table
      caption={audits.earlier}
      isStacked
      columns={[
        {
          id: 'folder',
          label: audits.folder,
          cell: ({ id, root }) => (
            <Link to={pathTo('audit', id)} className={styles['path']}>
              {pathText(root)}
            </Link>
          ),
        },
        {
          id: 'when',
          label: audits.when,
          cell: ({ beganAtMs }) => <Moment atMs={beganAtMs} />,
        },
        {
          id: 'outcome',
          label: audits.outcome,
          cell: (run) => (
            <span className={styles['outcome']}>
              <strong>
                {run.state === 'running' || run.state === 'paused'
                  ? findings.states[run.state]
                  : sayAudit(run, words).title}
              </strong>
              <span className={styles['quiet']}>{totalsText(run.totals, words)}</span>
            </span>
          ),
        },
      ]}
      rows={runs}
      rowId={({ id }) => id}
    />
  );
}
