/** Numeri e plurali come li scrive l’italiano. */
import { onFirstUse } from '../../on-first-use.ts';
import { makePluralForm } from '../plural-form.ts';

export const integer = onFirstUse(() => new Intl.NumberFormat('it-IT'));
export const pluralForm = makePluralForm('it-IT');
