/** What a dry run tells of each file: plain facts, no words. */

export interface PreviewedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Upper bound; 0 for a file that would not be sent. */
  readonly credits: number;
  /** Why it would not be sent; null when it would. */
  readonly reason: PreviewReason | null;
}

export type PreviewReason =
  | { readonly kind: 'ignored'; readonly rule: string }
  /** Only files that come from now on are wanted. */
  | { readonly kind: 'there-before' }
  /** These bytes are notarized, or on the platform, and are not paid for again. */
  | { readonly kind: 'recorded' }
  /** Notarized, and changed since: other bytes go as a new version, which a person approves by itself. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-a-file'; readonly what: 'symlink' | 'special' }
  | { readonly kind: 'unreadable'; readonly errno: string };
