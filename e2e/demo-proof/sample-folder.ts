/**
 * A small lab's folder for the demo and the journeys: what a chromatography afternoon leaves behind, with one file for
 * each thing that can happen to a file. Contents are the same in every run; only the times differ.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a file is in the folder for; whoever shows the folder maps this to the state it expects. */
export type SamplePurpose =
  | 'grows'
  | 'plain'
  | 'duplicate'
  | 'temporary'
  | 'empty'
  | 'too-dear'
  | 'secondary';

export interface SampleFile {
  /** Relative to {@link SampleFolder.path}, with forward slashes. */
  readonly path: string;
  readonly purpose: SamplePurpose;
}

export interface SampleFolder {
  /** Absolute. */
  readonly path: string;
  /** Absolute: primary data. */
  readonly instrumentPath: string;
  /** Absolute: what was derived from it. */
  readonly resultsPath: string;
  readonly files: readonly SampleFile[];
  /**
   * Lets the instrument write the rest of `run_01.raw`, evenly over the growth time, and resolves when the run is over.
   * Abort stops the writing and rejects with an AbortError; the file keeps what it has.
   */
  grow(signal: AbortSignal): Promise<void>;
}

export interface Growth {
  readonly steps: number;
  readonly everyMs: number;
}

/** 8 s: long enough to be seen waiting, short enough to be watched. */
const DEMO_GROWTH: Growth = { steps: 32, everyMs: 250 };
const SCANS_PER_RUN = 4_200; // 7 min at 10 Hz
const SCANS_BEFORE_START = 40;
const CHANNELS = 64;
/** More public credits than the demo's 500, at one a megabyte. The file is a hole: it takes no room on most disks. */
const TOO_DEAR_BYTES = 620_000_000;

const NOTES = `Caffeine stability, day 12                                   bench 4
Column    C18, 2.1 x 100 mm, 1.7 um, lot 0294 (injections so far: 418)
Eluent    A water + 0.1 % formic acid, B acetonitrile + 0.1 % formic acid
Gradient  5 % B to 45 % B in 6.0 min, hold 1.0 min, back to 5 % B
Flow      0.35 mL/min at 40 degrees C, injection 2 uL

09:12  System suitability: retention 2.41 / 2.41 / 2.42 min, tailing 1.08. Accepted.
09:40  Blank: nothing above 3 x noise at 2.4 min.
09:55  run_01 started (sample S-0112, stored at 25 degrees C / 60 % humidity).
10:03  Autosampler door was open for about 20 s between injections 2 and 3. Noted, not repeated.
10:20  run_03 stopped before the first scan: vial was empty. File kept as the instrument left it.
`;

const CALIBRATION = `level,concentration_ug_per_ml,area_1,area_2,area_3
1,0.5,10412,10388,10455
2,1.0,20790,20911,20842
3,2.5,52017,51884,52140
4,5.0,104230,103911,104502
5,10.0,208014,208377,207690
6,25.0,519884,520402,518951
`;

const ABSORBANCE = `試料,波長_nm,吸光度
S-0112,272,0.4127
S-0113,272,0.4098
S-0114,272,0.4051
対照,272,0.0006
`;

const STORAGE = `Überprüfung der Lagerung, Klimaschrank 2
Soll 25,0 °C ± 2,0 °C, 60 % ± 5 % rel. Feuchte
08:00  25,1 °C  59,8 %
12:00  25,3 °C  60,4 %
16:00  25,2 °C  60,1 %
`;

const PEAKS = `peak,compound,retention_min,area,height,tailing,from_file
1,theobromine,1.62,18843,4120,1.11,run_01.raw
2,paraxanthine,2.05,9127,2214,1.09,run_01.raw
3,caffeine,2.41,412690,98312,1.08,run_01.raw
4,unknown (< 0.05 %),3.87,203,61,1.02,run_01.raw
`;

/** How every recording of the detector begins. */
function acquisitionHeader(run: string): string {
  return `#LCDAD 1.2\nrun=${run}\nrecord=float32le[${CHANNELS}]: intensity\n#DATA\n`;
}

