/** Whether Electron's executable can be run here; nothing is downloaded for it. */
import { fileURLToPath } from 'node:url';
import { findElectron, obstacleToWindow } from '../../../scripts/prepare/electron.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The end of a sentence; null when the window can be opened. */
export function whyNoDesktop(): string | null {
  const { platform, env } = process;
  const obstacle = obstacleToWindow({ platform, uid: process.getuid?.(), env });
  if (obstacle !== null) return `no desktop window: ${obstacle}`;
  return findElectron(root) === null
    ? "Electron's executable is not installed here (npm start gets it where it can be had)"
    : null;
}

/** Throws where it is not there: ask `whyNoDesktop` first. */
export function electronExecutable(): { readonly path: string; readonly checkout: string } {
  const path = findElectron(root);
  if (path === null) throw new Error("Electron's executable is not there");
  return { path, checkout: root };
}
