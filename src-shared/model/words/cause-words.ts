/** What is said of each cause, by the command line, the page and the doctor. */
import type { ServiceFault, UnavailableCause } from '../status/service-fault.ts';

export type LostAnswer = Extract<ServiceFault, { kind: 'unknown-outcome' }>['why'];

/** Where more is known than that it was lost. */
export type LostAnswerWords = Readonly<Partial<Record<LostAnswer, string>>>;

export type CauseWords = Readonly<
  Record<
    UnavailableCause,
    {
      /** A sentence. */
      readonly happened: string;
      /** What to do: one or two sentences. */
      readonly repair: string;
      /** What happened, once it is over: the end of a sentence, without a full stop. */
      readonly was: string;
    }
  >
>;
