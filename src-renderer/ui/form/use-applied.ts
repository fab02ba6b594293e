/**
 * A setting that is typed: it applies when its field is left, with Enter, and when its screen goes, as one that is chosen
 * applies at once. What cannot be used is not applied, and stays on screen.
 */
import { useEffect, useRef, useState } from 'react';

export interface AppliedOptions<Draft, Value> {
  /** What holds now, as it would be typed. */
  readonly saved: Draft;
  /** Undefined for what cannot be used. */
  readonly read: (draft: Draft) => Value | undefined;
  readonly send: (value: Value, onDone: () => void) => void;
}

export function useApplied<Draft, Value>({ saved, read, send }: AppliedOptions<Draft, Value>) {
  const [typed, setTyped] = useState<Draft | null>(null);
  /** What was sent shows until what holds is another than it was then. */
  const [sent, setSent] = useState<{ readonly draft: Draft; readonly over: string } | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const before = JSON.stringify(saved);
  const held = sent !== null && sent.over === before ? sent.draft : saved;

  const apply = (draft: Draft | null = typed) => {
    if (draft === null) return;
    const value = read(draft);
    if (value === undefined) return;
    if (JSON.stringify(value) === JSON.stringify(read(held))) {
      setTyped(null);
      return;
    }
    send(value, () => {
      setSent({ draft, over: before });
      setTyped((now) =>
        now !== null && JSON.stringify(now) !== JSON.stringify(draft) ? now : null,
      );
      setIsSaved(true);
    });
  };

  const last = useRef(apply);
  useEffect(() => {
    last.current = apply;
  });
  // A screen that goes takes the focus along without a word: what was typed until then is kept too.
  useEffect(() => () => last.current(), []);

  return {
    draft: typed ?? held,
    change: (draft: Draft) => {
      setTyped(draft);
      setIsSaved(false);
    },
    /** Sends what was typed, or this; nothing when it is what holds already, or cannot be used. */
    apply: (draft?: Draft) => {
      if (draft !== undefined) {
        setTyped(draft);
        setIsSaved(false);
      }
      apply(draft);
    },
    /** The last change was kept, and nothing was typed since. */
    isSaved: isSaved && typed === null,
  };
}
