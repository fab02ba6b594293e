/** Why something could not be done, in a sentence of the page's language. */
import type { Words } from './en.ts';
import type { SaidFault } from './fault-words.ts';

export type { SaidFault } from './fault-words.ts';

export function faultSentence(fault: SaidFault, words: Words): string;
/** Null where there is no fault. */
export function faultSentence(fault: SaidFault | null, words: Words): string | null;
export function faultSentence(fault: SaidFault | null, words: Words): string | null {
  if (fault === null) return null;
  // The catalog has a sentence for each kind; the compiler cannot follow that through a lookup.
  const sentence = words.faults.sentences[fault.kind] as (fault: SaidFault) => string;
  return sentence(fault);
}
