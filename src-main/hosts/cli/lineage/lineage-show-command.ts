/** Provenance on the command line: an indented list with the warnings below each file, or one document. */
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import {
  type LineageLists,
  type LineageRange,
  MOST_LINEAGE_ROWS,
  MOST_LISTED,
} from '../../../../src-shared/bridge/lineage-calls.ts';
import type { LineageNode } from '../../../../src-shared/model/lineage/lineage-graph.ts';
import type { LineageRow } from '../../../../src-shared/model/lineage/lineage-view.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { counted, fileText } from '../../../../src-shared/model/words/en/figures.ts';
import { relationLabels, warningSentence } from '../../../../src-shared/model/words/en/lineage.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { noteSeen, unreadDocument } from '../project/platform-report.ts';
import type { Output } from '../output.ts';
import { type ProjectOption, readProject, withProject } from '../subjects.ts';
import { windowsOf } from '../windows-of.ts';

/** One window after the other, the last with how much was seen. */
export function printLineage(range: LineageRange, output: Output): void {
  const { counts, rows, first, total, asOfMs, unread, isComplete } = range;
  if (first === 0 && counts.secondary === 0) output.line('No secondary files yet.');
  for (const row of rows) printRow(row, output);
  if (first + rows.length < total) return;
  output.aside(
    [
      fileText(counts.files),
      counted(counts.secondary, 'secondary file', 'secondary files'),
      counted(counts.warnings, 'warning', 'warnings'),
      ...(counts.passing === 0 ? [] : [`${counts.passing} more that will resolve themselves`]),
    ].join(', ') + '.',
  );
  noteSeen({ asOfMs, unread, isComplete }, output);
}

/** Of all windows. */
export function lineageDocument(windows: readonly LineageLists[]) {
  const [seen] = windows;
  if (seen === undefined) throw new Error('a list has at least one window');
  return {
    files: windows.flatMap(({ files }) => files.map(nodeDocument)),
    citations: windows.flatMap(({ citations }) => citations),
    warnings: windows.flatMap(({ warnings }) => warnings),
    counts: seen.counts,
    isComplete: seen.isComplete,
    asOf: isoFromMs(seen.asOfMs),
    standing: seen.standing,
    unread: seen.unread.map(unreadDocument),
  };
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

function statusText({ kind, state, hold, isApproved, status }: LineageNode): string {
  if (kind === 'unknown') return 'Unknown';
  if (state !== null) return stateLabel(state, hold, isApproved);
  return `Service says: ${status ?? ''}`;
}

function nodeDocument({ uploadedAtMs, ...node }: LineageNode) {
  return { ...node, uploadedAt: isoFromMs(uploadedAtMs) };
}

/** `labseal lineage show`: which file was made from which, and what is wrong with it. It spends and sends nothing. */
interface LineageOptions extends ProjectOption {
  readonly find?: string;
  readonly warnings?: boolean;
}

const DESCRIPTION =
  'which file was made from which, what is wrong first; ends with 1 when a file cites what is deleted, unknown or not recorded, or lacks its provenance';

/** `lineage`: the noun the command is added to. */
export function addLineageShowCommand(lineage: AnsweringCommand): void {
  shows(lineage.command('show').description(DESCRIPTION));
}

/** Where it was before. */
export function addFormerLineageCommand(project: AnsweringCommand): void {
  shows(project.command('lineage', HIDDEN).isNow('lineage show'));
}

function shows(command: AnsweringCommand): void {
  withProject(command)
    .option('--find <text>', 'only files with this in their name, labels or id')
    .option('--warnings', 'only files that something is wrong with')
    .answersAbout(
      readProject('lineage show'),
      async ({ call }, output, projectId, _named, options: LineageOptions) => {
        if (output.isJson) {
          if (options.find !== undefined || options.warnings === true) {
            throw new UsageError('--json prints all of it: leave out --find and --warnings.');
          }
          const lists = windowsOf(MOST_LISTED, (window) =>
            call('lineage.lists', { projectId, ...window }),
          );
          const windows: LineageLists[] = [];
          for await (const window of lists) windows.push(window);
          output.json(lineageDocument(windows));
          return windows[0]?.counts.warnings === 0 ? EXIT.done : EXIT.needsPerson;
        }
        const filter = {
          projectId,
          ...(options.find === undefined ? {} : { text: options.find }),
          onlyWarnings: options.warnings === true,
        };
        let wrong = 0;
        const ranges = windowsOf(MOST_LINEAGE_ROWS, (window) =>
          call('lineage.range', { filter, ...window }),
        );
        for await (const range of ranges) {
          printLineage(range, output);
          wrong = range.counts.warnings;
        }
        return wrong === 0 ? EXIT.done : EXIT.needsPerson;
      },
    );
}
