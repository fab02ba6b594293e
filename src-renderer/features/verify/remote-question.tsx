/**
 * Whether the service knows a content: a question of its own that sends the file, so it is asked after a yes, says how
 * much is sent, and its answer is the second light beside the comparison of the file.
 */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { ServiceAnswer } from '../../../src-shared/model/proofs/proof.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { assertNever, ok, type Result } from '../../../src-shared/model/result.ts';
import { useBridge } from '../../data/bridge-context.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useKeptFocus } from '../../ui/layout/use-restored-focus.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import type { Chosen } from './use-verify.ts';
import styles from './verify.module.css';

type Asked =
  | { readonly is: 'asking' }
  | { readonly is: 'answered'; readonly answer: ServiceAnswer }
  | { readonly is: 'failed'; readonly fault: PageFault };

export function remoteSentence({ exists, fileName, project }: ServiceAnswer, { verify }: Words) {
  if (!exists) return verify.serviceDoesNotKnow;
  return verify.serviceKnows(printable(fileName), printable(project));
}

/** Asks as soon as it is shown: who shows it has the person's yes. It ends with the screen. */
export function RemoteQuestion({
  chosen,
  verification,
  onAnswer,
}: Readonly<{
  chosen: Chosen;
  /** The id of the verification whose report has the answer. */
  verification: string;
  onAnswer: (answer: ServiceAnswer) => void;
}>): ReactElement {
  const words = useWords();
  const { bridge } = useBridge();
  const announce = useAnnounce();
  const said = useRef({ announce, words, onAnswer });
  said.current = { announce, words, onAnswer };
  const [turn, setTurn] = useState(0);
  const [asked, setAsked] = useState<Asked | null>({ is: 'asking' });
  const ends = useRef<AbortController | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    ends.current = ending;
    const { signal } = ending;
    const ask = async () => {
      try {
        setAsked({ is: 'asking' });
        const answer = await askService(bridge, { chosen, verification }, signal);
        if (signal.aborted) return;
        setAsked(
          answer.ok
            ? { is: 'answered', answer: answer.value }
            : { is: 'failed', fault: answer.fault },
        );
        if (!answer.ok) return;
        said.current.announce(remoteSentence(answer.value, said.current.words));
        said.current.onAnswer(answer.value);
      } catch (cause) {
        if (!signal.aborted) throw cause;
      }
    };
    void ask();
    return () => ending.abort();
  }, [bridge, chosen, verification, turn]);
  const again = () => setTurn((before) => before + 1);
  const place = useKeptFocus<HTMLDivElement>(asked);
  return (
    <div ref={place} tabIndex={-1} className={styles['remote']}>
      <RemoteLine
        asked={asked}
        onAgain={again}
        onCancel={() => {
          ends.current?.abort();
          setAsked(null);
        }}
      />
    </div>
  );
}

function RemoteLine({
  asked,
  onAgain,
  onCancel,
}: Readonly<{ asked: Asked | null; onAgain: () => void; onCancel: () => void }>): ReactElement {
  const words = useWords();
  const { verify, ui } = words;
  if (asked === null) {
    return (
      <>
        <span className={styles['quiet']}>{verify.askingEnded}</span>
        <Button isSmall onPress={onAgain}>
          {verify.askAgain}
        </Button>
      </>
    );
  }
  switch (asked.is) {
    case 'asking':
      return (
        <>
          <Icon name="scan-search" />
          <span>{verify.asking}</span>
          <Button isSmall onPress={onCancel}>
            {ui.cancel}
          </Button>
        </>
      );
    case 'answered':
      return (
        <>
          <Icon name={asked.answer.exists ? 'cloud' : 'cloud-off'} />
          <span>{remoteSentence(asked.answer, words)}</span>
        </>
      );
    case 'failed':
      return <ErrorNotice fault={asked.fault} onTryAgain={onAgain} />;
    default:
      return assertNever(asked);
  }
}

/** The service needs the bytes in a file of this computer: what the page was given is copied to the host first. */
async function askService(
  bridge: Bridge,
  { chosen, verification }: { readonly chosen: Chosen; readonly verification: string },
  signal: AbortSignal,
): Promise<Result<ServiceAnswer, PageFault>> {
  const kept = chosen.kind === 'file' ? await bridge.keep(chosen.file, signal) : ok(chosen);
  if (!kept.ok) return kept;
  const { path } = kept.value;
  return bridge.call('files.verifyRemote', { path, sendContent: true, verification }, signal);
}
