/**
 * The lab of the demo: folders of made-up measurements, with a file for every possible outcome. The same on every
 * computer; no real data. It only writes the files; the engine does the rest.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';

const ROWS = 120;
/** More public credits than the demo's 500, at one a megabyte. The file is sparse: it needs no space on most disks. */
const TOO_DEAR_BYTES = 620_000_000;
const GROWING_ROWS = 40; // a step

/** Outcomes that depend on a file's name. */
export const NAMES = {
  notRecorded: 'tune_report',
  changed: 'focus-series.csv',
  missing: 'stage-drift.csv',
  deleted: 'old-calibration.csv',
  refused: 'overexposed.csv',
  locked: 'locked-by-the-instrument.csv',
  forgotten: 'retired-stage.csv',
  lost: 'power-cut.csv',
} as const;

export interface DemoLab {
  /** Absolute. */
  readonly folders: {
    readonly plates: string;
    readonly derived: string;
    readonly sessions: string;
    readonly chromatography: string;
    readonly mosaics: string;
  };
}

/** Lays the lab out in `root`, which must not exist. */
export async function layDemoLab(root: string): Promise<DemoLab> {
  const at = (name: string) => path.join(root, name);
  const folders = {
    plates: at('Microscope plates'),
    derived: at('EEG results'),
    sessions: at('EEG sessions'),
    chromatography: at('Chromatography'),
    mosaics: at('Mosaics'),
  };
  for (const folder of Object.values(folders)) await fs.mkdir(folder, { recursive: true });
  return { folders };
}

/** What the instrument wrote on one day. */
export async function addPlates(
  { folders }: DemoLab,
  plates: readonly number[],
  atMs: number,
): Promise<void> {
  for (const plate of plates) {
    await writeAt(path.join(folders.plates, plateName(plate)), measurement(plate), atMs);
  }
}

/** Files whose names tell what becomes of them, and two that are none. */
export async function addNamed({ folders }: DemoLab, atMs: number): Promise<void> {
  const { changed, missing, deleted, forgotten, notRecorded } = NAMES;
  const named = [changed, missing, deleted, forgotten, `${notRecorded}.csv`];
  const plates: readonly (readonly [string, string])[] = [
    ...named.map((name, index) => [name, measurement(50 + index)] as const),
    ['~$plate-05.csv', 'somebody has plate-05.csv open\n'],
    ['plate-23.csv.tmp', ''],
  ];
  for (const [name, content] of plates)
    await writeAt(path.join(folders.plates, name), content, atMs);
}

/** `atMs`: when it was written, as its date says. */
async function writeAt(file: string, content: string, atMs: number): Promise<void> {
  await fs.writeFile(file, content);
  await fs.utimes(file, atMs / SECOND_MS, atMs / SECOND_MS);
}

/**
 * A file that the service of the demo will not take, and a copy of one that it has; which of two is the copy, their age
 * tells. One that is on the platform is not needed here any more.
 */
export async function addLatecomers({ folders }: DemoLab): Promise<void> {
  await fs.rm(path.join(folders.plates, NAMES.forgotten));
  await fs.writeFile(path.join(folders.plates, 'plate-03 (copy).csv'), measurement(3));
  await fs.writeFile(path.join(folders.plates, NAMES.refused), measurement(60));
}

/** The answer to its upload will never come. */
export async function addUnlucky({ folders }: DemoLab): Promise<void> {
  await fs.writeFile(path.join(folders.plates, NAMES.lost), measurement(65));
}

/** What happened since the last time Labseal looked: edited, moved away, locked, and much that is new. */
export async function letTimePass({ folders }: DemoLab): Promise<void> {
  await fs.appendFile(path.join(folders.plates, NAMES.changed), '9.99,1,1,1\n');
  await fs.rm(path.join(folders.plates, NAMES.missing));
  const locked = path.join(folders.plates, NAMES.locked);
  await fs.writeFile(locked, measurement(70));
  await fs.chmod(locked, 0o000);
  for (const number of [21, 22]) {
    await fs.writeFile(path.join(folders.plates, plateName(number)), measurement(number));
  }
  for (const [index, name] of ['channel-means.csv', 'peaks.csv'].entries()) {
    await fs.writeFile(path.join(folders.derived, name), measurement(80 + index));
  }
  for (const number of [1, 2, 3]) {
    const name = `participant-${number}-rest.csv`;
    await fs.writeFile(path.join(folders.sessions, name), measurement(90 + number));
  }
  await fs.writeFile(path.join(folders.chromatography, 'notes.txt'), NOTES);
  await fs.writeFile(path.join(folders.chromatography, 'run_02.raw'), measurement(100).repeat(400));
  await fs.writeFile(growingFile({ folders }), '# run_01\n');
  const mosaic = path.join(folders.mosaics, 'dark_frame_mosaic.tif');
  await fs.writeFile(mosaic, 'II*\0');
  await fs.truncate(mosaic, TOO_DEAR_BYTES);
}

/** The instrument writes a little more of a run that has begun. */
export async function growRun(lab: DemoLab, step: number): Promise<void> {
  const rows = measurement(200 + step)
    .split('\n')
    .slice(1, GROWING_ROWS);
  await fs.appendFile(growingFile(lab), `${rows.join('\n')}\n`);
}

function growingFile({ folders }: DemoLab): string {
  return path.join(folders.chromatography, 'run_01.raw');
}

function plateName(number: number): string {
  return `plate-${String(number).padStart(2, '0')}.csv`;
}

const NOTES = `Caffeine stability, day 12 (a demo: nothing here was measured)
Column  C18, 2.1 x 100 mm   Flow  0.35 mL/min at 40 degrees C
09:40   Blank: nothing above 3 x noise.
09:55   run_01 started.
`;

/** A made-up table; each number gives another one. */
function measurement(number: number): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const level = (channel: number) =>
      (
        10 +
        ((number * 7 + channel * 3) % 11) +
        4 * Math.sin(index / (5 + channel) + number)
      ).toFixed(3);
    return [(index / 10).toFixed(1), level(0), level(1), level(2)].join(',');
  });
  return `minutes,a,b,c\n${rows.join('\n')}\n`;
}
