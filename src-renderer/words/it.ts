/** Le parole della pagina in italiano. */
import { healthLabels, healthWords } from '../../src-shared/model/words/it/health.ts';
import { holdLabels, stateLabels } from '../../src-shared/model/words/it/states.ts';
import type { Words } from './en.ts';
import { certificates } from './it/certificates.ts';
import { faults } from './it/faults.ts';
import { figures } from './it/figures.ts';
import { files } from './it/files.ts';
import { overview } from './it/overview.ts';
import { session } from './it/session.ts';
import { shell } from './it/shell.ts';
import { spend } from './it/spend.ts';
import { ui } from './it/ui.ts';

export const it = {
  language: { tag: 'it', own: 'Italiano' },
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
} satisfies Words;
