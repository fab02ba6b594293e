/** What is said about a session that did not end and is not used. */
export interface WithheldWords {
  readonly found: string;
  readonly repair: string;
}
