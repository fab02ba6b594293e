/** What ships, told from made-up builds and lockfiles. */
import { expect, test } from 'vitest';
import { shippedInventory, shippedPackages } from './shipped-packages.ts';

const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;
const locked = {
  '': {},
  'node_modules/electron': { version: '45.4.1', dev: true },
  'node_modules/axios': { version: '1.21.1', dev: true },
  'node_modules/@xyflow/react': { version: '12.12.1', dev: true },
  'node_modules/@xyflow/react/node_modules/zustand': { version: '4.5.7', dev: true },
  'node_modules/zustand': { version: '5.1.0', dev: true },
  'node_modules/@fontsource-variable/source-sans-3': { version: '5.3.0', dev: true },
  'node_modules/vite': { version: '8.3.8', dev: true },
  'node_modules/better-sqlite3': { version: '13.2.0' },
};
const sources = [
  '../../src-main/app/engine.ts',
  '../../node_modules/axios/lib/axios.js',
  '../../node_modules/axios/lib/utils.js',
  '../../../node_modules/@xyflow/react/node_modules/zustand/esm/index.mjs',
];

test('what is built in, beside it, a font, or Electron ships, each once and in its own version', () => {
  expect(shippedPackages({ sources, locked, platform })).toEqual([
    '@fontsource-variable/source-sans-3@5.3.0',
    'axios@1.21.1',
    'better-sqlite3@13.2.0',
    'electron@45.4.1',
    'zustand@4.5.7',
  ]);
});

test('a package that is built in and in no lockfile stops the inventory', () => {
  const unknown = [...sources, '../../node_modules/left-pad/index.js'];
  expect(() => shippedPackages({ sources: unknown, locked, platform })).toThrow(/left-pad/);
});

test('of the whole inventory only what ships stays, and nothing that ships may lack', () => {
  const whole = {
    bomFormat: 'CycloneDX',
    components: [{ 'bom-ref': 'axios@1.21.1', hashes: ['a'] }, { 'bom-ref': 'vite@8.3.8' }],
    dependencies: [
      { ref: 'labseal@0.1.0', dependsOn: ['axios@1.21.1', 'vite@8.3.8'] },
      { ref: 'vite@8.3.8', dependsOn: [] },
      { ref: 'axios@1.21.1' },
    ],
  };
  expect(shippedInventory(whole, ['axios@1.21.1'], 'labseal@0.1.0')).toEqual({
    bomFormat: 'CycloneDX',
    components: [{ 'bom-ref': 'axios@1.21.1', hashes: ['a'] }],
    dependencies: [
      { ref: 'labseal@0.1.0', dependsOn: ['axios@1.21.1'] },
      { ref: 'axios@1.21.1', dependsOn: [] },
    ],
  });
  expect(() => shippedInventory(whole, ['zod@4.6.7'], 'labseal@0.1.0')).toThrow(
    /lacks zod@4\.6\.7/,
  );
});
