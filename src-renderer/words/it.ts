/** Le parole della pagina in italiano. */
import { changeKindWords } from '../../src-shared/model/words/it/change-kinds.ts';
import { healthLabel, healthWords } from '../../src-shared/model/words/it/health.ts';
import { holdLabels, stateLabels } from '../../src-shared/model/words/it/states.ts';
import type { Words } from './en.ts';
import { auditWords } from '../../src-shared/model/words/it/audits.ts';
import { changePastWords } from '../../src-shared/model/words/it/change-past.ts';
import { fieldLabels } from '../../src-shared/model/words/it/record-fields.ts';
import { unreadableSentence } from '../../src-shared/model/words/it/unreadable.ts';
import { uploadResultWords } from '../../src-shared/model/words/it/upload-results.ts';
import { withheldWords } from '../../src-shared/model/words/it/withheld.ts';
import { verdictWords } from '../../src-shared/model/words/it/verdicts.ts';
import { activity } from './it/activity.ts';
import { audits } from './it/audits.ts';
import { certificates } from './it/certificates.ts';
import { credits } from './it/credits.ts';
import { assignment } from './it/assignment.ts';
import { evidence } from './it/evidence.ts';
import { faults } from './it/faults.ts';
import { firstRun } from './it/first-run.ts';
import { downloads } from './it/downloads.ts';
import { figures } from './it/figures.ts';
import { files } from './it/files.ts';
import { folders } from './it/folders.ts';
import { inbox } from './it/inbox.ts';
import { lineage } from './it/lineage.ts';
import { outbox } from './it/outbox.ts';
import { newcomer } from './it/newcomer.ts';
import { pending } from './it/pending.ts';
import { overview } from './it/overview.ts';
import { platform } from './it/platform.ts';
import { session } from './it/session.ts';
import { settings } from './it/settings.ts';
import { shell } from './it/shell.ts';
import { spend } from './it/spend.ts';
import { ui } from './it/ui.ts';
import { admin } from './it/admin.ts';
import { members } from './it/members.ts';
import { profile } from './it/profile.ts';
import { projects } from './it/projects.ts';
import { spending } from './it/spending.ts';
import { verify } from './it/verify.ts';
import { tags } from './it/tags.ts';

export const it = {
  language: { id: 'it', tag: 'it', own: 'Italiano' },
  figures,
  states: stateLabels,
  holds: holdLabels,
  health: { words: healthWords, label: healthLabel },
  withheld: withheldWords,
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
  pending,
  fields: fieldLabels,
  activity,
  inbox,
} satisfies Words;
