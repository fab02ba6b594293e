/** The page's words in English. The other catalogs have the same shape, which the compiler checks. */
import { healthLabels, healthWords } from '../../src-shared/model/words/en/health.ts';
import { holdLabels, stateLabels } from '../../src-shared/model/words/en/states.ts';
import { certificates } from './en/certificates.ts';
import { faults } from './en/faults.ts';
import { figures } from './en/figures.ts';
import { files } from './en/files.ts';
import { overview } from './en/overview.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { spend } from './en/spend.ts';
import { ui } from './en/ui.ts';

export const en = {
  language: { tag: 'en-GB', own: 'English' },
  figures,
  states: stateLabels,
  holds: holdLabels,
  ui,
  spend,
  health: { words: healthWords, labels: healthLabels },
  shell,
  faults,
  session,
  overview,
  files,
  certificates,
};

export type Words = typeof en;
