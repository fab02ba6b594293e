/** Numbers, dates and plurals as English writes them. */
import { makeFigures, type Figures } from '../figures.ts';

export const figures: Figures = makeFigures('en-GB', 'now');
export const { number, plural, pluralForm } = figures;
