/** Finds one of the notarized files of this account, by name or by the beginning of a fingerprint. */
import { useMemo, useState, type ReactElement } from 'react';
import type { ProofView } from '../../../src-shared/model/proofs/proof.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './verify.module.css';

const SHOWN = 20;

/** Shown while it is open only, so that it begins empty each time. */
export function RecordChooser({
  onChoose,
  onClose,
}: Readonly<{ onChoose: (proof: ProofView) => void; onClose: () => void }>): ReactElement {
  const { verify, certificates, ui } = useWords();
  const [text, setText] = useState('');
  const sought = useDebounced(text).trim();
  const input = useMemo(
    () => ({ filter: sought === '' ? {} : { text: sought }, first: 0, count: SHOWN }),
    [sought],
  );
  const { value, fault, readAgain } = useRead('certificates.range', input, {
    placeholder: 'previous',
  });
  return (
    <Dialog
      title={verify.chooseRecord}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{ui.cancel}</Button>}
    >
      <div className={styles['stack']}>
        <SearchField label={certificates.search} value={text} onChange={setText} />
        <ErrorNotice fault={fault} onTryAgain={readAgain} />
        {value?.total === 0 && (
          <p className={styles['quiet']}>
            {sought === '' ? certificates.noneText : certificates.noneFitsText}
          </p>
        )}
        <ul className={styles['choices']}>
          {value?.rows.map((proof) => (
            <li key={`${proof.visibility} ${proof.fileId}`}>
              <button type="button" className={styles['choice']} onClick={() => onChoose(proof)}>
                <PlacedName name={proof.name} folderPath={proof.folderPath} />
                <span className={styles['quiet']}>
                  {proof.provenAtMs !== null && (
                    <Moment atMs={proof.provenAtMs} isLatest={proof.isDateRecorded !== true} />
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {value !== null && value.total > SHOWN && (
          <p className={styles['quiet']}>{verify.moreRecords(value.total - SHOWN)}</p>
        )}
      </div>
    </Dialog>
  );
}
