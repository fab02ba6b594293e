import { number, plural } from './figures.ts';

export const overview = {
  title: 'Overview',
  needsYou: 'Needs you',
  nothingNeedsYou: 'Nothing needs you right now.',
  projects: 'Projects',
  noProjects: 'Projects you can see appear here.',
  needYou: (count: number) => (count === 1 ? '1 needs you' : `${number(count)} need you`),
  files: (count: number) => plural(count, 'file', 'files'),
  balance: 'Credits',
  balanceUnknown: 'The balance has not been read yet.',
};
