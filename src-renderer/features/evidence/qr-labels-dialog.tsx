/** Labels with QR codes for samples, boxes and drives, as a PDF to print. */
import { type ReactElement, useState } from 'react';
import type { EvidenceChoice, QrLabelPaper } from '../../../src-shared/bridge/evidence-calls.ts';
import {
  MOST_USED_PLACES,
  QR_LABEL_SHEETS,
  type QrLabelKind,
  type QrLabelSheet,
} from '../../../src-shared/model/proofs/qr-label.ts';
import { useSend } from '../../data/use-action.ts';
import { HELP_TOPICS } from '../../paths.ts';
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { saveBase64 } from '../../ui/layout/save-file.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './evidence.module.css';
import { LeftUncitedNote } from './left-uncited.tsx';

export function QrLabelsDialog({
  choice,
  onClose,
}: Readonly<{ choice: EvidenceChoice; onClose: () => void }>): ReactElement {
  const { evidence, language, ui } = useWords();
  const words = evidence.qrLabels;
  const [kind, setKind] = useState<QrLabelKind>('each');
  const [sheet, setSheet] = useState<QrLabelSheet>('a4-21');
  const [title, setTitle] = useState('');
  const [used, setUsed] = useState('0');
  const [made, setMade] = useState<QrLabelPaper | null>(null);
  const { send, isPending, fault } = useSend('evidence.qrLabels');
  const usedPlaces = /^\d{1,2}$/.test(used.trim()) ? Number(used) : null;
  const isUsedWrong = usedPlaces === null || usedPlaces > MOST_USED_PLACES;
  const save = () => {
    if (isUsedWrong) return;
    const typed = title.trim();
    send(
      {
        choice,
        kind,
        sheet,
        title: typed === '' ? null : typed,
        usedPlaces: sheet === 'roll' ? 0 : usedPlaces,
        language: language.id,
      },
      (paper) => {
        setMade(paper);
        if (paper.labels > 0) saveBase64(paper.fileName, paper.base64, 'application/pdf');
      },
    );
  };
  return (
    <Dialog
      isOpen
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{made === null ? ui.cancel : ui.close}</Button>
          <Button kind="primary" icon="download" isPending={isPending} onPress={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <div className={styles['intro']}>
          <p>{words.about}</p>
          <HelpMark topic={HELP_TOPICS.qrLabels} about={words.title} />
        </div>
        <RadioGroup
          label={words.kind}
          options={[
            { value: 'each', label: words.kinds.each },
            { value: 'together', label: words.kinds.together, hint: words.togetherHint },
          ]}
          value={kind}
          onChange={setKind}
        />
        {kind === 'together' && <TextField label={words.name} value={title} onChange={setTitle} />}
        <Select
          label={words.sheet}
          options={QR_LABEL_SHEETS.map((each) => ({ value: each, label: words.sheets[each] }))}
          value={sheet}
          onChange={setSheet}
        />
        {sheet !== 'roll' && (
          <TextField
            label={words.used}
            inputMode="numeric"
            value={used}
            onChange={setUsed}
            error={isUsedWrong ? words.usedWrong(MOST_USED_PLACES) : null}
          />
        )}
        {made !== null && (
          <div role="status">
            <p>{made.labels === 0 ? evidence.nothingCited : words.saved(made.labels)}</p>
            {kind === 'each' && made.labels < made.cited && <p>{words.onlyFirst(made.labels)}</p>}
            <LeftUncitedNote left={made.left} past={made.past} />
          </div>
        )}
        <ErrorNotice fault={fault} />
      </div>
    </Dialog>
  );
}

/** Opens it. */
export function QrLabelsButton({ choice }: Readonly<{ choice: EvidenceChoice }>): ReactElement {
  const { qrLabels } = useWords().evidence;
  return (
    <DialogButton icon="printer" label={qrLabels.open}>
      {(close) => <QrLabelsDialog choice={choice} onClose={close} />}
    </DialogButton>
  );
}
