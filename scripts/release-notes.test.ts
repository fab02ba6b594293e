import fs from 'node:fs';
import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.mjs';

const CHANGELOG = '# Changes\n\n## Next\n\n- New\n\n## 1.2.0 (2026-01-02)\n\n### Files\n\n- Old\n';

test('the notes of a version are its part of the changelog, without the heading', () => {
  expect(releaseNotes(CHANGELOG, '1.2.0')).toBe('### Files\n\n- Old');
  expect(releaseNotes(CHANGELOG, 'Next')).toBe('- New');
  expect(releaseNotes(CHANGELOG, '1.2')).toBeNull();
});

test('the changelog of this program is read', () => {
  expect(releaseNotes(fs.readFileSync('CHANGELOG.md', 'utf8'), 'Next')).toMatch(/^(?:### |- )/);
});

test('package and README agree about Node', () => {
  const { engines } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const [, oldest] = /Node (\d+) or newer/.exec(fs.readFileSync('README.md', 'utf8')) ?? [];
  expect(engines.node).toBe(`>=${oldest}`);
});
