/** How electron-builder is called. Pure: who calls it runs it. */

export interface BuilderCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const NO_INTEGRITY = '-c.electronFuses.enableEmbeddedAsarIntegrityValidation=false';

/** The program of macOS holds both processors' halves; every other one its own. */
function nativesOf(platform: NodeJS.Platform, processor: string): string {
  return platform === 'darwin' ? '*' : processor;
}

/** The installers of this system, built on itself. */
export function installerCall(platform: NodeJS.Platform, processor: string): BuilderCall {
  return {
    args: ['--publish', 'never', ...(platform === 'linux' ? [NO_INTEGRITY] : [])],
    env: { LABSEAL_NATIVES: nativesOf(platform, processor) },
  };
}

/**
 * A folder as it would be installed on Linux, around an executable that only stands in for Electron: the contents are
 * decided by the configuration and the system that builds, the same way as for the installers.
 */
export function standInCall(electron: string, output: string, processor: string): BuilderCall {
  return {
    args: [
      '--linux',
      '--dir',
      '--publish',
      'never',
      NO_INTEGRITY,
      `-c.electronDist=${electron}`,
      `-c.directories.output=${output}`,
    ],
    env: { LABSEAL_NATIVES: processor },
  };
}
