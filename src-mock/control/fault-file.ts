/**
 * Readings and faults from a JSON file: `{"readings": {…}, "faults": […]}`, both optional. The file's time and size are
 * looked at when a request comes in, not watched: what it said before a request is what that request meets.
 */
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { FaultRule } from './fault-rules.ts';
import type { Faults } from './faults.ts';
import type { Readings } from './readings.ts';

const FaultFileContent = z.strictObject({
  readings: z._default(z.record(z.string(), z.unknown()), {}),
  faults: z._default(z.array(FaultRule), []),
});

export interface FaultFileParts {
  readonly faults: Pick<Faults, 'add' | 'remove'>;
  /** Throws a ZodError when a value is not a reading. A reading taken out of the file keeps its last value. */
  readonly setReadings: (change: Partial<Readings>) => unknown;
  /** Called when the content becomes invalid while running; the previous rules stay in force. */
  readonly report: (problem: Error) => void;
}

/** Reads and applies the file. Rejects, naming file and mistake, when it cannot be used: that is for the start. */
export async function openFaultFile(path: string, parts: FaultFileParts) {
  let ownIds: readonly string[] = [];
  let appliedStamp = '';
  let refreshing: Promise<void> = Promise.resolve();

  async function applyIfChanged(): Promise<void> {
    const stamp = await stampOf(path);
    if (stamp === appliedStamp) return;
    appliedStamp = stamp; // also when the content is wrong: it is complained about once
    const content = FaultFileContent.parse(JSON.parse(await readFile(path, 'utf8')));
    parts.setReadings(content.readings);
    for (const id of ownIds) parts.faults.remove(id); // rules from elsewhere stay
    ownIds = content.faults.map((rule) => parts.faults.add(rule));
  }

  const explain = (error: unknown): Error => {
    const isShape = error instanceof z.core.$ZodError;
    const reason = isShape ? explainIssues(error) : String(error);
    return new Error(`${path} cannot be used: ${reason}`, { cause: error });
  };

  await applyIfChanged().catch((error: unknown) => {
    throw explain(error);
  });
  return {
    /** Applies the file when it has changed. To be awaited before a request is looked at; never rejects. */
    refresh(): Promise<void> {
      // One after the other: a request that comes in now must meet what the file says now.
      refreshing = refreshing
        .then(applyIfChanged)
        .catch((error: unknown) => parts.report(explain(error)));
      return refreshing;
    },
  };
}
export type FaultFile = Awaited<ReturnType<typeof openFaultFile>>;

async function stampOf(path: string): Promise<string> {
  const { mtimeNs, size, ino } = await stat(path, { bigint: true });
  return `${mtimeNs} ${size} ${ino}`;
}

/** One line per mistake in what somebody wrote by hand. zod/mini ships no sentences, so these are ours. */
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
