/** Makes docs/benchmarks.md and its drawings from stored runs. Pure: the same runs give the same page. */
import { medianOf, unitOf, type Budget } from '../contest.ts';
import { figureWords, goalWords, outcomeOf, type Outcome } from '../goal.ts';
import { counted, quantityWords } from '../quantity.ts';
import { tableRows, type BenchRun } from '../report.ts';
import { barPlot } from './bar-plot.ts';
import { markdownTable } from './markdown-table.ts';
import { sizePlot } from './size-plot.ts';

export interface BenchPage {
  readonly markdown: string;
  /** By the name of its file. */
  readonly drawings: ReadonlyMap<string, string>;
  /** Goals that are missed and of which nobody has said why. */
  readonly unexplained: readonly string[];
}

const UNEXPLAINED = 'The reason is not known yet.';

type Reasons = Readonly<Record<string, string>>;

const INTRODUCTION = `# Benchmarks

Made by \`npm run bench:all\`; \`npm run bench:report\` makes this page again from the figures in \`docs/benchmarks/\`, and
\`npm run bench -- NAME\` takes one of them. Figures are those of one computer on one day and say what to expect, not what is
promised. Everybody works on the same data in one run, in turns, and the medians of the rounds are shown: the ratios count, not
the seconds. Processor time and memory are those of the whole process with its threads; wall times of other programs hold
their start, those of Labseal do not unless it says so. In the drawings Labseal is blue, a peer is orange, and grey is what
something close to the limit of this computer does.`;

/** `all`: of each workload its runs, by size. */
export function benchPage(all: readonly (readonly BenchRun[])[], reasons: Reasons): BenchPage {
  const drawings = new Map<string, string>();
  const chapters = all.flatMap((runs) => chapter(runs, drawings));
  const judged = all.flat().flatMap((run) => run.budgets.map((budget) => judge(run, budget)));
  const missed = judged.filter(({ state }) => state === 'missed');
  const parts = [
    INTRODUCTION,
    environment(all.flat()),
    ...goals(judged),
    ...(missed.length === 0 ? [] : why(missed, reasons)),
    ...chapters,
  ];
  const keys = new Set(missed.map(reasonKey));
  return {
    markdown: `${parts.join('\n\n')}\n`,
    drawings,
    unexplained: [...keys].filter((key) => reasons[key] === undefined),
  };
}

function environment(runs: readonly BenchRun[]): string {
  const days = runs.map(({ takenAt }) => takenAt.slice(0, 10)).toSorted();
  const machines = [...new Set(runs.map(({ machine }) => machine))];
  const versions = [...new Set(runs.flatMap((run) => run.versions))].toSorted();
  return [
    ...machines.map((machine) => `- ${machine}`),
    `- ${versions.join(' · ')}`,
    `- ${days[0]}${days.at(-1) === days[0] ? '' : ` to ${days.at(-1)}`}`,
  ].join('\n');
}

function goals(judged: readonly Judged[]): readonly string[] {
  const met = judged.filter(({ state }) => state === 'met').length;
  const rows = judged.map(({ run, goal, measured, state }) => [
    `[${run.workload}](#${run.workload}), ${sizeWords(run)}`,
    goal,
    measured,
    state === 'missed' ? '**missed**' : state,
  ]);
  return [
    '## Goals',
    `${met} of ${judged.length} are met.`,
    markdownTable([['Work', 'Goal', 'Measured', 'Goal is'], ...rows], 2),
  ];
}

/** One sentence for all goals that are missed for one reason. */
function why(missed: readonly Judged[], reasons: Reasons): readonly string[] {
  const byReason = Map.groupBy(missed, (each) => reasons[reasonKey(each)] ?? UNEXPLAINED);
  return [
    'What is missed, why, and what comes next:',
    ...[...byReason].map(([reason, goalsOfIt]) => {
      const named = goalsOfIt.map(
        ({ run, goal, measured, surplus }) =>
          `  - ${run.workload}, ${sizeWords(run)}: ${goal}, measured ${measured}${surplus}`,
      );
      return [`- ${reason}`, ...named].join('\n');
    }),
  ];
}

interface Judged extends Outcome {
  readonly run: BenchRun;
  readonly goal: string;
}

function reasonKey({ run, goal }: Judged): string {
  return `${run.workload}: ${goal.split(' ≤ ', 1)[0]}`;
}

function judge(run: BenchRun, budget: Budget): Judged {
  return { run, goal: goalWords(budget, run.results), ...outcomeOf(budget, run.results) };
}

function chapter(runs: readonly BenchRun[], drawings: Map<string, string>): readonly string[] {
  const name = runs[0]?.workload ?? '';
  const growth = growthDrawing(runs);
  if (growth !== null) drawings.set(`${name}-growth.svg`, growth);
  return [
    `## ${name}`,
    ...runs.flatMap((run) => section(run, drawings)),
    ...(growth === null ? [] : [`![${name}: how it grows](benchmarks/${name}-growth.svg)`]),
  ];
}

function section(run: BenchRun, drawings: Map<string, string>): readonly string[] {
  const drawingName = `${run.workload}-${run.size}.svg`;
  const plotted = run.results.flatMap(({ name, part, ...result }) => {
    const value = medianOf(result, run.plotted);
    if (value === null) return [];
    const words = quantityWords({ value, unit: unitOf(run.results, run.plotted) });
    return [{ name, part, value, words }];
  });
  const title = `${run.workload}, ${sizeWords(run)}: ${figureWords(run.plotted)}`;
  if (plotted.length > 0) drawings.set(drawingName, barPlot(title, plotted));
  const rounds = run.rounds === 1 ? 'one round' : `the median of ${run.rounds} rounds`;
  return [
    run.says,
    `\`npm run bench -- ${run.workload} --size ${run.size}\`, ${rounds}${loadWords(run)}:`,
    markdownTable(tableRows(run), 1),
    ...(plotted.length === 0 ? [] : [`![${title}](benchmarks/${drawingName})`]),
  ];
}

/** Null when there is one size only. */
function growthDrawing(runs: readonly BenchRun[]): string | null {
  const [first] = runs;
  if (first === undefined || runs.length < 2) return null;
  const unit = unitOf(first.results, first.plotted);
  const growths = first.results.map(({ name, part }) => ({
    name,
    part,
    points: runs.flatMap(({ size, results }) => {
      const result = results.find((each) => each.name === name);
      const value = result === undefined ? null : medianOf(result, first.plotted);
      return value === null ? [] : [{ size, value }];
    }),
  }));
  const title = `${first.workload}: ${figureWords(first.plotted)}, by ${first.unit}`;
  return sizePlot(
    title,
    growths.filter(({ points }) => points.length > 0),
    (value) => quantityWords({ value, unit }),
  );
}

function loadWords({ loadBefore }: BenchRun): string {
  return loadBefore === null ? '' : `, after a minute with a load of ${loadBefore.toFixed(1)}`;
}

function sizeWords({ size, unit }: BenchRun): string {
  return `${counted(size)} ${unit}`;
}
