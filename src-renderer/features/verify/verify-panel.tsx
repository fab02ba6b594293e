/** Holds a file of this computer against what was notarized. The reading happens here; nothing is sent without a yes. */
import { awayIn } from '../../../src-shared/model/status/health.ts';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ProofCopy } from '../../../src-shared/bridge/certificate-calls.ts';
import type { ServiceAnswer } from '../../../src-shared/model/proofs/proof.ts';
import { folderPathOf } from '../../../src-shared/model/files/folder-path.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { noteVerified } from '../../parts/newcomer/has-verified.ts';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { useCore, useHealth } from '../../data/bridge-context.ts';
import { useWorkingOffline } from '../../data/queries.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import { RemoteQuestion } from './remote-question.tsx';
import { sayVerdict } from './verdict-facts.tsx';
import { type Check, type Chosen, nameOf, useVerify, type VerifyState } from './use-verify.ts';
import { VerdictView } from './verdict-view.tsx';
import styles from './verify.module.css';

type Against = Check['against'];

export interface VerifyPanelProps {
  /** Null: it was not said yet. */
  readonly against: Against | null;
  /** Where the file is known to be on this computer. */
  readonly copies?: readonly ProofCopy[];
  /** Which of these copies somebody wants compared who came here for that, by its number. */
  readonly readAtOnce?: string | null;
  /** Beside a file, of which the page says what it is, somebody may drop a certificate. */
  readonly onCertificate?: (file: File) => void;
  /** A ZIP, or more files than one with its certificate. */
  readonly onMany?: (files: readonly File[]) => void;
  /** See `DropZone`. */
  readonly onDropped?: (data: DataTransfer) => void;
  /** Somebody dropped a folder. */
  readonly onFolder?: (folder: File | null) => void;
  /** Another certificate is wanted instead of this one; absent where there is none to change. */
  readonly otherCertificate?: ReactNode;
}

export function VerifyPanel({
  against,
  copies = [],
  readAtOnce = null,
  onCertificate,
  onMany,
  onDropped,
  onFolder,
  otherCertificate,
}: VerifyPanelProps): ReactElement {
  const words = useWords();
  const { verify, figures } = words;
  const { state, start, cancel } = useVerify();
  const [isTicked, setIsTicked] = useState(false);
  /** The verification whose file the service is asked about. */
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [answered, setAnswered] = useState<{
    readonly id: string;
    readonly answer: ServiceAnswer;
  } | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const reason = useServiceReason();
  useSaid(state);

  // A yes to sending is to one file and is used once, whatever becomes of the connection meanwhile.
  useEffect(() => {
    if (state.is !== 'done' || !isTicked) return;
    setIsTicked(false);
    if (reason === null) setAskedFor(state.verification.id);
  }, [state, isTicked, reason]);

  const choose = (next: Chosen) => {
    if (chosen !== null) setIsTicked(false);
    setChosen(next);
    if (against !== null) start({ chosen: next, against });
  };
  // What it is held against was said or changed after the file was chosen.
  const asked = useRef(against);
  useEffect(() => {
    if (asked.current === against) return;
    asked.current = against;
    if (chosen === null) return;
    if (against === null) cancel();
    else start({ chosen, against });
  }, [against, chosen, start, cancel]);

  const wanted = copies.find(({ id }) => id === readAtOnce);
  const [wantedId, wantedPath] = [wanted?.id, wanted?.path];
  useEffect(() => {
    if (wantedId === undefined || wantedPath === undefined || against === null) return;
    const copy = chosenCopy({ id: wantedId, path: wantedPath });
    setChosen(copy);
    start({ chosen: copy, against });
  }, [wantedId, wantedPath, against, start]);

  const take = (files: readonly File[]) => {
    const [first, second] = files;
    if (first === undefined) return;
    if (onMany !== undefined && isMany(files)) return onMany(files);
    const certificate =
      onCertificate === undefined || second === undefined ? null : certificateOf(files);
    if (certificate !== null) onCertificate?.(certificate);
    choose({ kind: 'file', file: files.find((file) => file !== certificate) ?? first });
  };
  const names = copyNames(copies);
  const size = chosen?.kind === 'file' ? figures.size(chosen.file.size) : null;
  const isDone = state.is === 'done';
  const isAsked = isDone && askedFor === state.verification.id;
  return (
    <div className={styles['stack']}>
      <DropZone
        label={verify.drop}
        isMultiple={onCertificate !== undefined}
        {...(onCertificate === undefined ? {} : { invitation: verify.dropBoth })}
        onFiles={take}
        {...(onFolder === undefined ? {} : { onFolder })}
        {...(onDropped === undefined ? {} : { onDropped })}
      >
        {copies.map((copy, at) =>
          copy.isChanged ? null : (
            <Button key={copy.id} isSmall onPress={() => choose(chosenCopy(copy))}>
              {verify.useCopy(printable(names[at] ?? ''))}
            </Button>
          ),
        )}
      </DropZone>
      {copies.map(
        (copy, at) =>
          copy.isChanged && (
            <p key={copy.id} className={styles['quiet']}>
              {verify.changedCopy(printable(names[at] ?? ''))}
            </p>
          ),
      )}
      {!isTicked && !isAsked && <p className={styles['quiet']}>{verify.nothingSent}</p>}
      {!isDone && (
        <div>
          <Checkbox isSelected={isTicked} isDisabled={reason !== null} onChange={setIsTicked}>
            {size === null ? verify.alsoAsk : verify.alsoAskSize(size)}
          </Checkbox>
          {reason !== null && <p className={styles['quiet']}>{reason}</p>}
        </div>
      )}
      {chosen !== null && against === null && (
        <p className={styles['waiting']}>
          <FileName name={nameOf(chosen)} /> <span>{verify.sayAgainst}</span>
        </p>
      )}
      {state.is === 'reading' && (
        <Reading
          state={state}
          onCancel={() => {
            setChosen(null);
            cancel();
          }}
        />
      )}
      {state.is === 'failed' && (
        <ErrorNotice fault={state.fault} onTryAgain={() => start(state.check)} />
      )}
      {isDone && (
        <VerdictView
          check={state.check}
          verification={{
            ...state.verification,
            serviceAnswer: answered?.id === state.verification.id ? answered.answer : null,
          }}
          otherCertificate={otherCertificate}
          onStart={(check) => {
            setChosen(check.chosen);
            start(check);
          }}
          remote={
            isAsked && (
              <RemoteQuestion
                chosen={state.check.chosen}
                verification={state.verification.id}
                onAnswer={(answer) => setAnswered({ id: state.verification.id, answer })}
              />
            )
          }
          askService={
            isAsked ? null : (
              <ReasonedButton
                isSmall
                reason={reason}
                onPress={() => setAskedFor(state.verification.id)}
              >
                {size === null ? verify.askService : verify.askServiceSize(size)}
              </ReasonedButton>
            )
          }
        />
      )}
    </div>
  );
}

