/** Numeri, momenti e plurali come li scrive l’italiano. */
import { onFirstUse } from '../../on-first-use.ts';
import { makePluralForm } from '../plural-form.ts';

const integerFormat = onFirstUse(() => new Intl.NumberFormat('it-IT'));
const momentFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('it-IT', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }),
);

export const integer = (value: number): string => integerFormat().format(value);
export const momentText = (ms: number): string => `${momentFormat().format(ms)} UTC`;
export const pluralForm = makePluralForm('it-IT');
