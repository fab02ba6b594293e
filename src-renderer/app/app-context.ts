/** What the shell's own parts share: appearance, and which overlay is open. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Command } from './commands.ts';
import type { Appearance, AppearanceStore } from './appearance.ts';

export interface AppRoom {
  readonly appearance: AppearanceStore;
}

export const AppContext = createContext<AppRoom | null>(null);

export function useApp(): AppRoom {
  const room = useContext(AppContext);
  if (room === null) throw new Error('a part of the shell was shown outside the app');
  return room;
}

/** The commands of the present state, for whoever shows them all. */
export const CommandContext = createContext<readonly Command[]>([]);

export function useCommandList(): readonly Command[] {
  return useContext(CommandContext);
}

export function useAppearance(): Appearance {
  return useStore(useApp().appearance);
}
