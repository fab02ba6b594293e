/** The page that checks files with their certificates, to give to somebody who has no Labseal. */
import type { ReactElement } from 'react';
import { useSend } from '../../data/use-action.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './verify.module.css';

export function VerifyPageOffer(): ReactElement {
  const { withoutLabseal } = useWords().verify;
  const { send, isPending, fault } = useSend('evidence.page');
  const save = () =>
    send({}, ({ fileName, text, mediaType }) => saveFile(fileName, [text], mediaType));
  return (
    <section aria-labelledby="without-labseal" className={styles['stack']}>
      <h2 id="without-labseal">{withoutLabseal.title}</h2>
      <p className={styles['quiet']}>{withoutLabseal.text}</p>
      <p>
        <Button icon="download" isPending={isPending} onPress={save}>
          {withoutLabseal.save}
        </Button>
      </p>
      <ErrorNotice fault={fault} />
    </section>
  );
}
