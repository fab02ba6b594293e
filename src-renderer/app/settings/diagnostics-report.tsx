/**
 * The report for support: shown completely before it is copied or saved, so that no one shares what they have not seen.
 */
import type { ReactElement } from 'react';
import { printableJson } from '../../../src-shared/model/text/printable.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useCopy } from '../../ui/layout/use-copy.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './settings.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function DiagnosticsReport(): ReactElement {
  const { settings } = useWords();
  const { copy, isCopied, refusal } = useCopy();
  const { value, fault, readAgain } = useRead('settings.diagnostics');
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={8} />;
  const text = `${printableJson(value, 2)}\n`;
  return (
    <div className={styles['report']}>
      <p>{settings.reportText}</p>
      <ul>
        {settings.reportHolds.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{settings.reportLacks}</p>
      <div className={arrangement['buttons']}>
        <Button onPress={() => copy(text)}>{settings.copy}</Button>
        <Button
          onPress={() => {
            const day = value.madeAt.slice(0, 10);
            saveFile(`labseal-diagnostics-${day}.json`, [text], 'application/json');
          }}
        >
          {settings.saveReport}
        </Button>
        <Button kind="quiet" onPress={readAgain}>
          {settings.makeAgain}
        </Button>
      </div>
      <span role="status">{isCopied ? settings.copied : ''}</span>
      {refusal}
      {/* A long text needs the keyboard to be scrolled. */}
      <pre className={styles['text']} role="region" aria-label={settings.report} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
