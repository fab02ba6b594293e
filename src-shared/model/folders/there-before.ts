/**
 * Why a file is excluded that no rule matches: it existed when its folder was added, and only new files are wanted. It
 * is stored in place of a rule, and begins as no rule can: with `#`, which starts a comment.
 */
export const THERE_BEFORE = '#there-before';
