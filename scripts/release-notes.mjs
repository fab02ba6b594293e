/**
 * `node scripts/release-notes.mjs VERSION`: what CHANGELOG.md says of a version, as the notes of its release. "Next" is what the
 * next one brings. Plain JavaScript, since a release runs it before anything is installed.
 */
import fs from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Null when there is no such version.
 * @param {string} changelog
 * @param {string} version
 */
export function releaseNotes(changelog, version) {
  const part = changelog
    .split(/^## /m)
    .slice(1)
    .find((each) => each.split(/\s/, 1)[0] === version);
  return part === undefined ? null : part.slice(part.indexOf('\n') + 1).trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = 'Next'] = process.argv.slice(2);
  const notes = releaseNotes(
    fs.readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'),
    version,
  );
  if (notes === null) {
    process.stderr.write(`CHANGELOG.md has no version ${version}.\n`);
    process.exitCode = 1;
  } else process.stdout.write(`${notes}\n`);
}
