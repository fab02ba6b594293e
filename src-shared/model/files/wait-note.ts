/** What a waiting file waits for, beyond the code of its hold: plain data that a row keeps and faces put into words. */

export type WaitNote =
  /** The person stopped its upload. */
  | { readonly waits: 'stopped' }
  /** The pause ends by itself then. */
  | { readonly waits: 'until'; readonly atMs: number }
  /** Sending it would take longer than the session lasts. */
  | { readonly waits: 'session-too-short'; readonly takesMs: number }
  /** So many tries in a row led no further. */
  | { readonly waits: 'no-progress'; readonly tries: number };

/** The note as a row keeps it. */
export function writeWaitNote(note: WaitNote): string {
  return JSON.stringify(note);
}

/** Null for a row that has none, and for a text of somebody else's. */
export function readWaitNote(text: string | null): WaitNote | null {
  return text !== null && text.startsWith('{"waits":') ? (JSON.parse(text) as WaitNote) : null;
}
