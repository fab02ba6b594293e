/**
 * Says to screen readers what changed without moving the focus. One polite region for the page and one assertive, which
 * is for lost work only.
 */
import {
  createContext,
  useContext,
  useMemo,
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

interface Said {
  readonly sentence: string;
  /** Saying the same again has to change the text, or nobody hears it. */
  readonly turn: number;
}
const NOTHING: Said = { sentence: '', turn: 0 };

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
  const announce = useMemo<Announce>(
    () =>
      (sentence, urgency = 'polite') => {
        const set = urgency === 'polite' ? setPolite : setAssertive;
        set(({ turn }) => ({ sentence, turn: turn + 1 }));
      },
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* A dialog hides all else from screen readers, and what is said of an answer comes while it is still open. */}
      <div data-live-announcer className={classes(styles['hidden'], styles['regions'])}>
        <div role="status" aria-live="polite">
          <span key={polite.turn}>{polite.sentence}</span>
        </div>
        <div role="alert" aria-live="assertive">
          <span key={assertive.turn}>{assertive.sentence}</span>
        </div>
      </div>
    </AnnounceContext>
  );
}
