import {
  citedAsLabels,
  relationLabels,
  warningSentence,
} from '../../../src-shared/model/words/en/lineage.ts';
import { plural } from './figures.ts';

export const lineage = {
  title: 'Lineage',
  listOf: (project: string) => `Which file was made from which in ${project}`,
  view: 'Shown as',
  views: { list: 'List', graph: 'Graph' },
  count: (files: number, secondary: number) =>
    `${plural(files, 'file', 'files')}, ${plural(secondary, 'secondary file', 'secondary files')}`,
  search: 'Search by name, label or id',
  onlyWarnings: 'Only files with problems',
  warnings: (count: number) => `${plural(count, 'citation needs', 'citations need')} attention`,
  warningsText: 'They come first in the list.',
  passing: (count: number) =>
    count === 1
      ? 'One file cites a file that is still to be recorded; this resolves itself.'
      : `${plural(count, 'citation waits', 'citations wait')} for files that are still to be recorded; this resolves itself.`,
  showThem: 'Show them',
  addProcedure: 'Add procedure info',
  none: 'No secondary files yet',
  noneText:
    'Secondary files say which primary files they were made from, and how. They appear here with what they cite.',
  noneFits: 'No file fits',
  noneFitsText: 'Nothing in this project has this in its name, labels or id.',
  name: 'File',
  check: 'What is wrong',
  usedBy: 'Used by',
  usedByCount: (count: number) => plural(count, 'file', 'files'),
  level: (level: number) => `Level ${level}.`,
  relation: relationLabels,
  citedAs: citedAsLabels,
  warning: warningSentence,
  shownAbove: 'What it cites is listed above.',
  wrongCount: (count: number) => plural(count, 'warning', 'warnings'),
  unknown: 'Unknown to the service',
  onlyHere: 'Only on this computer so far',
  elsewhere: 'In another project',
  derivedFrom: 'Made from',
  howItWasMade: 'How it was made',
  nothingCited: 'It cites no file.',
  citedByNobody: 'No file was made from it.',
  showInGraph: 'Show in the graph',
  showInList: 'Show in the list',
  openFile: 'Open the file',
  wholeGraph: 'Show all that is joined',
  around: (name: string) => `${name}: what it was made from, and what was made of it`,
  all: 'Files that cite each other',
  cut: (most: number) =>
    `More than ${most} files are joined, so not all are drawn. Choose one to see all around it.`,
  legend: 'Arrows lead from what came first. A broken line leads from a procedure.',
  colours: 'What the colours mean',
  tones: {
    danger: 'Failed',
    warn: 'Needs attention',
    active: 'On its way',
    ok: 'On the service',
    neutral: 'Waiting, gone or unknown',
  },
  larger: 'Larger',
  smaller: 'Smaller',
  fit: 'Show all of it',
  nothingJoined: 'Nothing is joined yet',
  nothingJoinedText: 'No file of this project cites another one.',
  noneChosen: 'None chosen.',
  chooseFiles: 'Choose files',
  closeSearch: 'Close the search',
  searchFiles: 'Search by name, label, project or id',
  everywhere: 'In all projects',
  found: (shown: number, total: number) =>
    shown < total
      ? `${shown} of ${plural(total, 'file', 'files')}`
      : plural(total, 'file', 'files'),
  noneFound: 'No file fits.',
  filesToChoose: (label: string) => `Files to choose: ${label}`,
  orById: 'An id of the service?',
  citeId: (id: string) => `Cite ${id}`,
  notKnown: 'Nothing is known about it on this computer',
  // Completing many files at once.
  noneLacking: 'Every file says how it was made',
  noneLackingText: 'Secondary files that lack their primary files or their procedure appear here.',
  lacking: (count: number) =>
    count === 1
      ? 'One file is held because nobody said what it was made from.'
      : `${plural(count, 'file is', 'files are')} held because nobody said what they were made from.`,
  lackingCut: 'These are the first; the others come when these are done.',
  example: 'From an example',
  exampleText:
    'Choose one file and the file it was made from. What their names have in common becomes the rule.',
  exampleFile: 'A file',
  examplePrimary: 'It was made from',
  examplePrimaryHint: 'One primary file.',
  makeRule: 'Make a rule of it',
  nothingInCommon: 'Their names have nothing in common. Write the rule yourself.',
  rule: 'The rule',
  pattern: 'Names of the files',
  patternHint:
    'Such as peaks_{name}.csv: {name} is what changes, * is anything, ? is one character.',
  primaryNames: 'Names of their primary files',
  primaryNamesHint: 'Such as {name}.raw, one in each line.',
  descriptionHint: 'A sentence or two that everybody who sees the file may read.',
  labelsHint: 'Leave it empty to keep the labels that the files have.',
  ruleFaults: {
    'no-pattern': 'Write how the files are named.',
    'bad-pattern': 'A brace has no other half, or nothing in it. Write {name}.',
    'no-primary': 'Write how their primary files are named.',
    'bad-primary': 'Name one file: without * and ?, and with both halves of each brace.',
    'unknown-part': 'A part in braces is not in the names of the files above.',
    'no-procedure': 'Choose at least one file that holds the procedure.',
    'no-description': 'Describe how the files were made.',
  },
  preview: 'What each file would be given',
  verdict: 'Result',
  noRuleYet: 'Waits for the rule',
  verdicts: {
    complete: 'Found',
    several: 'Please choose',
    none: 'Not found',
    'no-match': 'Not meant by the rule',
    vague: 'The rule fits in too many ways',
  },
  noFileNamed: (name: string) => `No primary file is named ${name}.`,
  chooseBetween: (name: string, count: number) => `${name}: ${count} files have this name`,
  chooseOne: 'Choose one',
  notShown: (count: number) => `${plural(count, 'more file is', 'more files are')} not shown.`,
  keepRule:
    'Keep the rule: new files of this folder complete themselves when exactly one file fits',
  planText: (count: number, cost: string) =>
    count === 0
      ? 'No file is complete yet.'
      : `${plural(count, 'file is', 'files are')} complete. Sending costs ${cost}; nothing is recorded or charged that you did not approve.`,
  complete: (count: number) =>
    count === 0 ? 'Complete' : `Complete ${plural(count, 'file', 'files')}`,
  completed: (count: number) => `${plural(count, 'file is', 'files are')} complete.`,
  skipped: (count: number) =>
    `${plural(count, 'file was', 'files were')} on the way by then and stayed as it was.`,
  undone: (count: number, kept: number) =>
    kept === 0
      ? `${plural(count, 'file has', 'files have')} what it had before.`
      : `${plural(count, 'file has', 'files have')} what it had before; ${plural(kept, 'other', 'others')} stayed: sent, or changed since.`,
  seeLineage: 'See the lineage',
  seeFiles: 'See the files',
  keptRules: 'Rules that are kept',
  keptRulesText: 'New files of these folders complete themselves when exactly one file fits.',
  inFolder: 'In',
  forgetting: 'Forget it',
  forgetRule: 'Forget',
  forgetRuleOf: (pattern: string) => `Forget the rule for ${pattern}`,
};
