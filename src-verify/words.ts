/** Everything that the page says, by language. */
import type { EvidenceWords } from '../src-shared/model/words/evidence-words.ts';
import { evidenceWords as englishEvidence } from '../src-shared/model/words/en/evidence.ts';
import { reportWords as englishReport } from '../src-shared/model/words/en/verification-report.ts';
import { judgementWords as englishJudgement } from '../src-shared/model/words/en/judgement.ts';
import { verdictWords as englishVerdicts } from '../src-shared/model/words/en/verdicts.ts';
import {
  verifyPageWords as englishPage,
  type VerifyPageWords,
} from '../src-shared/model/words/en/verify-page.ts';
import { evidenceWords as italianEvidence } from '../src-shared/model/words/it/evidence.ts';
import { reportWords as italianReport } from '../src-shared/model/words/it/verification-report.ts';
import { judgementWords as italianJudgement } from '../src-shared/model/words/it/judgement.ts';
import { verdictWords as italianVerdicts } from '../src-shared/model/words/it/verdicts.ts';
import { verifyPageWords as italianPage } from '../src-shared/model/words/it/verify-page.ts';
import type { JudgementWords } from '../src-shared/model/words/judgement-words.ts';
import type { Language } from '../src-shared/model/words/languages.ts';
import type { VerdictFigures, VerdictWords } from '../src-shared/model/words/verdict-words.ts';

export interface Words {
  readonly page: VerifyPageWords;
  readonly judgement: JudgementWords;
  readonly verdicts: VerdictWords;
  readonly evidence: EvidenceWords;
  readonly figures: VerdictFigures;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    page: englishPage,
    judgement: englishJudgement,
    verdicts: englishVerdicts,
    evidence: englishEvidence,
    figures: { moment: englishReport.moment, size: englishReport.bytes },
  },
  it: {
    page: italianPage,
    judgement: italianJudgement,
    verdicts: italianVerdicts,
    evidence: italianEvidence,
    figures: { moment: italianReport.moment, size: italianReport.bytes },
  },
};

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', it: 'Italiano' };
