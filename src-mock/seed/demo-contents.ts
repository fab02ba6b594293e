/** Contents of the demo's files: small tables of made-up figures, the same on every computer. */

const SAMPLES = 250;
const SAMPLE_RATE_HZ = 125;
const CHANNELS = ['O1', 'O2', 'Pz'] as const;

/** A made-up recording; each number gives another one. */
export function demoRecording(number: number): string {
  const rows = Array.from({ length: SAMPLES }, (_nothing, index) => {
    const seconds = index / SAMPLE_RATE_HZ;
    const values = CHANNELS.map((_channel, position) => level(number, position, seconds));
    return [seconds.toFixed(3), ...values].join(',');
  });
  return ['seconds', CHANNELS.join(',')].join(',').concat('\n', rows.join('\n'), '\n');
}

/** A made-up table with one row for each of the first recordings. */
export function demoSummary(recordings: number): string {
  const rows = Array.from({ length: recordings }, (_nothing, index) =>
    [index + 1, ...CHANNELS.map((_channel, position) => level(index + 1, position, 0))].join(','),
  );
  return ['recording', ...CHANNELS].join(',').concat('\n', rows.join('\n'), '\n');
}

/** Microvolts of a 10 Hz rhythm whose size depends on recording and channel. */
function level(number: number, position: number, seconds: number): string {
  const size = 12 + ((number * 7 + position * 3) % 11);
  return (size * Math.cos(2 * Math.PI * 10 * seconds + position)).toFixed(2);
}
