/** A certificate in its JSON form, as a file or as text from anywhere. It is text in a field, and nothing else. */
import type { ReactElement } from 'react';
import { FileButton } from '../../ui/form/file-button.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './verify.module.css';

const JSON_FILES = ['application/json', '.json'];

export function CertificateButton({
  onFile,
}: Readonly<{ onFile: (file: File) => void }>): ReactElement {
  const { verify } = useWords();
  return (
    <FileButton isSmall accept={JSON_FILES} onFile={onFile}>
      {verify.chooseCertificate}
    </FileButton>
  );
}

export function CertificateField({
  text,
  onText,
  onFile,
}: Readonly<{
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}>): ReactElement {
  const { verify } = useWords();
  return (
    <div className={styles['stack']}>
      <TextArea
        label={verify.certificateText}
        hint={verify.certificateHint}
        rows={4}
        value={text}
        onChange={onText}
      />
      <p>
        <CertificateButton onFile={onFile} />
      </p>
    </div>
  );
}
