/** How far one download is, what became of it, and what can be done about it. */
import type { ReactElement, ReactNode } from 'react';
import type { DownloadView } from '../../../src-shared/model/files/download-view.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import prose from '../../ui/layout/prose.module.css';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { FaultText } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './downloads.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export interface DownloadStateProps {
  readonly view: DownloadView;
  readonly onGoOn: () => void;
  /** Also takes one away that is over. */
  readonly onCancel: () => void;
}

const ICONS = { match: 'badge-check', mismatch: 'octagon-x', unsure: 'radar' } as const;

export function DownloadState({ view, onGoOn, onCancel }: DownloadStateProps): ReactElement {
  const words = useWords();
  const { downloads, figures, ui } = words;
  const { state, doneBytes, totalBytes, startedAgain } = view;
  const again = startedAgain === null ? null : <p>{downloads.again[startedAgain]}</p>;
  const where = downloads.to(printable(view.folder));
  const howMuch = (
    <>
      <ProgressBar label={where} share={totalBytes === null ? 0 : doneBytes / totalBytes} />
      <p>
        {totalBytes === null
          ? figures.size(doneBytes)
          : downloads.progress(figures.size(doneBytes), figures.size(totalBytes))}
      </p>
    </>
  );
  const stop = (
    <Button isSmall onPress={onCancel}>
      {ui.cancel}
    </Button>
  );
  switch (state.is) {
    case 'fetching':
      return (
        <Shown where={where} actions={stop}>
          {howMuch}
          {again}
        </Shown>
      );
    case 'waiting':
      return (
        <Shown where={where} actions={stop}>
          {howMuch}
          <p>
            {faultSentence(state.fault, words)} {downloads.tryAgainByItself}
          </p>
          {again}
        </Shown>
      );
    case 'checking':
      return (
        <Shown where={where} actions={stop}>
          <p>{downloads.checking}</p>
        </Shown>
      );
    case 'arrived':
      return (
        <Shown
          where={`${downloads.savedAs} ${printable(state.path)}`}
          actions={
            <Button isSmall onPress={onCancel}>
              {downloads.dismiss}
            </Button>
          }
        >
          <p role="status" className={styles['verdict']}>
            <Icon name={ICONS[state.verdict]} />
            <span>{downloads.arrived[state.verdict]}</span>
          </p>
          {again}
        </Shown>
      );
    case 'stopped':
      return (
        <Shown
          where={where}
          actions={
            <>
              <Button isSmall onPress={onGoOn}>
                {downloads.goOn}
              </Button>
              <Button isSmall onPress={onCancel}>
                {downloads.giveUp}
              </Button>
            </>
          }
        >
          <FaultText fault={state.fault} />
          <p>{downloads.kept(figures.size(doneBytes))}</p>
        </Shown>
      );
    default:
      return assertNever(state);
  }
}

function Shown({
  where,
  actions,
  children,
}: Readonly<{ where: string; actions: ReactNode; children: ReactNode }>): ReactElement {
  return (
    <div className={styles['one']}>
      <p className={classes(prose['small'], prose['path'])}>{where}</p>
      {children}
      <div className={arrangement['buttons']}>{actions}</div>
    </div>
  );
}
