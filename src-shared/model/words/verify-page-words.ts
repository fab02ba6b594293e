/** What the page that checks a bundle without Labseal says, beside the words about verdicts and bundles. */
export interface VerifyPageWords {
  readonly title: string;
  readonly intro: string;
  readonly language: string;
  readonly drop: string;
  readonly chooseFolder: string;
  readonly chooseFiles: string;
  readonly reading: (percent: string) => string;
  readonly stop: string;
  readonly stopped: string;
  /** What is meant by a light of its name. */
  readonly lists: string;
  readonly complete: (files: number) => string;
  readonly incomplete: string;
  readonly noBag: string;
  readonly fit: (matching: number, files: number) => string;
  readonly changed: string;
  readonly differs: string;
  readonly unreadable: string;
  readonly noCertificate: string;
  readonly ask: (address: string) => string;
  readonly askUnknown: string;
  readonly caution: string;
  readonly columns: {
    readonly file: string;
    readonly result: string;
    readonly fingerprint: string;
  };
  readonly more: (count: number) => string;
  readonly nothing: string;
  readonly print: string;
  readonly made: (moment: string, product: string) => string;
}