/** A peak that drifts over the channels; the scans from `from` up to, but not including, `to`. */
function acquisitionScans(from: number, to: number): Uint8Array {
  const values = Float32Array.from({ length: (to - from) * CHANNELS }, (_, index) => {
    const [scan, channel] = [from + Math.floor(index / CHANNELS), index % CHANNELS];
    return 12 + 4_000 * Math.exp(-(((channel - scan / 100) / 6) ** 2));
  });
  return new Uint8Array(values.buffer);
}

const TEXTS: readonly (SampleFile & { readonly text: string })[] = [
  { path: 'instrument/notes.txt', purpose: 'plain', text: NOTES },
  { path: 'instrument/calibration.csv', purpose: 'plain', text: CALIBRATION },
  { path: 'instrument/calibration (copy).csv', purpose: 'duplicate', text: CALIBRATION },
  { path: 'instrument/試料_吸光度.csv', purpose: 'plain', text: ABSORBANCE },
  { path: 'instrument/Lagerung_25°C_Prüfung.txt', purpose: 'plain', text: STORAGE },
  { path: 'instrument/~$notes.txt', purpose: 'temporary', text: 'bench 4' },
  { path: 'instrument/run_02.raw.tmp', purpose: 'temporary', text: acquisitionHeader('run_02') },
  { path: 'instrument/run_03.raw', purpose: 'empty', text: '' },
  { path: 'results/peaks.csv', purpose: 'secondary', text: PEAKS },
];

const GROWING = 'instrument/run_01.raw';
const DARK_FRAME = 'instrument/dark_frame_mosaic.tif';

/**
 * Makes `chromatography` inside `parent`, which must exist. Fails when there is one already: a person's folder of that
 * name is never written into.
 */
export async function makeSampleFolder(
  parent: string,
  growth: Growth = DEMO_GROWTH,
): Promise<SampleFolder> {
  const folder = path.join(parent, 'chromatography');
  await fs.mkdir(folder);
  for (const name of ['instrument', 'results']) await fs.mkdir(path.join(folder, name));
  for (const [index, { path: name, text }] of TEXTS.entries()) {
    await fs.writeFile(path.join(folder, name), text);
    // A minute apart, as a person saves them: a copy is younger than its original.
    const savedAtMs = Date.now() - (TEXTS.length - index) * 60_000;
    await fs.utimes(path.join(folder, name), savedAtMs / 1_000, savedAtMs / 1_000);
  }
  await writeDarkFrame(path.join(folder, DARK_FRAME));
  const run = path.join(folder, GROWING);
  await fs.writeFile(run, acquisitionHeader('run_01'));
  await fs.appendFile(run, acquisitionScans(0, SCANS_BEFORE_START));
  return {
    path: folder,
    instrumentPath: path.join(folder, 'instrument'),
    resultsPath: path.join(folder, 'results'),
    files: [
      { path: GROWING, purpose: 'grows' },
      { path: DARK_FRAME, purpose: 'too-dear' },
      ...TEXTS.map(({ path: name, purpose }): SampleFile => ({ path: name, purpose })),
    ],
    grow: (signal) => growRun(run, growth, signal),
  };
}

async function growRun(
  file: string,
  { steps, everyMs }: Growth,
  signal: AbortSignal,
): Promise<void> {
  const scansLeft = SCANS_PER_RUN - SCANS_BEFORE_START;
  const scanAt = (step: number) => SCANS_BEFORE_START + Math.round((scansLeft * step) / steps);
  for (let step = 0; step < steps; step += 1) {
    await sleep(everyMs, undefined, { signal });
    await fs.appendFile(file, acquisitionScans(scanAt(step), scanAt(step + 1)));
  }
}

async function writeDarkFrame(file: string): Promise<void> {
  await fs.writeFile(file, 'II*\0'); // a little-endian TIFF; the rest is black
  await fs.truncate(file, TOO_DEAR_BYTES);
}
