/**
 * `die-migrating.ts FOLDER PLACE`: opens an account's database and is killed right before the migration of that number
 * begins, or, with `marker`, once all have ended and the marker is about to be written.
 */
import fs from 'node:fs';
import process from 'node:process';
import { openDatabase } from '../../db/open-database.ts';
import { makeFakeIds } from '../fake-ids.ts';
import { laterSteps } from './later-steps.ts';

const [folder = '', place = ''] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
};

const steps = laterSteps().map((step) => {
  if (String(step.version) !== place) return step;
  return Object.defineProperty({ ...step }, 'sql', { get: die });
});
if (place === 'marker') {
  const write = fs.writeFileSync;
  fs.writeFileSync = (file, ...rest) => {
    if (String(file).endsWith('marker.json.new')) die();
    write(file, ...rest);
  };
}
openDatabase(folder, makeFakeIds(), undefined, steps);
