/** Le parole della pagina in italiano. */
import { changeKindWords } from '../../src-shared/model/words/it/change-kinds.ts';
import { healthLabel, healthWords } from '../../src-shared/model/words/it/health.ts';
import {
  holdLabels,
  overLimitsLabel,
  stateLabels,
} from '../../src-shared/model/words/it/states.ts';
import type { Words } from './en.ts';
import { auditWords } from '../../src-shared/model/words/it/audits.ts';
import { changePastWords } from '../../src-shared/model/words/it/change-past.ts';
import { fieldLabels } from '../../src-shared/model/words/it/record-fields.ts';
import { unreadableSentence } from '../../src-shared/model/words/it/unreadable.ts';
import { uploadResultWords } from '../../src-shared/model/words/it/upload-results.ts';
import { carriedOverText, carriedOverTitle } from '../../src-shared/model/words/it/carried-over.ts';
import { withheldWords } from '../../src-shared/model/words/it/withheld.ts';
import { storyWords } from '../../src-shared/model/words/it/story.ts';
import { judgementWords } from '../../src-shared/model/words/it/judgement.ts';
import { verdictWords } from '../../src-shared/model/words/it/verdicts.ts';
import { activity } from './it/activity.ts';
import { audits } from './it/audits.ts';
import { certificates } from './it/certificates.ts';
import { evidence } from './it/evidence.ts';
import { faults } from './it/faults.ts';
import { figures } from './it/figures.ts';
import { files } from './it/files.ts';
import { lineage } from './it/lineage.ts';
import { settings } from './it/settings.ts';
import { admin, members, newcomer, profile } from './it/people.ts';
import { projects, tags } from './it/projects.ts';
import { credits } from './it/credits.ts';
import { spend, spending } from './it/spending.ts';
import { notarized, outcomes } from './it/outcomes.ts';
import { outbox, pending } from './it/outbox.ts';
import { firstRun, inbox, overview } from './it/overview.ts';
import { downloads, platform } from './it/platform.ts';
import { session, shell } from './it/shell.ts';
import { assignment, folders } from './it/folders.ts';
import { ui } from './it/ui.ts';
import { verify } from './it/verify.ts';

export const it = {
  language: { id: 'it', tag: 'it', own: 'Italiano' },
  figures,
  states: stateLabels,
  holds: holdLabels,
  overLimits: overLimitsLabel,
  health: { words: healthWords, label: healthLabel },
  withheld: withheldWords,
  carriedOver: { title: carriedOverTitle, text: carriedOverText, change: 'Vedi i limiti' },
  ui,
  spend,
  assignment,
  folders,
  firstRun,
  settings,
  shell,
  faults,
  session,
  admin,
  members,
  newcomer,
  profile,
  projects,
  spending,
  tags,
  overview,
  platform,
  downloads,
  lineage,
  files,
  certificates,
  verify,
  judgement: judgementWords,
  verdicts: verdictWords,
  uploadResults: uploadResultWords,
  unreadable: unreadableSentence,
  evidence,
  audits,
  findings: auditWords,
  credits,
  changes: changeKindWords,
  changePast: changePastWords,
  outbox,
  outcomes,
  notarized,
  pending,
  fields: fieldLabels,
  activity,
  story: storyWords,
  inbox,
} satisfies Words;
