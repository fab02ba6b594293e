/** Unknown upload results in a terminal: one sentence for all files with the same evidence, and what sends them again. */
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import {
  doubtOf,
  groupDoubts,
  type DoubtGroup,
} from '../../../../src-shared/model/files/upload-evidence.ts';
import {
  counted,
  durationText,
  momentText,
  atMostText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { uploadResultWords } from '../../../../src-shared/model/words/en/upload-results.ts';
import type { Output } from '../output.ts';

const FIGURES = { moment: momentText, duration: durationText };
const MAX_PATHS = 5;

export function doubtGroupSentence(group: DoubtGroup): string {
  return uploadResultWords.evidence(group, FIGURES);
}

/** The groups and what sends them again; nothing when there is none. */
export function printDoubtGroups(groups: readonly DoubtGroup[], output: Output): void {
  for (const group of groups) output.line(doubtGroupSentence(group));
  printWaysOut(groups, output);
}

/** As `printDoubtGroups`, with what was received for the first files of each group. */
export function printDoubts(views: readonly FileView[], output: Output): void {
  const doubtful = views.flatMap((view) => {
    const { doubt } = view;
    const one = doubtOf(view);
    return doubt === null || one === null ? [] : [{ ...one, doubt, path: view.path }];
  });
  const groups = groupDoubts(doubtful);
  for (const group of groups) {
    output.line(doubtGroupSentence(group));
    const files = doubtful.filter(({ evidence }) => evidence === group.evidence);
    for (const { path, doubt } of files.slice(0, MAX_PATHS)) {
      output.line(`    ${path}`);
      output.line(`      ${uploadResultWords.received(doubt.received, doubt.sinceMs, FIGURES)}`);
    }
    const more = files.length - MAX_PATHS;
    if (more > 0) output.line(`    and ${counted(more, 'more file', 'more files')}.`);
  }
  printWaysOut(groups, output);
}

function printWaysOut(groups: readonly DoubtGroup[], output: Output): void {
  const checking = groups.find(({ evidence }) => evidence === 'checking');
  if (checking !== undefined) {
    const from = momentText(checking.toldFromMs);
    output.line(
      `The next "labseal sync" looks again; whether they arrived can be told from ${from} on.`,
    );
  }
  const open = groups.filter(({ evidence }) => evidence !== 'checking');
  for (const group of open) {
    const which = open.length > 1 ? ` --evidence ${group.evidence}` : '';
    output.line(
      `"labseal file resolve --all${which}" sends ${group.files === 1 ? 'it' : 'them'} again for ${atMostText(group.credits)}; what arrived is paid twice.`,
    );
  }
}
