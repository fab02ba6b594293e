/**
 * Theme, size, language and notifications, as the person chose them on this computer. Nothing else is stored in the
 * page's storage.
 */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { LANGUAGES, pickLanguage, type Language } from '../../src-shared/model/words/languages.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../src-shared/model/status/notices.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Percent of the browser's own text size. */
export const ZOOMS = [80, 90, 100, 110, 125, 150, 175, 200] as const;
export type Zoom = (typeof ZOOMS)[number];

export interface Appearance {
  readonly theme: Theme;
  readonly zoom: Zoom;
  readonly language: Language;
  /** The title of the tab shows how many files need a person. */
  readonly isCountInTitle: boolean;
  /** A character alone can be a command: "?". Speech input may write it by mistake. */
  readonly hasCharacterKeys: boolean;
  /** What the browser is to tell somebody who looks elsewhere. */
  readonly notices: readonly NoticeKind[];
}

const STORED = 'labseal-appearance';

function oneOf<Value>(values: readonly Value[], value: unknown): Value | null {
  return values.find((each) => each === value) ?? null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reads what was kept; anything odd in it falls back to the default, part by part. `usualNotices`: those that are wanted
 * before anybody has chosen; a browser has to be asked first.
 */
export function readAppearance(
  text: string | null,
  preferred: readonly string[],
  usualNotices: readonly NoticeKind[] = [],
): Appearance {
  let kept: Partial<Record<keyof Appearance, unknown>> = {};
  try {
    kept = Object(JSON.parse(text ?? '{}')) as typeof kept;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  return {
    theme: oneOf(THEMES, kept.theme) ?? 'system',
    zoom: oneOf(ZOOMS, kept.zoom) ?? 100,
    language: oneOf(LANGUAGES, kept.language) ?? pickLanguage(preferred),
    isCountInTitle: kept.isCountInTitle !== false,
    hasCharacterKeys: kept.hasCharacterKeys !== false,
    notices: NOTICE_KINDS.filter((kind) => listOf(kept.notices ?? usualNotices).includes(kind)),
  };
}

/** The next size up or down; the same at the end. */
export function nextZoom(zoom: Zoom, by: 1 | -1): Zoom {
  return ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom;
}

export type AppearanceStore = StoreApi<Appearance>;

/** Every change is kept at once. */
export function makeAppearanceStore(
  storage: Storage,
  preferred: readonly string[],
  usualNotices: readonly NoticeKind[] = [],
): AppearanceStore {
  const store = createStore<Appearance>(() =>
    readAppearance(storage.getItem(STORED), preferred, usualNotices),
  );
  store.subscribe((appearance) => storage.setItem(STORED, JSON.stringify(appearance)));
  return store;
}

/** Puts the choice on the page's root. */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  if (appearance.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = appearance.theme;
  root.style.fontSize = appearance.zoom === 100 ? '' : `${appearance.zoom}%`;
  root.lang = appearance.language;
}

export const AppearanceContext = createContext<AppearanceStore | null>(null);

export function useAppearanceStore(): AppearanceStore {
  const store = useContext(AppearanceContext);
  if (store === null) throw new Error('a part of the shell was shown outside the app');
  return store;
}

export function useAppearance(): Appearance {
  return useStore(useAppearanceStore());
}
