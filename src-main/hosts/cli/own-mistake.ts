/** What is said of a bug that ended the program, and where its details are kept. */
import { makeErrorLog } from '../../platform/error-log.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { KeptMistake } from './exit-code.ts';
import { readSettings, type ProcessEnvironment } from './process-environment.ts';

/** Keeps the error in `errors.log` of the data folder, without secrets. Returns the sentence for the person. */
export function keepMistake(error: unknown, env: ProcessEnvironment['env']): string {
  const { dataFolder } = readSettings(env);
  const keep = makeErrorLog(dataFolder, { clock: realClock, ids: realIds });
  const id = error instanceof KeptMistake ? error.logId : keep('labseal', error);
  const message = error instanceof Error ? error.message : String(error);
  return `Labseal made a mistake and stopped: ${message}. Nothing is lost; please report it with errors.log of the data folder (${id}).`;
}
