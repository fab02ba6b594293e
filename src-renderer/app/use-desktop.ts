/** What the page and its window tell each other: menus, preferences, and places that were asked for from outside. In a browser nothing of it happens. */
import { useEffect } from 'react';
import type { makeRouter } from './routes.tsx';
import { useBridge, useCall, useCore } from '../data/bridge-context.ts';
import { useAppearance } from './app-context.ts';
import type { Command } from './commands.ts';
import { menuCommands } from './menu-commands.ts';

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
export function useDesktop(router: ReturnType<typeof makeRouter>): void {
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
