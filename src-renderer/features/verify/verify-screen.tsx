/** Any file of this computer, held against whatever this account knows, one record, a certificate or a project. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChosenEntry } from '../../../src-shared/evidence/chosen.ts';
import { entriesOfDrop, entriesOfFiles } from '../../../src-shared/evidence/chosen-in-browser.ts';
import type { ProofView } from '../../../src-shared/model/proofs/proof.ts';
import { LONGEST_CERTIFICATE } from '../../../src-shared/bridge/verify-calls.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Button } from '../../ui/layout/button.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { MissingPart, PartMissing } from '../../ui/layout/page-part.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { useWords } from '../../words/words-context.ts';
import { FileButton } from '../../ui/form/file-button.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { HELP_TOPICS, pathTo } from '../../paths.ts';
import { certificatePdfReader } from '../certificates/index.ts';
import { BundleCheck, type ChosenForCheck } from './bundle-check.tsx';
import { RecordChooser } from './record-chooser.tsx';
import type { Check } from './use-verify.ts';
import styles from './verify.module.css';
import { VerifyPageOffer } from './verify-page-offer.tsx';
import { VerifyPanel } from './verify-panel.tsx';

const KINDS = ['anything', 'record', 'certificate', 'project'] as const;
type Kind = (typeof KINDS)[number];

interface Draft {
  readonly kind: Kind;
  readonly record: Pick<ProofView, 'fileId' | 'projectId' | 'name'> | null;
  readonly projectId: string;
  /** As typed, or as read from a file. */
  readonly certificate: string;
  /** Whether that is data, or what stands on the pages of a PDF. */
  readonly form: 'json' | 'pdf';
}
const EMPTY: Draft = {
  kind: 'anything',
  record: null,
  projectId: '',
  certificate: '',
  form: 'json',
};

/** Null while something is missing. */
export function againstOf({
  kind,
  record,
  projectId,
  certificate,
  form,
}: Draft): Check['against'] | null {
  switch (kind) {
    case 'anything':
      return { kind };
    case 'record':
      return record === null ? null : { kind, fileId: record.fileId, projectId: record.projectId };
    case 'certificate':
      // What is longer is no certificate, and its beginning says so as well.
      return certificate.trim() === ''
        ? null
        : { kind, text: certificate.slice(0, LONGEST_CERTIFICATE), form };
    case 'project':
      return projectId === '' ? null : { kind, projectId };
    default:
      return assertNever(kind);
  }
}

