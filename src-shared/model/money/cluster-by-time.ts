/** Puts together what was under way at about the same time, as far as two clocks can tell. Pure. */

/** The service's clock and ours may differ by this much. */
export const CLOCK_SLACK_MS = 120_000;

export interface Lasting {
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

/** Runs of jobs whose times, with the slack on both sides, touch; oldest first. */
export function clusterByTime<Job extends Lasting>(
  jobs: readonly Job[],
): readonly (readonly Job[])[] {
  const clusters: Job[][] = [];
  let untilMs = -Infinity;
  for (const job of jobs.toSorted((one, other) => one.beganAtMs - other.beganAtMs)) {
    const current = clusters.at(-1);
    if (current !== undefined && job.beganAtMs <= untilMs + 2 * CLOCK_SLACK_MS) current.push(job);
    else clusters.push([job]);
    untilMs = Math.max(untilMs, job.endedAtMs);
  }
  return clusters;
}

/** When charges of these jobs may have been noted by the service's clock: both ends belong to it. */
export function timeOf(cluster: readonly Lasting[]): {
  readonly fromMs: number;
  readonly untilMs: number;
} {
  return {
    fromMs: Math.min(...cluster.map(({ beganAtMs }) => beganAtMs)) - CLOCK_SLACK_MS,
    untilMs: Math.max(...cluster.map(({ endedAtMs }) => endedAtMs)) + CLOCK_SLACK_MS,
  };
}
