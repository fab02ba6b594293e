/**
 * A detector's recording for the sample folder: a text header, then one record a scan, each a time and 64 intensities.
 * Peaks are Gaussian on a drifting baseline with seeded noise, so that two runs of the demo write the same bytes.
 */

export const SCANS_PER_RUN = 4_200; // 7 min at 10 Hz

const SCANS_PER_MINUTE = 600;
const CHANNELS = 64;
const NOISE_SEED = 0x1ab5_ea1;

interface Peak {
  readonly atMinutes: number;
  readonly widthMinutes: number;
  readonly height: number;
  readonly channel: number;
}

/** The compounds that results/peaks.csv lists. */
const PEAKS: readonly Peak[] = [
  { atMinutes: 1.62, widthMinutes: 0.032, height: 4_120, channel: 22 },
  { atMinutes: 2.05, widthMinutes: 0.034, height: 2_214, channel: 25 },
  { atMinutes: 2.41, widthMinutes: 0.036, height: 98_312, channel: 31 },
  { atMinutes: 3.87, widthMinutes: 0.041, height: 61, channel: 40 },
];

export function acquisitionHeader(run: string): string {
  return [
    '#LCDAD 1.2',
    `run=${run}`,
    'sample=S-0112 caffeine 10 ug/mL, 25 C / 60 % RH, day 12',
    'detector=diode array, 200-400 nm, 64 channels, 10 Hz',
    'record=float32le[65]: minutes, intensity[64]',
    '#DATA',
    '',
  ].join('\n');
}

/** The records of the scans from `from` up to, but not including, `to`. */
export function acquisitionScans(from: number, to: number): Uint8Array {
  const values = new Float32Array((to - from) * (CHANNELS + 1));
  for (let scan = from; scan < to; scan += 1) {
    const at = (scan - from) * (CHANNELS + 1);
    values[at] = scan / SCANS_PER_MINUTE;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      values[at + 1 + channel] = intensity(scan, channel);
    }
  }
  return new Uint8Array(values.buffer);
}

function intensity(scan: number, channel: number): number {
  const minutes = scan / SCANS_PER_MINUTE;
  const signal = PEAKS.reduce((sum, peak) => {
    const distance = (minutes - peak.atMinutes) / peak.widthMinutes;
    const band = (channel - peak.channel) / 6;
    return sum + peak.height * Math.exp(-0.5 * (distance * distance + band * band));
  }, 0);
  return 12 + 0.8 * minutes + signal + 3 * noise(scan * CHANNELS + channel);
}

/** Between -1 and 1, the same for the same index: an integer hash, so that no scan depends on the ones before it. */
function noise(index: number): number {
  let mixed = Math.imul(index ^ NOISE_SEED, 0x9e37_79b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca77);
  mixed ^= mixed >>> 13;
  return (mixed >>> 0) / 0x8000_0000 - 1;
}
