/** What a verification found: the verdict in words, both fingerprints above each other, and what to do next. */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { confirmationOf, resultOf } from '../../../src-shared/model/proofs/proof.ts';
import {
  settledBy,
  type Settling,
  type Verification,
} from '../../../src-shared/model/proofs/verdict.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { FingerprintPair } from '../../parts/files/fingerprint.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useKeptFocus } from '../../ui/layout/use-restored-focus.ts';
import { Verdict, VerdictIcon, type VerdictKind } from '../../parts/notices/verdict.tsx';
import { useSignInAgain } from '../../parts/notices/sign-in-again.ts';
import { useWords } from '../../words/words-context.ts';
import type { ReportForm } from '../../../src-shared/bridge/verify-calls.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { pathTo } from '../../paths.ts';
import { RecordChooser } from './record-chooser.tsx';
import { sayVerdict, VerdictFacts } from './verdict-facts.tsx';
import type { Check } from './use-verify.ts';
import styles from './verify.module.css';

const LOOKS = {
  proven: 'match',
  differs: 'differs',
  denied: 'differs',
  unproven: 'unsure',
} as const;
const FIRST_LOOKS = { match: 'match', mismatch: 'differs', unsure: 'unsure' } as const;
const SECOND_LOOKS = { confirmed: 'match', denied: 'differs', unconfirmed: 'unsure' } as const;

export interface VerdictViewProps {
  readonly check: Check;
  readonly verification: Verification;
  /** The same file against something else, or another file. */
  readonly onStart: (check: Check) => void;
  /** Asks the service, after a yes; null when it was asked. */
  readonly askService: ReactNode;
  /** What became of that, on a line of its own; null before. */
  readonly remote: ReactNode;
  readonly otherCertificate: ReactNode;
}

export function VerdictView(props: VerdictViewProps): ReactElement {
  const { verification, check, onStart } = props;
  const words = useWords();
  const { verify } = words;
  const isDemo = useCore(({ status }) => status?.demo !== undefined);
  const [isChoosing, setIsChoosing] = useState(false);
  const { verdict } = verification;
  const { title, text, second } = sayVerdict(verification, words);
  const { lights } = words.verdicts;
  const comparison = verdict.kind === 'unsure' ? null : verdict.comparison;
  const others = verdict.kind === 'match' ? [] : verdict.matches;
  const place = useKeptFocus<HTMLDivElement>(verification.id);
  return (
    <div ref={place} tabIndex={-1} className={styles['stack']}>
      <Verdict kind={LOOKS[resultOf(verification)]} title={title}>
        <div className={styles['verdict']}>
          <p className={styles['checked']}>
            <FileName name={verification.asked.name} />
          </p>
          {second === null ? (
            <p>{text}</p>
          ) : (
            <dl className={styles['lights']}>
              <Light look={FIRST_LOOKS[verdict.kind]} label={lights.file} text={text} />
              <Light
                look={SECOND_LOOKS[confirmationOf(verification).kind]}
                label={second.label}
                text={second.text}
              />
            </dl>
          )}
          {isDemo && resultOf(verification) === 'proven' && (
            <p className={styles['demo']}>{verify.demoRecord}</p>
          )}
          {comparison !== null && (
            <FingerprintPair
              first={{ label: verify.thisFile, hash: comparison.fileHex }}
              second={{
                label: comparison.source === 'certificate' ? verify.certificate : verify.record,
                hash: comparison.recordHex,
              }}
            />
          )}
          {others.length > 0 && (
            <ul className={styles['others']}>
              {others.map((record) => (
                <li key={`${record.projectId} ${record.fileId}`}>
                  <LinkButton
                    to={pathTo('certificate', record.projectId, record.fileId)}
                    isSmall
                    icon="badge-check"
                  >
                    <FileName name={record.name} />
                  </LinkButton>
                </li>
              ))}
            </ul>
          )}
          <div className={styles['tools']}>
            {verdict.kind === 'match' && props.askService}
            {verdict.kind === 'mismatch' && (
              <>
                <Button isSmall onPress={() => setIsChoosing(true)}>
                  {verify.otherRecord}
                </Button>
                <OtherFile {...props} />
                {props.askService}
              </>
            )}
            {verdict.kind === 'unsure' &&
              settledBy(verdict.doubt).map((settling) => (
                <Settle
                  key={settling}
                  {...props}
                  settling={settling}
                  onChooseRecord={() => setIsChoosing(true)}
                />
              ))}
            <SaveReport id={verification.id} />
          </div>
        </div>
      </Verdict>
      {props.remote}
      <VerdictFacts verification={verification} />
      {isChoosing && (
        <RecordChooser
          onClose={() => setIsChoosing(false)}
          onChoose={({ fileId, projectId }) => {
            setIsChoosing(false);
            onStart({ ...check, against: { kind: 'record', fileId, projectId } });
          }}
        />
      )}
    </div>
  );
}

