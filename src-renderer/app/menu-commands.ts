/** Where the commands stand in the menus of a window: made from the one list, so that a menu has nothing else. Pure. */
import type { MenuCommand, MenuName } from '../../src-shared/bridge/desktop-calls.ts';
import type { Command } from './commands.ts';
import type { Shortcut } from './shortcut.ts';

/** The first that fits. What fits nowhere is found in the palette. */
const PLACES: readonly (readonly [RegExp, MenuName])[] = [
  [/^(add-files|watch-folder|verify|settings|sign-out)/, 'file'],
  [/^(palette|next-pane|previous-pane|theme-|zoom-)/, 'view'],
  [/^(new-project|go-projects?($|-))/, 'project'],
  [/^(pause-uploads|go-(activity|outbox|files))$/, 'transfers'],
  [/^shortcuts$/, 'help'],
  [/^go-/, 'view'],
];

const MOST_COMMANDS = 300; // nobody reads a longer menu, and a message has an end
const LONGEST_LABEL = 80;

export function menuCommands(
  commands: readonly Pick<Command, 'id' | 'label' | 'shortcut'>[],
): readonly MenuCommand[] {
  const found = commands.flatMap(({ id, label, shortcut }): readonly MenuCommand[] => {
    const menu = PLACES.find(([pattern]) => pattern.test(id))?.[1];
    if (menu === undefined) return [];
    const cut = label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label;
    return [{ id, label: cut, menu, accelerator: acceleratorOf(shortcut) }];
  });
  return found.slice(0, MOST_COMMANDS);
}

/** As menus write it; null for none. */
function acceleratorOf(shortcut: Shortcut | null): string | null {
  if (shortcut === null) return null;
  const { key, isCommand = false, isShift = false } = shortcut;
  const named = key.length === 1 ? key.toUpperCase() : key;
  return `${isCommand ? 'CmdOrCtrl+' : ''}${isShift ? 'Shift+' : ''}${named}`;
}
