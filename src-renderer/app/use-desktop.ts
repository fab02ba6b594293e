/**
 * Communication between the page and its window: menus, preferences, and screens requested from outside. In a browser
 * there is none.
 */
import { useEffect } from 'react';
import type { createHashRouter } from 'react-router';
import { useBridge, useCall, useCore } from '../data/bridge-context.ts';
import type { MenuCommand, MenuName } from '../../src-shared/bridge/desktop-calls.ts';
import type { Command } from './shell/commands.ts';
import type { Shortcut } from './shell/shortcut.ts';
import { useAppearance } from './appearance.ts';

export function useHasWindow(): boolean {
  return useCore(({ abilities }) => abilities.tray === true);
}

/** Gives the window the commands for its menus, and runs what is chosen there. Without a shell there are none. */
export function useDesktopMenu(commands: readonly Command[]): void {
  const { bridge } = useBridge();
  const hasWindow = useHasWindow();
  const setMenu = useCall('desktop.setMenu');
  useEffect(() => {
    if (!hasWindow) return undefined;
    void setMenu({ commands: menuCommands(commands) });
    const stop = bridge.subscribe((event) => {
      if (event.kind === 'command-chosen') commands.find(({ id }) => id === event.id)?.run();
    });
    return () => {
      stop();
      void setMenu({ commands: [] });
    };
  }, [bridge, commands, hasWindow, setMenu]);
}

/** Language, theme and notices are needed where the page is not; and the page goes where it is asked to. */
export function useDesktop(router: Pick<ReturnType<typeof createHashRouter>, 'navigate'>): void {
  const { bridge } = useBridge();
  const hasWindow = useHasWindow();
  const setPreferences = useCall('desktop.setPreferences');
  const { language, theme, notices } = useAppearance();
  useEffect(() => {
    if (hasWindow) void setPreferences({ language, theme, notices });
  }, [hasWindow, setPreferences, language, theme, notices]);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.kind !== 'place-asked') return;
        // A token is shown to the person first: nothing is sent before they press.
        const state = event.token === undefined ? null : { isAgain: true, pasted: event.token };
        void router.navigate(event.path, { state });
      }),
    [bridge, router],
  );
}

/** The first that fits. What fits nowhere is found in the palette. */
const PLACES: readonly (readonly [RegExp, MenuName])[] = [
  [/^(add-files|watch-folder|verify|settings|sign-out)/, 'file'],
  [/^(palette|next-pane|previous-pane|theme-|zoom-)/, 'view'],
  [/^(new-project|go-projects?($|-))/, 'project'],
  [/^(pause-uploads|go-(activity|outbox|files))$/, 'transfers'],
  [/^(help$|help-|shortcuts$)/, 'help'],
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
