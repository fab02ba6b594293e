/** A bridge that answers what the test tells it to, remembers what was asked, and announces on demand. */
import type { CertificateForm } from '../../src-shared/bridge/certificate-calls.ts';
import type { CallName } from '../../src-shared/bridge/calls.ts';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { Bridge, PageEvent } from '../bridge/bridge.ts';

export interface FakeBridge extends Bridge {
  readonly asked: readonly { readonly name: CallName; readonly input: unknown }[];
  /** What this call was asked with, the earliest first. */
  readonly inputs: (call: CallName) => readonly unknown[];
  readonly tell: (event: PageEvent) => void;
}

export type Answers = Readonly<
  Partial<Record<CallName, (input: unknown) => unknown>> & {
    /** Of a certificate; one without bytes is not saved. */
    readonly bytes?: (form: CertificateForm, asked: string) => Uint8Array<ArrayBuffer>;
  }
>;

/** An answer that is no result already is taken as a value; a call without one stays open. */
export function fakeBridge(answers: Answers = {}): FakeBridge {
  const listeners = new Set<(event: PageEvent) => void>();
  const asked: { name: CallName; input: unknown }[] = [];
  return {
    asked,
    inputs: (call) => asked.filter(({ name }) => name === call).map(({ input }) => input),
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
    bytes: async (form, asked_, signal) => {
      await Promise.resolve();
      signal.throwIfAborted();
      const bytes = answers.bytes?.(form, asked_);
      return bytes === undefined ? fail({ kind: 'unknown-file', asked: asked_ }) : ok(bytes);
    },
    keep: ({ name, size }) => Promise.resolve(ok({ path: `/inbox/${name}`, sizeBytes: size })),
    hand: async ({ name, size }, { onSent }, signal) => {
      onSent(size);
      await Promise.resolve();
      signal.throwIfAborted();
      return ok({ subject: { kind: 'handed', handle: `handle of ${name}` }, digests: {} });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => undefined,
    close: () => listeners.clear(),
  };
}
