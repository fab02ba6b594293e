/** A bundle, a ZIP, or several files with their certificates, judged as everywhere; the host makes the digests and asks nobody. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { BrowserEntry } from '../../../src-shared/evidence/chosen-in-browser.ts';
import type { ChosenEntry, DigestAll } from '../../../src-shared/evidence/chosen.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { Judgement } from '../../../src-shared/model/proofs/judgement.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import { printableName } from '../../../src-shared/model/text/printable.ts';
import {
  behindLabel,
  type Look,
  sayJudgement,
} from '../../../src-shared/model/words/judgement-words.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Verdict } from '../../parts/notices/verdict.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { useWords } from '../../words/words-context.ts';
import { certificatePdfReader } from '../certificates/index.ts';
import styles from './verify.module.css';

type Seen =
  | { readonly is: 'nothing' }
  | { readonly is: 'reading'; readonly share: number }
  | { readonly is: 'judged'; readonly judged: Judgement }
  | { readonly is: 'failed'; readonly fault: PageFault };

const MOST_ROWS = 500;
const LOOKS = { good: 'match', open: 'unsure', bad: 'differs' } as const;

/** What was chosen; of a window that knows where files lie, the files or the folder themselves. */
export interface ChosenForCheck {
  readonly entries: readonly ChosenEntry[];
  readonly own: readonly File[];
}

export function BundleCheck({
  chosen,
  onEnd,
}: Readonly<{ chosen: ChosenForCheck; onEnd: () => void }>): ReactElement {
  const { bridge } = useBridge();
  const hasPaths = useCore(({ abilities }) => abilities.dragPaths === true);
  const words = useWords();
  const announce = useAnnounce();
  const [seen, setSeen] = useState<Seen>({ is: 'nothing' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const giving = new AbortController();
    const show = (next: Seen) => {
      if (!giving.signal.aborted) setSeen(next);
    };
    show({ is: 'reading', share: 0 });
    const onShare = (share: number) => show({ is: 'reading', share });
    const work = hasPaths
      ? checkPlaces(bridge, chosen.own, giving.signal)
      : checkEntries(bridge, chosen.entries, onShare, giving.signal);
    work.then(
      (found) =>
        show(
          found.ok ? { is: 'judged', judged: found.value } : { is: 'failed', fault: found.fault },
        ),
      (error: unknown) => {
        if (giving.signal.aborted) return;
        if (error instanceof HandingFault) show({ is: 'failed', fault: error.fault });
        else throw error;
      },
    );
    return () => giving.abort();
  }, [bridge, chosen, hasPaths]);

  const { figures, verdicts, evidence, judgement, verify } = words;
  const said =
    seen.is === 'judged'
      ? sayJudgement(seen.judged, {
          judgement,
          verdicts,
          evidence: evidence.lacks,
          figures: { moment: figures.utcMoment, size: figures.size },
        })
      : null;
  const first = said?.sentences[0];
  useEffect(() => {
    if (first === undefined) return;
    announce(first);
    place.current?.focus();
  }, [first, announce]);
  if (seen.is === 'failed') return <ErrorNotice fault={seen.fault} />;
  if (said === null) {
    return (
      <div className={styles['reading']}>
        <span className={styles['line']}>
          <span className={styles['quiet']}>{verify.reading}</span>
          <Button isSmall onPress={onEnd}>
            {words.ui.cancel}
          </Button>
        </span>
        <ProgressBar label={verify.reading} share={seen.is === 'reading' ? seen.share : 0} />
      </div>
    );
  }
  const [title = '', ...others] = said.sentences;
  const more = said.lines.length - MOST_ROWS;
  return (
    <div ref={place} tabIndex={-1} className={styles['stack']}>
      <Verdict kind={LOOKS[said.look satisfies Look]} title={title}>
        {others.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {said.troubles.length > 0 && (
          <ul className={styles['others']}>
            {said.troubles.slice(0, MOST_ROWS).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {said.next !== null && <p>{said.next}</p>}
      </Verdict>
      <ul className={styles['others']}>
        {said.lines.slice(0, MOST_ROWS).map(({ path, label, text }) => (
          <li key={path}>
            <strong>
              <bdi>{printableName(path)}</bdi>
            </strong>{' '}
            {label}
            {behindLabel(text)}
          </li>
        ))}
        {more > 0 && <li>{verify.moreFiles(more)}</li>}
      </ul>
      {said.addresses.length > 0 && (
        <Disclosure label={judgement.addresses(said.addresses.length)}>
          <p>{judgement.addressesCaution}</p>
          <ul className={styles['others']}>
            {said.addresses.slice(0, MOST_ROWS).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {more > 0 && <li>{verify.moreFiles(more)}</li>}
          </ul>
        </Disclosure>
      )}
      <p>
        <Button isSmall onPress={onEnd}>
          {words.ui.close}
        </Button>
      </p>
    </div>
  );
}

/** The host did not take a file. */
class HandingFault extends Error {
  readonly fault: PageFault;

  constructor(fault: PageFault) {
    super(fault.kind);
    this.fault = fault;
  }
}

async function checkPlaces(
  bridge: Bridge,
  files: readonly File[],
  signal: AbortSignal,
): Promise<Result<Judgement, PageFault>> {
  const paths: string[] = [];
  for (const file of files) {
    const kept = await bridge.keep(file, signal);
    if (!kept.ok) return kept;
    paths.push(kept.value.path);
  }
  return bridge.call('evidence.check', { paths }, signal);
}

async function checkEntries(
  bridge: Bridge,
  entries: readonly ChosenEntry[],
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<Result<Judgement, PageFault>> {
  const { checkChoice } = await import('../../../src-shared/evidence/gather.ts');
  const digestAll: DigestAll = async (orders, onRead) => {
    const found: (Digests | null)[] = [];
    for (const { entry, algorithms } of orders) {
      const file = await fileOf(entry);
      const handed =
        file && (await bridge.hand(file, { set: algorithms, onSent: () => undefined }, signal));
      const isGone = handed?.ok === false && handed.fault.kind === 'cannot-pick';
      if (handed !== null && !handed.ok && !isGone) throw new HandingFault(handed.fault);
      found.push(handed?.ok === true ? handed.value.digests : null);
      onRead(entry.sizeBytes);
    }
    return found;
  };
  const judged = await checkChoice(entries, {
    digestAll,
    async pdfText(bytes) {
      const read = await certificatePdfReader.load();
      return read(new Blob([new Uint8Array(bytes)]), signal);
    },
    async judge({ reading, text }, file) {
      const certificate = { form: reading.form, text: await text() };
      const { digests, sizeBytes } = file;
      const input = { certificate, file: { digests: { ...digests }, sizeBytes } };
      const both = await bridge.call('evidence.judge', input, signal);
      if (!both.ok) throw new HandingFault(both.fault);
      return both.value;
    },
    method: null,
    onRead: (doneBytes, totalBytes) => onShare(totalBytes === 0 ? 1 : doneBytes / totalBytes),
  });
  return ok(judged);
}

/** What lies in a ZIP is taken out of it into the browser's own store. */
async function fileOf(entry: ChosenEntry): Promise<File | null> {
  if ('file' in entry) return (entry as BrowserEntry).file;
  const pieces: BlobPart[] = [];
  try {
    for await (const piece of entry.pieces()) pieces.push(new Uint8Array(piece));
  } catch {
    return null;
  }
  return new File(pieces, 'part');
}
