/** Drives within a folder whose files are left as they were. */

/** It is not connected, or another one is in its place. */
export type DriveTrouble = 'gone' | 'other';

export interface TroubledDrive {
  /** Where it belongs, relative to the folder. */
  readonly path: string;
  readonly trouble: DriveTrouble;
}

/** The codes of their directories, which a scan does not look into. */
export const DRIVE_ERRNO: Readonly<Record<DriveTrouble, string>> = {
  gone: 'EDRIVEGONE',
  other: 'EOTHERDRIVE',
};
