/** What a sentence about health is made of; moments are written by the face, in its own time zone. */

export interface HealthWords {
  /** What it is. */
  readonly title: string;
  /** What it means for the files and the credits. */
  readonly text: string;
}

export interface HealthFigures {
  readonly moment: (atMs: number) => string;
  /** "12 minutes". */
  readonly timeUntil: (atMs: number) => string;
  /** "25 hours". */
  readonly duration: (ms: number) => string;
}
