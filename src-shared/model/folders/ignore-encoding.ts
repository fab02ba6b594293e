/** Why an ignore file cannot be read as text, by the encoding that it seems to be in. */
export type TextEncodingName = 'Latin-1' | 'UTF-16' | 'UTF-32' | 'binary';

/** Begins the code of a directory that is closed for that; the name of the encoding follows. */
export const IGNORE_ENCODING = 'EENCODING:';
