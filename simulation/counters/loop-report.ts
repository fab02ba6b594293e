/** What counter loops found, in lines for a person. */
import type { LoopVerdict } from './run-loop.ts';

export function lineOf({ fault, service, moments, runs, asked, broken }: LoopVerdict): string {
  const end = broken.length === 0 ? 'all held' : `${broken.length} BROKEN`;
  return `${service.padEnd(10)} ${fault.padEnd(53)} ${runs} of ${moments} moments, ${asked} asked, ${end}`;
}

/** The stories of the first broken runs. */
export function tracesOf({ fault, service, broken }: LoopVerdict, most: number): string {
  return broken
    .slice(0, most)
    .map(({ k, what, trace }) =>
      [`── ${fault}, number ${k}, ${service} ──`, ...trace, `── ${what} ──`].join('\n'),
    )
    .join('\n');
}

export function sumOf(verdicts: readonly LoopVerdict[], tookSeconds: number): string {
  const sum = (name: 'runs' | 'charges' | 'asked'): number =>
    verdicts.reduce((total, verdict) => total + verdict[name], 0);
  const broken = verdicts.reduce((total, verdict) => total + verdict.broken.length, 0);
  return (
    `${sum('runs')} mishaps in ${verdicts.length} loops, ${tookSeconds.toFixed(0)} s: ${broken} broken, ` +
    `${sum('charges')} charges, ${sum('asked')} files asked about`
  );
}
