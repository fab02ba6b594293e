/**
 * The Chromium of this computer that tests, pictures and measurements use. One place, so that what is looked for is what
 * is installed.
 */
import fs from 'node:fs';

/** Chromium without its windows: it does the same to a page in a third of the time. */
export const LIGHT_CHROMIUM = '/usr/bin/chromium-headless-shell';
const WHOLE_CHROMIUM = '/usr/bin/chromium';

/** The one a person chose, the light one, the whole one; undefined when there is none, and Playwright brings its own. */
export function systemChromium() {
  return [process.env['CHROMIUM_PATH'], LIGHT_CHROMIUM, WHOLE_CHROMIUM].find(
    (file) => file !== undefined && fs.existsSync(file),
  );
}
