/** Provenance on the command line: an indented list with the warnings below each file, or one document. */
import type { Command } from 'commander';
import {
  countLineage,
  type LineageFilter,
  type LineageRow,
  lineageRows,
  type LineageSeen,
} from '../../../../src-shared/model/lineage/lineage-view.ts';
import type { Lineage } from '../../../../src-shared/model/lineage/lineage.ts';
import type { LineageNode } from '../../../../src-shared/model/lineage/lineage-graph.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { counted } from '../../../../src-shared/model/words/en/figures.ts';
import { relationLabels, warningSentence } from '../../../../src-shared/model/words/en/lineage.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { type CommandContext, valueOf } from '../command-context.ts';
import { EXIT } from '../exit-code.ts';
import { asOfDocument, copyNote } from '../outbox/pending-marks.ts';
import type { Output } from '../output.ts';
import { type ProjectOption, projectOf, withProject } from '../subjects.ts';

/** Returns how many warnings a person has to do something about. */
export function printLineage(
  lineage: Lineage,
  seen: LineageSeen,
  filter: LineageFilter,
  output: Output,
): number {
  const counts = countLineage(lineage);
  const rows = lineageRows(lineage, filter);
  output.json({
    files: [...lineage.nodes.values()].map(nodeDocument),
    citations: lineage.edges,
    warnings: lineage.warnings,
    counts,
    isComplete: seen.isComplete,
    asOf: asOfDocument(seen.asOfMs),
    standing: seen.standing,
    unread: seen.unread.map(({ visibility, fault }) => ({ visibility, fault: fault.kind })),
  });
  if (counts.secondary === 0) output.line('No secondary files yet.');
  for (const row of rows) printRow(row, output);
  output.aside(
    [
      counted(counts.files, 'file', 'files'),
      counted(counts.secondary, 'secondary file', 'secondary files'),
      counted(counts.warnings, 'warning', 'warnings'),
      ...(counts.passing === 0 ? [] : [`${counts.passing} more that will resolve themselves`]),
    ].join(', ') + '.',
  );
  const age = copyNote(seen.asOfMs);
  if (age !== null) output.note(age);
  for (const { visibility, fault } of seen.unread) {
    output.note(`The ${visibility} files could not be read. ${faultSentence(fault)}`);
  }
  if (!seen.isComplete && seen.unread.length === 0) {
    output.note('The service did not show all files, or does not stop listing. There may be more.');
  }
  return counts.warnings;
}

function printRow(row: LineageRow, output: Output): void {
  const { node, level, relation, isShownAbove, warnings } = row;
  const indent = '  '.repeat(level - 1);
  const how = relation === null ? '' : `${relationLabels[relation]}: `;
  const facts = [statusText(node), node.fileType, node.fileId ?? 'on this computer'];
  const above = isShownAbove ? ' · what it cites stands above' : '';
  output.line(`${indent}${how}${node.name} · ${facts.filter(Boolean).join(' · ')}${above}`);
  if (isShownAbove) return; // and so are its warnings
  if (node.procedureDescription !== null)
    output.line(`${indent}  How: ${node.procedureDescription}`);
  for (const warning of warnings) output.line(`${indent}  ! ${warningSentence(warning)}`);
}

function statusText({ kind, state, hold, status }: LineageNode): string {
  if (kind === 'unknown') return 'Unknown';
  if (state !== null) return stateLabel(state, hold);
  return `Service says: ${status ?? ''}`;
}

function nodeDocument({ uploadedAtMs, ...node }: LineageNode) {
  return { ...node, uploadedAt: uploadedAtMs === null ? null : isoFromMs(uploadedAtMs) };
}

/** `labseal project lineage`: which file was made from which, and what is wrong with it. It spends and sends nothing. */
interface LineageOptions extends ProjectOption {
  readonly find?: string;
  readonly warnings?: boolean;
  readonly json?: boolean;
}

/** `project`: the noun the command is added to. */
export function addProjectLineageCommand(project: Command, context: CommandContext): void {
  withProject(
    project
      .command('lineage')
      .description(
        'which file was made from which, what is wrong first; ends with 1 when a file cites what is deleted, unknown or not recorded, or lacks its provenance',
      ),
  )
    .option('--find <text>', 'only files with this in their name, labels or id')
    .option('--warnings', 'only files that something is wrong with')
    .option('--json', 'print one JSON document')
    .action((named: string | undefined, options: LineageOptions) => {
      const id = projectOf(named, options, 'project lineage');
      return context.withAccount(options, async ({ lineage }, output) => {
        const read = valueOf(await lineage.read(id, 'fresh', context.signal));
        const filter = { text: options.find, onlyWarnings: options.warnings };
        const wrong = printLineage(read.lineage, read.seen, filter, output);
        return wrong === 0 ? EXIT.done : EXIT.needsPerson;
      });
    });
}
