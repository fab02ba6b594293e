/**
 * Parts of the page that are loaded when they are first needed, or in the background once the page is there: whoever
 * serves them may be away by the time somebody opens one.
 */
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Button } from './button.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './page.module.css';

export interface PagePart<Part> {
  /** Rejects with `PartMissing` when it cannot be had now; the next call tries again. */
  readonly load: () => Promise<Part>;
  /** Null until it was loaded. */
  readonly loaded: () => Part | null;
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
  const part: PagePart<Part> = {
    loaded: () => loaded,
    load: async () => {
      try {
        loaded = await fetchPart();
        return loaded;
      } catch (cause) {
        throw new PartMissing('a part of the page could not be loaded', { cause });
      }
    },
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

/** A component that is a part of its own. It says when it cannot be loaded, and offers to try again. */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  const part = pagePart(fetchPart);
  return function LazyPart(props: Props): ReactElement {
    const [state, setState] = useState<'loading' | 'missing' | { Part: ComponentType<Props> }>(
      () => {
        const Part = part.loaded();
        return Part === null ? 'loading' : { Part };
      },
    );
    useEffect(() => {
      if (state !== 'loading') return undefined;
      let isShown = true;
      part.load().then(
        (Part) => isShown && setState({ Part }),
        () => isShown && setState('missing'),
      );
      return () => {
        isShown = false;
      };
    }, [state]);
    if (state === 'loading') return <Skeleton lines={6} />;
    if (state === 'missing') return <MissingPart onTryAgain={() => setState('loading')} />;
    return <state.Part {...props} />;
  };
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
