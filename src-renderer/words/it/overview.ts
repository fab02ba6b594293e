import type { overview as english } from '../en/overview.ts';
import { number, plural } from './figures.ts';

export const overview = {
  title: 'Panoramica',
  needsYou: 'Richiedono te',
  nothingNeedsYou: 'Per ora niente richiede te.',
  projects: 'Progetti',
  noProjects: 'Qui appaiono i progetti che puoi vedere.',
  needYou: (count) => (count === 1 ? '1 richiede te' : `${number(count)} richiedono te`),
  files: (count) => plural(count, 'file', 'file'),
  balance: 'Crediti',
  balanceUnknown: 'Il saldo non è ancora stato letto.',
} satisfies typeof english;
