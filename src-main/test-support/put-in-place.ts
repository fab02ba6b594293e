/** Puts a file in the place of another that may be open: where the system refuses that, the other is moved out of the way first. */
import { existsSync, renameSync } from 'node:fs';
import { replacesOpenFiles } from './this-system.ts';

export function putInPlace(file: string, place: string): void {
  if (!replacesOpenFiles && existsSync(place)) renameSync(place, `${place}.before`);
  renameSync(file, place);
}
