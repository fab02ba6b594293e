/** Whether Electron's executable can be run here; nothing is downloaded for it. */
import { fileURLToPath } from 'node:url';
import { findElectron, obstacleToWindow } from '../../../scripts/electron.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The end of a sentence; null when the window can be opened. */
export function whyNoDesktop(): string | null {
  const { platform, env } = process;
  const reasons = [
    findElectron(root) === null
      ? "Electron's executable is not installed here (npm start gets it where it can be had)"
      : null,
    obstacleToWindow({ platform, uid: process.getuid?.(), env }),
  ].filter((reason) => reason !== null);
  return reasons.length === 0 ? null : reasons.join(', and ');
}

/** Throws where it is not there: ask `whyNoDesktop` first. */
export function electronExecutable(): { readonly path: string; readonly checkout: string } {
  const path = findElectron(root);
  if (path === null) throw new Error("Electron's executable is not there");
  return { path, checkout: root };
}
