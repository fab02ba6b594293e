import { expect, test } from 'vitest';
import { mayAuthorize } from '../resumption.ts';

test.each([
  ['https://lab.example/files', 'https://lab.example/u/1', true],
  ['https://lab.example/files', 'https://lab.example:444/u/1', false],
  ['https://lab.example/files', 'http://lab.example/u/1', false],
  ['https://lab.example/files', 'https://evil.example/u/1', false],
  ['http://127.0.0.1:8080/files', 'http://127.0.0.1:8080/u/1', true],
  ['http://localhost:8080/files', 'http://127.0.0.1:8080/u/1', false],
  ['http://lab.example/files', 'http://lab.example/u/1', false],
])('for a form to %s the token may go to %s: %s', (formUrl, url, may) => {
  expect(mayAuthorize(new URL(url), new URL(formUrl))).toBe(may);
});
