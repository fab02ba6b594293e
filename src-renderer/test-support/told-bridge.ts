/** A bridge that answers what the test tells it to, remembers what was asked, and announces on demand. */
import type { CallName } from '../../src-shared/bridge/calls.ts';
import { ok } from '../../src-shared/model/result.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';

export interface ToldBridge extends Bridge {
  readonly asked: readonly { readonly name: CallName; readonly input: unknown }[];
  readonly tell: (event: PageEvent) => void;
}

type Answers = Readonly<Partial<Record<CallName, (input: unknown) => unknown>>>;

/** An answer that is no result already is taken as a value; a call without one stays open. */
export function toldBridge(answers: Answers = {}): ToldBridge {
  const listeners = new Set<(event: PageEvent) => void>();
  const asked: { name: CallName; input: unknown }[] = [];
  return {
    asked,
    tell: (event) => {
      for (const listener of listeners) listener(event);
    },
    call: async (name, input, signal) => {
      asked.push({ name, input });
      const answer = answers[name];
      if (answer === undefined) return new Promise(() => undefined);
      const value = await answer(input);
      signal.throwIfAborted();
      return Object(value).ok === undefined ? ok(value as never) : (value as never);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => undefined,
    close: () => listeners.clear(),
  };
}
