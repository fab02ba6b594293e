/** Built pages as they are, and as they must not be. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageFaults } from './page-faults.ts';

const GOOD = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<link rel="stylesheet" href="./assets/index.css" /><link rel="icon" href="/seal.svg" />
<script type="module" crossorigin src="./assets/index.js"></script></head><body><div id="root"></div></body></html>`;

test('a page of files beside it is as it must be', () => {
  expect(pageFaults('index.html', GOOD)).toEqual([]);
});

test.for([
  ['<body>', '<body><script>alert(1)</script>'],
  ['<body>', '<body><script src="./a.js">alert(1)</script>'],
  ['<body>', '<body onload="go()">'],
  ['<body>', '<body style="color: red">'],
  ['<head>', '<head><style>p { color: red }</style>'],
  ['./assets/index.js', 'https://elsewhere.example/index.js'],
  ['./assets/index.css', '//elsewhere.example/index.css'],
  ['/seal.svg', 'file:///etc/passwd'],
  ['/seal.svg', 'data:text/html,x'],
] as const)('%s as %s is found', ([before, after]) => {
  expect(pageFaults('index.html', GOOD.replace(before, after))).toHaveLength(1);
});

test('a page in one file may hold what its own policy names by its digest, and nothing else', () => {
  const digest = createHash('sha256').update('go(1 < 2)').digest('base64');
  const page = `<meta http-equiv="Content-Security-Policy" content="script-src 'sha256-${digest}'" />
<script type="module">go(1 < 2)</script>`;
  expect(pageFaults('verify.html', page)).toEqual([]);
  expect(pageFaults('verify.html', page.replace('1 < 2', '2 < 3'))).toHaveLength(1);
});