function Light({
  look,
  label,
  text,
}: Readonly<{ look: VerdictKind; label: string; text: string }>): ReactElement {
  return (
    <div>
      <dt>
        <VerdictIcon kind={look} /> {label}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function OtherFile({ check, onStart }: VerdictViewProps): ReactElement {
  const { verdicts } = useWords();
  return (
    <FileButton
      isSmall
      accept={[]}
      onFile={(file) => onStart({ ...check, chosen: { kind: 'file', file } })}
    >
      {verdicts.settlings['choose-file']}
    </FileButton>
  );
}

/** One thing that would settle the doubt. What sends the file is a button that says so and how much. */
function Settle(
  props: VerdictViewProps & {
    readonly settling: Settling;
    readonly onChooseRecord: () => void;
  },
): ReactElement | null {
  const { settling, check, onStart, verification, onChooseRecord } = props;
  const { verdicts } = useWords();
  const label = verdicts.settlings[settling];
  const signIn = useSignInAgain();
  const { record } = verification.verdict;
  switch (settling) {
    case 'check-again':
      return (
        <Button isSmall icon="refresh-cw" onPress={() => onStart(check)}>
          {label}
        </Button>
      );
    case 'choose-file':
      return <OtherFile {...props} />;
    case 'wait':
      return <span className={styles['quiet']}>{label}</span>;
    case 'look-at-record':
      return record === null ? null : (
        <LinkButton isSmall to={pathTo('certificate', record.projectId, record.fileId)}>
          {label}
        </LinkButton>
      );
    case 'fetch-again':
      return record === null ? null : (
        <FetchAgain
          label={label}
          input={{ fileId: record.fileId, projectId: record.projectId }}
          onDone={() => onStart(check)}
        />
      );
    case 'sign-in':
      return <Link {...signIn}>{label}</Link>;
    case 'ask-service':
      return <>{props.askService}</>;
    case 'other-certificate':
      return <>{props.otherCertificate}</>;
    case 'name-record':
      return (
        <Button isSmall onPress={onChooseRecord}>
          {label}
        </Button>
      );
    default:
      return assertNever(settling);
  }
}

function FetchAgain({
  label,
  input,
  onDone,
}: Readonly<{
  label: string;
  input: CallInput<'verify.fetchAgain'>;
  onDone: () => void;
}>): ReactElement {
  const { send, isPending, fault } = useSend('verify.fetchAgain');
  return (
    <>
      <Button isSmall icon="refresh-cw" isPending={isPending} onPress={() => send(input, onDone)}>
        {label}
      </Button>
      <ErrorNotice fault={fault} />
    </>
  );
}

/** The report of a verification, to be kept beside the file: for people, or for programs. */
function SaveReport({ id }: Readonly<{ id: string }>): ReactElement {
  const { verify, language } = useWords();
  const { send, fault } = useSend('verify.report');
  const save = (form: ReportForm) =>
    send({ id, form, language: language.id }, (report) =>
      saveFile(report.fileName, [report.text], report.mediaType),
    );
  return (
    <>
      <MenuButton
        label={verify.saveReport}
        isSmall
        entries={[
          { id: 'text', label: verify.asText, onAction: () => save('text') },
          { id: 'json', label: verify.asJson, onAction: () => save('json') },
        ]}
      />
      <ErrorNotice fault={fault} />
    </>
  );
}
