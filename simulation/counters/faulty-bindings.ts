/** Doors to network and private files behind which something can be made to go wrong; they decide nothing themselves. */
import { errnoError } from '../disk/disk.ts';
import type { KeptFiles } from '../disk/disk-ports.ts';
import type { Line } from '../network/line.ts';
import type { Trouble } from '../network/trouble.ts';

/** `fate`: asked once for each request, with the bytes of its body. `die`: the program dies now. */
export function troubledLine(
  calm: Line,
  fate: (bodyBytes: number) => Trouble | 'death' | null,
  die: () => void,
): Line {
  const doomed = new Set<number>();
  return {
    ...calm,
    begin(call, bodyBytes) {
      const trip = calm.begin(call, bodyBytes);
      const what = fate(bodyBytes);
      if (what === null) return trip;
      if (what !== 'death') return { ...trip, trouble: what };
      doomed.add(trip.id);
      return trip;
    },
    deliver(trip, lineEnd) {
      if (!doomed.has(trip.id)) return calm.deliver(trip, lineEnd);
      die(); // the service has done its part, and nobody is left to hear of it
      return lineEnd;
    },
  };
}

/** `errnoNow`: the code that this call fails with, or null. `onFailed`: a writing has failed. */
export function troubledFiles(
  calm: KeptFiles,
  errnoNow: () => string | null,
  onFailed: () => void,
): KeptFiles {
  return {
    ...calm,
    /** Whatever keeps it from being read, it is not there for the program. */
    async read(at) {
      return errnoNow() === null ? calm.read(at) : null;
    },
    async write(at, content) {
      const errno = errnoNow();
      // Its folder is made at each writing, so one that is not there cannot be what fails.
      if (errno === null || errno === 'ENOENT') return calm.write(at, content);
      onFailed();
      throw errnoError(errno);
    },
  };
}
