/** What became of what a person did: it is so on the service now, or it waits for it. */
export interface Done {
  readonly isSent: boolean;
  readonly sentence: string;
}
