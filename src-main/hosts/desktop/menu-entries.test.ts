import { describe, expect, test } from 'vitest';
import type { MenuCommand } from '../../../src-shared/bridge/desktop-calls.ts';
import { desktopWords as english } from '../../../src-shared/model/words/en/desktop.ts';
import { desktopWords as italian } from '../../../src-shared/model/words/it/desktop.ts';
import { menuEntries, type MenuEntry } from './menu-entries.ts';

const COMMANDS: readonly MenuCommand[] = [
  { id: 'add-files', label: 'Add files', menu: 'file', accelerator: 'CmdOrCtrl+O' },
  { id: 'go-credits', label: 'Go to Credits', menu: 'view', accelerator: null },
  { id: 'new-project', label: 'New project', menu: 'project', accelerator: null },
  { id: 'go-activity', label: 'Go to Activity', menu: 'transfers', accelerator: null },
  { id: 'shortcuts', label: 'Shortcuts', menu: 'help', accelerator: 'F1' },
];

function menus(
  platform: NodeJS.Platform,
  words = english,
  commands = COMMANDS,
  isInstalled = true,
) {
  const run: string[] = [];
  const template = menuEntries({
    commands,
    words,
    platform,
    run: (id) => run.push(id),
    quit: () => run.push('quit'),
    installCommand: isInstalled ? null : () => run.push('install'),
  });
  return { template, run };
}

const entries = ({ submenu = [] }: MenuEntry) => submenu;
const labels = (template: readonly MenuEntry[]) => template.map(({ label }) => label);

describe('menus', () => {
  test('macOS has its own two more', () => {
    const others = ['File', 'Edit', 'View', 'Project', 'Transfers'];
    expect(labels(menus('darwin').template)).toEqual(['Labseal', ...others, 'Window', 'Help']);
    expect(labels(menus('linux').template)).toEqual([...others, 'Help']);
    expect(labels(menus('win32', italian).template)).toContain('Trasferimenti');
  });

  test('a command runs by its name in the one list; its key is shown and heard by the page alone', () => {
    const { template, run } = menus('linux');
    const [add] = entries(template[0] ?? {});
    expect(add).toMatchObject({ accelerator: 'CmdOrCtrl+O', registerAccelerator: false });
    for (const menu of template) {
      for (const entry of entries(menu)) entry.click?.();
    }
    const [first, ...others] = COMMANDS.map(({ id }) => id);
    expect(run).toEqual([first, 'quit', ...others]);
  });

  test('a name is shown as it is, also with an ampersand', () => {
    const named = [{ id: 'x', label: 'R&D', menu: 'file', accelerator: null }] as const;
    const label = (platform: NodeJS.Platform) => {
      const { template } = menus(platform, english, named);
      return entries(template[platform === 'darwin' ? 1 : 0] ?? {})[0]?.label;
    };
    expect([label('darwin'), label('win32')]).toEqual(['R&D', 'R&&D']);
  });

  test('before the page has said its commands there is what the system does by itself', () => {
    expect(labels(menus('linux', english, []).template)).toEqual(['File', 'Edit', 'View']);
    const [, edit] = menus('linux', english, []).template;
    const roles = entries(edit ?? {}).flatMap(({ role }) => role ?? []);
    expect(roles.join()).toBe('undo,redo,cut,copy,paste,selectAll');
  });

  test('nothing of it opens the tools of a developer or reloads', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const text = JSON.stringify(menus(platform).template);
      expect(text).not.toMatch(/devtools|reload/i);
    }
  });

  test('the page can be made larger and smaller, by the keys of browsers too', () => {
    const [, , view] = menus('linux').template;
    const zoom = entries(view ?? {}).filter(({ role }) => /zoom/i.test(role ?? ''));
    expect(zoom.map(({ role, accelerator, visible }) => [role, accelerator, visible])).toEqual([
      ['resetZoom', undefined, undefined],
      ['zoomIn', undefined, undefined],
      ['zoomOut', undefined, undefined],
      ['zoomIn', 'CmdOrCtrl+=', false],
    ]);
  });

  test('where no installer did it, the command line is installed from the menu', () => {
    for (const platform of ['darwin', 'linux'] as const) {
      const { template, run } = menus(platform, english, [], false);
      const found = template.flatMap(entries).find(({ label }) => label === english.installCommand);
      found?.click?.();
      expect(run).toEqual(['install']);
    }
    expect(JSON.stringify(menus('linux').template)).not.toContain(english.installCommand);
  });
});
