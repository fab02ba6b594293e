/** How many characters a text may have that a person gives: every text has a longest length, so that no message can fill the memory. */
export const LONGEST_NAME = 400;
export const LONGEST_PATH = 4_096;
export const LONGEST_TEXT = 20_000;
