/** What the shell's own parts share: appearance, and which overlay is open. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
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

export function useAppearance(): Appearance {
  return useStore(useApp().appearance);
}
