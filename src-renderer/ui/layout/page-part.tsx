/**
 * Parts of the page that are loaded when they are first needed, or in the background once the page is there: whoever
 * serves them may be away by the time somebody opens one.
 */
import {
  type ComponentType,
  type ReactElement,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { makeListeners } from '../../../src-shared/model/listeners.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './page.module.css';

export interface PagePart<Part> {
  /** Rejects with `PartMissing` when it cannot be had now; the next call tries again. */
  readonly load: () => Promise<Part>;
  /** Null until it was loaded. */
  readonly loaded: () => Part | null;
  /** The listener hears when it was loaded, by whomever, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A part of the page could not be fetched; `cause` is what the browser said. */
export class PartMissing extends Error {}

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
      try {
        loaded = await fetchPart();
      } catch (cause) {
        throw new PartMissing('a part of the page could not be loaded', { cause });
      }
      tell();
      return loaded;
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

/** A part that is loaded when it is first used; it also appears when it is loaded in the background. */
function usePart<Part>(part: PagePart<Part>) {
  const loaded = useSyncExternalStore(part.subscribe, part.loaded);
  const [isMissing, setIsMissing] = useState(false);
  const isWanted = loaded === null && !isMissing;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isShown = true;
    part.load().catch(() => isShown && setIsMissing(true));
    return () => {
      isShown = false;
    };
  }, [isWanted, part]);
  return { loaded, isMissing, tryAgain: () => setIsMissing(false) };
}

/** A component that is a part of its own. It says when it cannot be loaded, and offers to try again. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  const part = pagePart(fetchPart);
  return function LazyPart(props: Props): ReactElement {
    const { loaded: Part, isMissing, tryAgain } = usePart(part);
    if (Part !== null) return <Part {...props} />;
    return isMissing ? <MissingPart onTryAgain={tryAgain} /> : <Skeleton lines={6} />;
  };
}

/**
 * A whole screen: what is shown before stays until this is there. One that could not be fetched says so in a screen of its
 * own, which gives way as soon as the host is back. The router shows nothing at all for a screen whose loading failed.
 */
export async function loadScreen(part: PagePart<() => ReactElement>): Promise<() => ReactElement> {
  try {
    return await part.load();
  } catch (error) {
    if (!(error instanceof PartMissing)) throw error;
    return function LateScreen(): ReactElement {
      const { ui } = useWords();
      const { loaded: Part, tryAgain } = usePart(part);
      if (Part !== null) return <Part />;
      return (
        <Page title={ui.screenMissing}>
          <MissingPart onTryAgain={tryAgain} />
        </Page>
      );
    };
  }
}

export function MissingPart({ onTryAgain }: Readonly<{ onTryAgain: () => void }>): ReactElement {
  const { ui, faults } = useWords();
  return (
    <div role="alert" className={styles['missing']}>
      <p>{ui.partMissing}</p>
      <Button onPress={onTryAgain}>{faults.tryAgain}</Button>
    </div>
  );
}
