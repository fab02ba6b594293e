/** Where change notices come from: one subscription per directory. The watching thread adds everything else. */
import { codeOf, meansAbsent } from '../../platform/errno.ts';

export type SourceEvent =
  | { readonly kind: 'changed' }
  /** The directory is gone or was replaced: this subscription reports nothing more and must be renewed. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly errno: string; readonly message: string };

export interface Subscription {
  close(): Promise<void>;
}

/**
 * Resolves when the subscription is active. A directory that cannot be watched is reported through `tell`, at once or
 * later. `pollSeconds` is used only by a source that polls.
 */
export type WatchSource = (
  directory: string,
  tell: (event: SourceEvent) => void,
  pollSeconds: number,
) => Promise<Subscription>;

export function failureOf(error: unknown): SourceEvent {
  const errno = codeOf(error) ?? 'UNKNOWN';
  if (meansAbsent(errno)) return { kind: 'gone' };
  return { kind: 'failed', errno, message: error instanceof Error ? error.message : String(error) };
}
