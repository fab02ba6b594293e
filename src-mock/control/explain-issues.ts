/** Says what is wrong with data somebody wrote by hand. zod/mini ships no sentences, only facts; these are ours. */
import type * as z from 'zod/mini';

/** One line per mistake: where it is, and what is wrong there. */
export function explainIssues(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${where(issue.path)}${what(issue)}`).join('; ');
}

function where(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : `${path.map(String).join('.')}: `;
}

function what(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown key "${issue.keys.join('", "')}"`;
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return `not acceptable (${issue.code})`;
}
