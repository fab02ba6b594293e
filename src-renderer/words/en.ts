/** The page's words in English. The other catalogs have the same shape, which the compiler checks. */
import type { Language } from '../../src-shared/model/words/languages.ts';
import { changeKindWords } from '../../src-shared/model/words/en/change-kinds.ts';
import { healthLabel, healthWords } from '../../src-shared/model/words/en/health.ts';
import {
  holdLabels,
  overLimitsLabel,
  stateLabels,
} from '../../src-shared/model/words/en/states.ts';
import { auditWords } from '../../src-shared/model/words/en/audits.ts';
import { changePastWords } from '../../src-shared/model/words/en/change-past.ts';
import { fieldLabels } from '../../src-shared/model/words/en/record-fields.ts';
import { unreadableSentence } from '../../src-shared/model/words/en/unreadable.ts';
import { uploadResultWords } from '../../src-shared/model/words/en/upload-results.ts';
import { carriedOverText, carriedOverTitle } from '../../src-shared/model/words/en/carried-over.ts';
import { withheldWords } from '../../src-shared/model/words/en/withheld.ts';
import { storyWords } from '../../src-shared/model/words/en/story.ts';
import { judgementWords } from '../../src-shared/model/words/en/judgement.ts';
import { verdictWords } from '../../src-shared/model/words/en/verdicts.ts';
import { activity } from './en/activity.ts';
import { audits } from './en/audits.ts';
import { certificates } from './en/certificates.ts';
import { evidence } from './en/evidence.ts';
import { faults } from './en/faults.ts';
import { figures } from './en/figures.ts';
import { files } from './en/files.ts';
import { lineage } from './en/lineage.ts';
import { settings } from './en/settings.ts';
import { admin, members, newcomer, profile } from './en/people.ts';
import { projects, tags } from './en/projects.ts';
import { credits } from './en/credits.ts';
import { spend, spending } from './en/spending.ts';
import { notarized, outcomes } from './en/outcomes.ts';
import { outbox, pending } from './en/outbox.ts';
import { firstRun, inbox, overview } from './en/overview.ts';
import { downloads, platform } from './en/platform.ts';
import { session, shell } from './en/shell.ts';
import { assignment, folders } from './en/folders.ts';
import { ui } from './en/ui.ts';
import { verify } from './en/verify.ts';

export const en = {
  language: { id: 'en' as Language, tag: 'en-GB', own: 'English' },
  figures,
  states: stateLabels,
  holds: holdLabels,
  overLimits: overLimitsLabel,
  health: { words: healthWords, label: healthLabel },
  withheld: withheldWords,
  carriedOver: { title: carriedOverTitle, text: carriedOverText, change: 'See limits' },
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
};

export type Words = typeof en;
