/**
 * Parts of the page that are loaded when they are first needed, or in the background once the page is there: whoever
 * serves them may be away by the time somebody opens one.
 */
import {
  type ComponentType,
  createContext,
  type ReactElement,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { makeListeners } from '../../../src-shared/model/listeners.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from './button.tsx';
import { inTime } from './in-time.ts';
import { Page } from './page.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './page.module.css';

export interface PagePart<Part> {
  /**
   * Rejects with `PartMissing` when it cannot be had now; the next call tries again. A browser may remember that a script
   * could not be fetched for as long as the page lives, as Firefox does.
   */
  readonly load: () => Promise<Part>;
  /** Null until it was loaded. */
  readonly loaded: () => Part | null;
  /** The listener hears when it was loaded, by whomever, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A part of the page could not be fetched; `cause` is what the browser said. */
export class PartMissing extends Error {}

/** Nobody waits longer without a word. What comes later than that is shown all the same. */
export const LONGEST_LOAD_MS = 10_000;

/** Whether whoever serves the parts answers now. */
export const HostAnswers = createContext(false);

const ALL: PagePart<unknown>[] = [];

/** `among`: the parts of a page, which `loadAllParts` loads. */
export function pagePart<Part>(
  fetchPart: () => Promise<Part>,
  among: PagePart<unknown>[] = ALL,
): PagePart<Part> {
  let loaded: Part | null = null;
  const { on: subscribe, tell } = makeListeners();
  const part: PagePart<Part> = {
    loaded: () => loaded,
    load: async () => {
      const coming = fetchPart().then((came) => {
        loaded = came;
        tell();
        return came;
      });
      try {
        return await inTime(coming, LONGEST_LOAD_MS);
      } catch (cause) {
        throw new PartMissing('a part of the page could not be loaded', { cause });
      }
    },
    subscribe,
  };
  among.push(part);
  return part;
}

/**
 * Loads every part that is not there yet, one after the other, `whenIdle` before each. Parts that others bring along are
 * among them. Ends at the first that cannot be had: its host is away, and the next call goes on there.
 */
export async function loadAllParts(
  whenIdle: () => Promise<void>,
  parts: readonly PagePart<unknown>[] = ALL,
): Promise<void> {
  for (const part of parts) {
    if (part.loaded() !== null) continue;
    await whenIdle();
    try {
      await part.load();
    } catch (error) {
      if (error instanceof PartMissing) return; // whoever opens it is told
      throw error;
    }
  }
}

/**
 * A part that is loaded when it is first used, and again each time its host is back; it also appears when it is loaded in
 * the background. `wasMissing`: it was asked for before, which is said from the first moment on.
 */
function usePart<Part>(part: PagePart<Part>, wasMissing = false) {
  const loaded = useSyncExternalStore(part.subscribe, part.loaded);
  const answers = useContext(HostAnswers);
  const [isMissing, setIsMissing] = useState(wasMissing);
  const wasHere = useRef(false);
  const isWanted = loaded === null && (answers || !isMissing);
  useEffect(() => {
    const isAgain = wasHere.current;
    wasHere.current = true;
    if (!isWanted) return undefined;
    let isShown = true;
    if (isAgain) setIsMissing(false); // nothing is called missing while it is asked for
    part.load().catch(() => isShown && setIsMissing(true));
    return () => {
      isShown = false;
    };
  }, [isWanted, part]);
  return { loaded, isMissing };
}

/** A component that is a part of its own. It says when it cannot be loaded. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  waiting: ReactElement = <Skeleton lines={6} />,
): (props: Props) => ReactElement {
  const part = pagePart(fetchPart);
  return function LazyPart(props: Props): ReactElement {
    const { loaded: Part, isMissing } = usePart(part);
    if (Part !== null) return <Part {...props} />;
    return isMissing ? <MissingPart /> : waiting;
  };
}

/**
 * A whole screen: what is shown before stays until this is there. One that could not be fetched says so in a screen of its
 * own, which gives way as soon as it is there. The router shows nothing at all for a screen whose loading failed.
 */
export async function loadScreen(part: PagePart<() => ReactElement>): Promise<() => ReactElement> {
  try {
    return await part.load();
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    return function LateScreen(): ReactElement {
      const { ui } = useWords();
      const { loaded: Part, isMissing } = usePart(part, true);
      if (Part !== null) return <Part />;
      return (
        <Page title={ui.screenMissing}>{isMissing ? <MissingPart /> : <Skeleton lines={6} />}</Page>
      );
    };
  }
}

/**
 * Says that a part is not there, and what to do. With a host that answers this is not over by itself: it may be of another
 * version than the page, and the browser may not ask a second time.
 */
export function MissingPart(): ReactElement {
  const { shell } = useWords();
  const answers = useContext(HostAnswers);
  const sentence = useMissingSentence();
  return (
    <div role="alert" className={styles['missing']}>
      <p>{sentence}</p>
      {answers && <Button onPress={() => window.location.reload()}>{shell.reload}</Button>}
    </div>
  );
}

/** The same where there is room for a sentence alone. */
export function useMissingSentence(): string {
  const { ui } = useWords();
  return useContext(HostAnswers) ? ui.partNotCome : ui.partMissing;
}
