/**
 * Says to screen readers what changed without moving the focus. One polite region for the page and one assertive, which
 * is for lost work only.
 */
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useWords } from '../../words/words-context.ts';
import { classes } from '../layout/classes.ts';
import styles from '../layout/hidden.module.css';

export type Announce = (sentence: string, urgency?: 'polite' | 'assertive') => void;

const AnnounceContext = createContext<Announce>(() => undefined);

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Long enough for whoever hears it late, and short enough that it is not read as the present state of the page. */
const KEPT_MS = 15_000;

interface Said {
  readonly sentence: string;
  /** Of its own for each: the same again is another element, or nobody would hear it. */
  readonly turn: number;
}
const NOTHING: readonly Said[] = [];

export function LiveRegions({ children }: Readonly<{ children: ReactNode }>): ReactElement {
  const [polite, setPolite] = useState(NOTHING);
  const [assertive, setAssertive] = useState(NOTHING);
  const { language } = useWords();
  const [saidIn, setSaidIn] = useState(language);
  if (saidIn !== language) {
    setSaidIn(language);
    setPolite(NOTHING); // it is in another language, which would be read out as if it were in this one
    setAssertive(NOTHING);
  }
  const turns = useRef(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const announce = useMemo<Announce>(
    () =>
      (sentence, urgency = 'polite') => {
        const set = urgency === 'polite' ? setPolite : setAssertive;
        if (sentence === '') {
          set(NOTHING);
          return;
        }
        turns.current += 1;
        const turn = turns.current;
        set((before) => [
          ...before.filter((said) => said.sentence !== sentence),
          { sentence, turn },
        ]);
        const timer = setTimeout(() => {
          timers.current.delete(timer);
          set((before) => before.filter((said) => said.turn !== turn));
        }, KEPT_MS);
        timers.current.add(timer);
      },
    [],
  );
  useEffect(() => {
    const kept = timers.current;
    return () => {
      for (const timer of kept) clearTimeout(timer);
    };
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* A dialog hides all else from screen readers, and what is said of an answer comes while it is still open. */}
      <div data-live-announcer className={classes(styles['hidden'], styles['regions'])}>
        <div role="status" aria-live="polite" aria-atomic="false">
          <Sentences said={polite} />
        </div>
        <div role="alert" aria-live="assertive" aria-atomic="false">
          <Sentences said={assertive} />
        </div>
      </div>
    </AnnounceContext>
  );
}

/** Each in an element of its own: one that comes is said without those before it, and swallows none of them. */
function Sentences({ said }: Readonly<{ said: readonly Said[] }>): ReactElement {
  return (
    <>
      {said.map(({ sentence, turn }) => (
        <p key={turn}>{sentence}</p>
      ))}
    </>
  );
}
