/** English words for provenance, as every face says them: how files are joined, and what is wrong with that. */
import type { Relation } from '../../lineage/lineage-graph.ts';
import type { ShownWarning } from '../../lineage/lineage-view.ts';

export const relationLabels: Readonly<Record<Relation, string>> = {
  'derived-from': 'Made from',
  follows: 'Procedure',
};

/** The same seen from the cited file. */
export const citedAsLabels: Readonly<Record<Relation, string>> = {
  'derived-from': 'Used for',
  follows: 'Procedure of',
};

/** What happened, what it means, what to do. `name`: of the cited file. */
export function warningSentence({ kind, cited, relation }: ShownWarning): string {
  const name = cited?.name ?? '';
  const role = relation === 'follows' ? 'procedure' : 'primary file';
  switch (kind) {
    case 'cycle':
      return 'It cites itself by way of other files, so nobody can say which came first. Upload it again with the right primary files.';
    case 'cited-deleted':
      return cited?.state === 'deleting'
        ? `Its ${role} ${name} is being deleted on the service. Its history stays, but the data can no longer be fetched from there.`
        : `Its ${role} ${name} was deleted on the service. Its history stays; keep your own copy of the data.`;
    case 'cited-record-error':
      return `Its ${role} ${name} was not written to the chain, so it proves nothing yet. Check that file again or upload it again.`;
    case 'cited-unknown':
      return `Its ${role} ${name} is not known to the service. Ask whoever uploaded this file which one was meant.`;
    case 'cited-not-seen':
      return `Its ${role} ${name} is not among the files that were seen; not all could be read. Check again when the service can be reached.`;
    case 'cited-pending':
      return cited?.state === null && cited.status !== null
        ? `The service says "${cited.status}" of its ${role} ${name}, which is no proof.`
        : `Its ${role} ${name} is still being recorded on the chain.`;
    case 'cited-not-sent':
      return `Its ${role} ${name} is only on this computer so far. This file goes after it.`;
    case 'cited-elsewhere':
      return `Its ${role} ${name} belongs to another project. Not everybody who sees this file may see that one.`;
    case 'cited-not-primary':
      return `${name} is cited as primary data and is not a primary file.`;
    case 'no-primary':
      return 'It is a secondary file and names no primary file. Say what it was made from.';
    case 'no-procedure':
      return 'It does not say how it was made. Name a file with the procedure and describe it.';
    case 'primary-cites':
      return 'It is a primary file and names files that it was made from, which primary files do not have.';
    default:
      return kind satisfies never;
  }
}
