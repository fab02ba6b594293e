/** When the service is asked whether it has a file, and what came of it. */
import type { CheckPolicy } from '../../files/assignment.ts';
import type { AgreedResults } from '../../money/upload-offer.ts';
import { byteText, counted, fileText, integer } from './figures.ts';

/** As short as a cell of a table. */
export const CHECK_TEXTS: Readonly<Record<CheckPolicy, string>> = {
  first: 'before the price',
  approved: 'after the approval',
  never: 'never',
};

/** What the choice for a folder means; null: it is as usual. */
export const CHECK_SENTENCES: Readonly<Record<CheckPolicy, string | null>> = {
  first:
    'Each new file is sent to the service before you see its price, to ask whether it is there (free).',
  approved: null,
  never:
    'The service is not asked whether it has a file: what others uploaded may be charged again.',
};

/** It is asked all the same. */
export const ASKED_AFTER_LOSS =
  'Records of this computer were lost: until that is settled, the service is asked for each approved file (free).';

interface Uploads {
  readonly files: number;
  readonly bytes: number;
}

/** "At most 24 files, 1.2 GB, are sent before the price, to ask whether the service has them (free)." */
export function checkUploadsSentence({ files, bytes }: Uploads): string {
  const are = files === 1 ? 'is' : 'are';
  const them = files === 1 ? 'it' : 'them';
  return `At most ${fileText(files)}, ${byteText(bytes)}, ${are} sent before the price, to ask whether the service has ${them} (free).`;
}

/** "24 files, 1.2 GB, were sent to ask whether the service has them (free). Nothing was recorded or charged." */
export function checkedUploadsSentence({ files, bytes }: Uploads): string {
  const [were, them] = files === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${fileText(files)}, ${byteText(bytes)}, ${were} sent to ask whether the service has ${them} (free). Nothing was recorded or charged.`;
}

/** "52 notarized, 8 were there already (free)." Null where none was. */
export function thereAlreadySentence({ recorded, thereAlready }: AgreedResults): string | null {
  if (thereAlready === 0) return null;
  const there = `${counted(thereAlready, 'was', 'were')} there already (free).`;
  return recorded === 0 ? there : `${integer(recorded)} notarized, ${there}`;
}

/** Files that were sent although the service would not say whether it has them; null where there is none. */
export function unansweredSentence(files: number): string | null {
  if (files === 0) return null;
  return `The service did not say whether it has ${fileText(files)}. ${files === 1 ? 'It was' : 'They were'} sent within your approval.`;
}
