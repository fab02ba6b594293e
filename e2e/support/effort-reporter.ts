/** Prints the clicks and fields of the journeys as a table. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { EFFORT } from './count-effort.ts';

export default class EffortReporter implements Reporter {
  readonly #rows: string[] = [];

  onTestEnd({ title }: TestCase, { annotations, status }: TestResult): void {
    const effort = annotations.find(({ type }) => type === EFFORT)?.description ?? '– | –';
    this.#rows.push(`| ${title}${status === 'passed' ? '' : ` (${status})`} | ${effort} |`);
  }

  onEnd(): void {
    const head = ['| Journey | Clicks | Fields |', '| --- | --: | --: |'];
    process.stdout.write(`${[...head, ...this.#rows.toSorted()].join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
