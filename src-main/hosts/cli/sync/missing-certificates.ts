/** Certificates that the service does not give, for people and for scripts. */
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { PassReport } from '../../../../src-shared/bridge/sync-calls.ts';
import { coreFaultSentence } from '../fault-text.ts';

type Missing = PassReport['missingCertificates'];

const MOST_NAMES = 10; // for each reason; --json has all

/** One note for all with the same reason. */
export function missingNotes(missing: Missing): readonly string[] {
  const reasons = Map.groupBy(missing, ({ fault }) => coreFaultSentence(fault));
  return [...reasons].map(([reason, all]) => {
    const names = all.slice(0, MOST_NAMES).map(({ name }) => name);
    const more = all.length - names.length;
    const listed = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    return `${counted(all.length, 'certificate is', 'certificates are')} missing (${listed}). ${reason}`;
  });
}

export function missingDocument(missing: Missing) {
  return missing.map(({ fileId, projectId, name, fault }) => ({
    fileId,
    projectId,
    name,
    why: coreFaultSentence(fault),
  }));
}
