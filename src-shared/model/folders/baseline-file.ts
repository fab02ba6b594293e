/**
 * Why a file is left out that no rule matches: it lay in its folder when that was added, and only new files are wanted.
 * It stands where the rule stands otherwise, and begins as no rule can: with `#`, which opens a comment.
 */
export const THERE_BEFORE = '#there-before';