function Reading({
  state: { check, share },
  onCancel,
}: Readonly<{
  state: Extract<VerifyState, { is: 'reading' }>;
  onCancel: () => void;
}>): ReactElement {
  const { verify, figures, ui } = useWords();
  return (
    <div className={styles['reading']}>
      <span className={styles['line']}>
        <FileName name={nameOf(check.chosen)} />
        <span className={styles['quiet']}>
          {share === null ? verify.reading : figures.percent(Math.min(1, share))}
        </span>
        <Button isSmall onPress={onCancel}>
          {ui.cancel}
        </Button>
      </span>
      <ProgressBar label={verify.reading} share={share ?? 0} />
    </div>
  );
}

/** The verdict is said aloud once, and so is that something went wrong on the way. */
function useSaid(state: VerifyState): void {
  const words = useWords();
  const announce = useAnnounce();
  const said = useRef<string | null>(null);
  useEffect(() => {
    if (state.is !== 'done' || said.current === state.verification.id) return;
    said.current = state.verification.id;
    noteVerified();
    const { title, text, second } = sayVerdict(state.verification, words);
    announce([`${title}.`, text, second?.text ?? ''].join(' ').trim());
  }, [state, words, announce]);
}

function isMany(files: readonly File[]): boolean {
  return files.length > 2 || files.some(({ name }) => /\.zip$/i.test(name));
}

/** Of two files that were dropped together the certificate is the one in JSON, or else in PDF. */
function certificateOf(files: readonly File[]): File | null {
  const [inJson, inPdf] = [/\.json$/i, /\.pdf$/i].map((form) =>
    files.filter(({ name }) => form.test(name)),
  );
  const found = [...(inJson ?? []), ...(inPdf ?? [])];
  const named = found.find(({ name }) => /certificate/i.test(name));
  const only = inJson?.length === 1 ? inJson[0] : found.length === 1 ? found[0] : null;
  return named ?? only ?? null;
}

function chosenCopy({ id, path }: Pick<ProofCopy, 'id' | 'path'>): Chosen {
  return { kind: 'row', id, name: fileNameOfPath(path), path };
}

/** The last part of a path of any system; the path itself when it has none. */
function fileNameOfPath(path: string): string {
  return /[^\\/]+(?=[\\/]*$)/.exec(path)?.[0] ?? path;
}

/** "MS2/old" for `/data/MS2/old/run.raw` in the watched folder `/data/MS2`; its own folder when picked by hand. */
export function copyName({ path, folderPath }: Pick<ProofCopy, 'path' | 'folderPath'>): string {
  const directory = path.slice(0, path.length - fileNameOfPath(path).length);
  if (folderPath === null) return folderPathOf(null, directory);
  const below = directory.slice(folderPath.length).split(/[\\/]/);
  return folderPathOf(folderPath, below.filter((part) => part !== '').join('/'));
}

/** With their names where one folder has several. */
function copyNames(copies: readonly ProofCopy[]): readonly string[] {
  const folders = copies.map(copyName);
  return copies.map(({ path }, at) => {
    const folder = folders[at] ?? '';
    const isAlone = folders.filter((each) => each === folder).length === 1;
    return isAlone ? folder : `${folder}/${fileNameOfPath(path)}`;
  });
}

/** Why the service cannot be asked right now, in words; null when it can. */
function useServiceReason(): string | null {
  const { verify } = useWords();
  const nowMs = useNow();
  const isSignedIn = useCore(({ status }) => status?.session.state === 'signed-in');
  const health = useHealth(nowMs);
  const isAway = awayIn(health) !== null || health.some(({ code }) => code === 'host-lost');
  const isOffline = useWorkingOffline() === true;
  if (isOffline) return verify.workingOffline;
  if (isAway) return verify.noConnection;
  return isSignedIn ? null : verify.signedOut;
}
