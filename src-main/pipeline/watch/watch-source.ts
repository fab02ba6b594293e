/** Where change notices come from: one subscription per directory. The watching thread adds everything else. */

export type SourceEvent =
  | { readonly kind: 'changed' }
  /** The directory is gone or was replaced: this subscription tells nothing more and is to be renewed. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly errno: string; readonly message: string };

export interface Subscription {
  close(): Promise<void>;
}

/**
 * Resolves when notices flow. A directory that cannot be watched is told through `tell`, at once or later. `pollSeconds`
 * counts where the source polls.
 */
export type WatchSource = (
  directory: string,
  tell: (event: SourceEvent) => void,
  pollSeconds: number,
) => Promise<Subscription>;

export function failureOf(error: unknown): SourceEvent {
  const errno =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'UNKNOWN';
  if (errno === 'ENOENT' || errno === 'ENOTDIR') return { kind: 'gone' };
  return { kind: 'failed', errno, message: error instanceof Error ? error.message : String(error) };
}
