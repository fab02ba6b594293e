/** Windows of the desktop program: as they are made, and as they must not be. */
import { describe, expect, test } from 'vitest';
import { parseModule, shippedModules } from './test-support/syntax.ts';
import { windowFaults } from './test-support/windows.ts';

const GOOD = `contextIsolation: true, sandbox: true, webSecurity: true, nodeIntegration: false,
  nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webviewTag: false,
  experimentalFeatures: false, allowRunningInsecureContent: false`;
const windowOf = (preferences: string) =>
  windowFaults(
    parseModule(
      'window.ts',
      `new BrowserWindow({ width: 1, webPreferences: { ${preferences} } });`,
    ),
  ).faults;

describe('windows', () => {
  test('there is one, isolated, sandboxed and without Node, every option written out', () => {
    const looked = shippedModules('src-main/hosts/electron').map(windowFaults);
    expect(looked.flatMap(({ faults }) => faults)).toEqual([]);
    expect(looked.reduce((sum, { windows }) => sum + windows, 0)).toBe(1);
  });

  test('are right with these options and a preload of any name', () => {
    expect(windowOf(`${GOOD}, preload: path.join(folder, 'preload.cjs')`)).toEqual([]);
  });

  test.for([
    ['sandbox: true', 'sandbox: false', 'sandbox is not true'],
    ['sandbox: true', 'sandbox: isSandboxed', 'sandbox is no literal'],
    ['sandbox: true, ', '', 'sandbox is not true'],
    ['nodeIntegration: false', 'nodeIntegration: true', 'nodeIntegration is not false'],
    ['sandbox: true', 'sandbox: true, ...more', 'a spread or computed option'],
    ['sandbox: true', "sandbox: true, ['sand' + 'box']: false", 'a spread or computed option'],
    ['sandbox: true', 'sandbox: true, sandbox: false', 'sandbox is said twice'],
    ['sandbox: true', "sandbox: true, enableBlinkFeatures: 'X'", 'enableBlinkFeatures is set'],
  ] as const)('%s as %s is found', ([before, after, fault]) => {
    expect(windowOf(GOOD.replace(before, after)).join()).toContain(fault);
  });

  test.for([
    'new BrowserWindow(options);',
    'new BrowserWindow({ width: 1 });',
    'new electron.BrowserWindow({ webPreferences });',
    `new BrowserWindow({ webPreferences: { ${GOOD} }, ...options });`,
    `new WebContentsView({ webPreferences: { ${GOOD} } });`,
  ])('%s is found', (source) => {
    expect(windowFaults(parseModule('window.ts', source)).faults.length).toBeGreaterThan(0);
  });
});
