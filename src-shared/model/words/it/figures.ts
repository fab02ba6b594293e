/** Numeri e plurali come li scrive l’italiano. */
import { makePluralForm } from '../plural-form.ts';

export const integer = new Intl.NumberFormat('it-IT');
export const pluralForm = makePluralForm('it-IT');
