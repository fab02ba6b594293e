/** What a test may say of itself in its options (`meta`), for the summary of `npm test`. */
import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** What is missing where it is skipped: the end of "not run: …". */
    notRunBecause?: string;
  }
}
