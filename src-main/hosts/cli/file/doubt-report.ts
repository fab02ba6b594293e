/** Unknown upload results in a terminal: one sentence for all files with the same evidence, and how to decide about them. */
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
  priceText,
} from '../../../../src-shared/model/words/en/figures.ts';
import { uploadResultWords } from '../../../../src-shared/model/words/en/upload-results.ts';
import type { Output } from '../output.ts';

const FIGURES = { moment: momentText, duration: durationText };
const MAX_PATHS = 5;

export function doubtGroupSentence(group: DoubtGroup): string {
  return uploadResultWords.evidence(group, FIGURES);
}

/** The groups and how to decide about them; nothing when there is none. */
export function printDoubtGroups(groups: readonly DoubtGroup[], output: Output): void {
  for (const group of groups) output.line(doubtGroupSentence(group));
  printDecisions(groups, output);
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
  printDecisions(groups, output);
}

function printDecisions(groups: readonly DoubtGroup[], output: Output): void {
  const checking = groups.find(({ evidence }) => evidence === 'checking');
  if (checking !== undefined) {
    const from = momentText(checking.toldFromMs);
    output.line(
      `The next "labseal sync" checks again; that something was not recorded can be said from ${from} on at the earliest.`,
    );
  }
  const open = groups.filter(({ evidence }) => evidence !== 'checking');
  if (open.length === 0) return;
  output.line('Nothing is sent again before you decide with "labseal file resolve":');
  output.line('  --check, --leave or --send-again, for one FILE or with --all.');
  for (const group of open) {
    output.line(`  Sending ${group.evidence} again costs ${priceText(group)}.`);
  }
}
