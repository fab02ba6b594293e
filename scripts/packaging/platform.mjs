/** Which of the lockfile's optional packages this computer should have. Reads nothing but the running process. */

/**
 * @typedef {{ os: string, cpu: string, libc: 'glibc' | 'musl' | null }} Platform
 * @typedef {{ os?: string[], cpu?: string[], libc?: string[] }} Constraints
 */

/** @returns {Platform} */
export function thisPlatform() {
  return { os: process.platform, cpu: process.arch, libc: thisLibc() };
}

/** @returns {Platform['libc']} */
function thisLibc() {
  if (process.platform !== 'linux') return null;
  // The report looks up the names of open sockets, which takes seconds on some networks, unless told not to.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * True when the package names systems and this is one of them. A package without any constraint is no platform package:
 * it comes only in the company of one (wasm helpers, for instance), so its absence proves nothing.
 * @param {Constraints} entry
 * @param {Platform} platform
 */
export function isForPlatform(entry, platform) {
  if (entry.os === undefined && entry.cpu === undefined) return false;
  return (
    allows(entry.os, platform.os) &&
    allows(entry.cpu, platform.cpu) &&
    (platform.libc === null || allows(entry.libc, platform.libc))
  );
}

/**
 * npm's list of names: some allowed, or some forbidden with a leading "!".
 * @param {string[] | undefined} names
 * @param {string} own
 */
function allows(names, own) {
  if (names === undefined || names.includes('any')) return true;
  if (names.includes(`!${own}`)) return false;
  return names.includes(own) || names.every((name) => name.startsWith('!'));
}