export function VerifyScreen(): ReactElement {
  const { verify, audits, certificates } = useWords();
  const navigate = useNavigate();
  const projects = useProjects();
  const { bridge } = useBridge();
  const hasPaths = useCore(({ abilities }) => abilities.dragPaths === true);
  const [draft, setDraft] = useState(EMPTY);
  const [isChoosing, setIsChoosing] = useState(false);
  const [choice, setChoice] = useState<ChosenForCheck | null>(null);
  const dropped = useRef<{
    readonly own: readonly File[];
    readonly entries: Promise<readonly ChosenEntry[]>;
  }>({ own: [], entries: Promise.resolve([]) });
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = useDebounced(draft);
  // What was pressed counts at once, what is typed once the typing has paused.
  const { certificate: text, form } = settled;
  const { kind, record, projectId } = draft;
  const against = useMemo(
    () => againstOf({ kind, record, projectId, certificate: text, form }),
    [kind, record, projectId, text, form],
  );
  /** A window of its own knows where a dropped folder lies; in a browser it has to be chosen once more. */
  const auditFolder = async (folder: File | null) => {
    const place =
      hasPaths && folder !== null ? await bridge.keep(folder, new AbortController().signal) : null;
    const asked = place?.ok === true ? `folder=${encodeURIComponent(place.value.path)}` : 'dropped';
    void navigate(`${pathTo('audits')}?${asked}`);
  };
  /** A bundle is judged here; any other folder is for an audit. */
  const takeFolder = async (folder: File | null) => {
    const { own, entries: coming } = dropped.current;
    const entries = await coming.catch(() => []); // what cannot be looked into is for the audit
    if (entries.some(({ path }) => /(^|\/)bagit\.txt$/.test(path))) setChoice({ entries, own });
    else await auditFolder(folder);
  };
  const [unread, setUnread] = useState<'certificate' | 'part' | null>(null);
  const takeCertificate = async (file: File) => {
    const isPdf = await isPdfFile(file);
    const read = await textOf(file, isPdf).catch((error: unknown) =>
      error instanceof PartMissing ? error : null,
    );
    setUnread(read === null ? 'certificate' : read instanceof PartMissing ? 'part' : null);
    const certificate = typeof read === 'string' ? read : '';
    set({ kind: 'certificate', certificate, form: isPdf ? 'pdf' : 'json' });
  };
  return (
    <Page
      title={verify.title}
      mark={<HelpMark topic={HELP_TOPICS.results} about={verify.title} />}
      subtitle={verify.subtitle}
    >
      <div className={styles['page']}>
        <RadioGroup
          label={verify.compareWith}
          options={KINDS.map((value) => {
            const { label, hint } = verify.kinds[value];
            return { value, label, hint };
          })}
          value={draft.kind}
          onChange={(next) => set({ kind: next })}
        />
        {draft.kind === 'record' && (
          <p className={styles['line']}>
            {draft.record !== null && <FileName name={draft.record.name} />}
            <Button isSmall onPress={() => setIsChoosing(true)}>
              {draft.record === null ? verify.chooseRecord : verify.otherRecord}
            </Button>
          </p>
        )}
        {draft.kind === 'certificate' && (
          <CertificateField
            text={draft.certificate}
            onText={(certificate) => set({ certificate, form: 'json' })}
            onFile={(file) => void takeCertificate(file)}
          />
        )}
        {draft.kind === 'certificate' && draft.certificate === '' && (
          <>
            {unread === 'certificate' && <p role="alert">{verify.certificateUnread}</p>}
            {unread === 'part' && <MissingPart />}
          </>
        )}
        {draft.kind === 'project' && (
          <Select
            label={certificates.project}
            options={[
              { value: '', label: verify.chooseProject },
              ...projects.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={draft.projectId}
            onChange={(next) => set({ projectId: next })}
          />
        )}
        {choice !== null && <BundleCheck chosen={choice} onEnd={() => setChoice(null)} />}
        <VerifyPanel
          against={against}
          onMany={(files) => setChoice({ entries: entriesOfFiles(files), own: files })}
          onDropped={(data) => {
            dropped.current = { own: [...data.files], entries: entriesOfDrop(data) };
          }}
          onCertificate={(file) => void takeCertificate(file)}
          onFolder={(folder) => void takeFolder(folder)}
          otherCertificate={<CertificateButton onFile={(file) => void takeCertificate(file)} />}
        />
        <section aria-labelledby="whole-folder" className={styles['stack']}>
          <h2 id="whole-folder">{verify.wholeFolder}</h2>
          <p className={styles['quiet']}>{verify.wholeFolderText}</p>
          <p>
            <LinkButton to={pathTo('audits')} icon="folder-open">
              {audits.title}
            </LinkButton>
          </p>
        </section>
        <VerifyPageOffer />
      </div>
      {isChoosing && (
        <RecordChooser
          onClose={() => setIsChoosing(false)}
          onChoose={(proof) => {
            setIsChoosing(false);
            set({ record: proof });
          }}
        />
      )}
    </Page>
  );
}

const CERTIFICATE_FILES = ['application/json', '.json', 'application/pdf', '.pdf'];

async function isPdfFile(file: File): Promise<boolean> {
  return (await file.slice(0, 1_024).text()).includes('%PDF-');
}

/** Of a PDF what its text says; null when that cannot be read. Rejects with `PartMissing` as its reader does. */
async function textOf(file: File, isPdf: boolean): Promise<string | null> {
  if (!isPdf) return file.slice(0, LONGEST_CERTIFICATE).text();
  const read = await certificatePdfReader.load();
  return read(file, new AbortController().signal);
}

/** A certificate in its JSON form, as a file or as text from anywhere. It is text in a field, and nothing else. */
function CertificateButton({ onFile }: Readonly<{ onFile: (file: File) => void }>): ReactElement {
  const { verify } = useWords();
  return (
    <FileButton isSmall accept={CERTIFICATE_FILES} onFile={onFile}>
      {verify.chooseCertificate}
    </FileButton>
  );
}

function CertificateField({
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
