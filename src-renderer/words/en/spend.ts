import { number, plural, pluralForm } from './figures.ts';

export const spend = {
  title: (files: number) => `Approve ${plural(files, 'file', 'files')}?`,
  files: 'Files',
  price: 'Price',
  balance: 'Balance',
  left: 'Left afterwards',
  notRead: 'Not read yet',
  short: 'Short by',
  shortText: 'What does not fit waits for credits; nothing is lost.',
  exactText: 'This price matches what the service charged before.',
  aboutText: 'The service names no exact price in advance. It is never more than this.',
  again:
    'The service received this before and did not write it to the chain. That upload may have been charged; this one is charged too.',
  approve: (price: string) => `Approve ${price}`,
  hasGrown: 'The price has just grown, so nothing was approved. Look at it and approve again.',
  waits: (files: number) =>
    pluralForm(
      files,
      '1 file waits for your approval.',
      `${number(files)} files wait for your approval.`,
    ),
  costs: (files: number, price: string) =>
    pluralForm(files, `It costs ${price}`, `They cost ${price} together`),
  leaves: (credits: number) => `${number(credits)} left afterwards.`,
  lacks: (credits: number) => `${number(credits)} short: what does not fit waits for credits.`,
};
