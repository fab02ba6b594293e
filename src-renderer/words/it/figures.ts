/** Numeri, date e plurali come li scrive l’italiano. */
import { makeFigures, type Figures } from '../figures.ts';

export const figures: Figures = makeFigures('it', 'adesso');
export const { number, plural, pluralForm } = figures;
