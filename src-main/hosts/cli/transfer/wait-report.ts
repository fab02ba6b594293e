/** What files wait for, for people and for scripts. */
import type { Wait } from '../../../../src-shared/model/files/queue-view.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { waitLine } from '../../../../src-shared/model/words/en/waits.ts';
import type { Output } from '../output.ts';

export function waitDocument({ sinceMs, untilMs, ...wait }: Wait) {
  return {
    ...wait,
    since: isoFromMs(sinceMs),
    until: untilMs === null ? null : isoFromMs(untilMs),
  };
}

export function printWaits(waits: readonly Wait[], output: Output): void {
  const servers = new Set(waits.map(({ server }) => server));
  for (const server of servers) {
    output.line(`Files for ${server} that wait:`);
    for (const wait of waits) if (wait.server === server) output.line(`  ${waitLine(wait)}`);
  }
}
