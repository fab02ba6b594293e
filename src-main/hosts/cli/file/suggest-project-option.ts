/** Files that only the service has are found by their project: said to whoever left it out. */
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import type { Output } from '../output.ts';

export function hintAtProject(
  answer: Result<unknown, CoreFault>,
  projectId: string | undefined,
  output: Output,
): void {
  if (answer.ok || answer.fault.kind !== 'unknown-file' || projectId !== undefined) return;
  output.note('Of a file that only the service has, name the project too, with --project ID.');
}
