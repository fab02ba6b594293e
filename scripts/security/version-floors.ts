/**
 * Versions that must not ship, by the advisories known on the day of `CHECKED_ON`. The lockfile is compared on every
 * commit; that the list itself has become old stops a release and nothing else.
 *   node scripts/security/version-floors.ts --release   ends with 1 when a version is refused or the list is too old
 */
import fs from 'node:fs';

export const CHECKED_ON = '2026-11-21';
const OLD_AFTER_DAYS = 60;
const DAY_MS = 86_400_000;

/** A span of versions, the first included and the last not, and what is wrong with it. */
interface Refused {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

export const REFUSED: readonly Refused[] = [
  {
    name: 'electron',
    from: '0.0.0',
    to: '43.4.1',
    because: 'CVE-2026-34775, CVE-2026-102676, and no longer supported',
  },
  {
    name: 'pdfjs-dist',
    from: '0.0.0',
    to: '4.2.67',
    because: 'CVE-2024-4367: a font runs a script',
  },
  { name: 'pdfjs-dist', from: '5.6.83', to: '6.2.108', because: 'GHSA-hq66-cqwq-w95j' },
  {
    name: 'axios',
    from: '0.0.0',
    to: '1.12.0',
    because: 'CVE-2025-27152, CVE-2025-58754: other hosts, and memory without end',
  },
  {
    name: 'ws',
    from: '0.0.0',
    to: '8.17.1',
    because: 'CVE-2024-37890: many headers end the program',
  },
  {
    name: 'electron-updater',
    from: '0.0.0',
    to: '6.3.0',
    because: 'CVE-2024-39698: the signature check can be passed by',
  },
  {
    name: 'better-sqlite3',
    from: '0.0.0',
    to: '12.2.0',
    because: 'SQLite before 3.50.2: CVE-2025-6965',
  },
];

/** Sentences about packages of a lockfile, in any place of it, that must not ship. */
export function refusedVersions(
  packages: Readonly<Record<string, { readonly version?: string }>>,
): readonly string[] {
  return Object.entries(packages).flatMap(([folder, { version = '' }]) => {
    const name = folder.replace(/^.*node_modules\//, '');
    const reasons = REFUSED.filter((span) => span.name === name && isWithin(version, span));
    return reasons.map(({ because }) => `${name} ${version}: ${because}`);
  });
}

/** Days since the advisories were read. */
export function ageInDays(nowMs: number): number {
  return Math.floor((nowMs - Date.parse(CHECKED_ON)) / DAY_MS);
}

export function isTooOld(nowMs: number): boolean {
  return ageInDays(nowMs) > OLD_AFTER_DAYS;
}

function isWithin(version: string, { from, to }: Refused): boolean {
  return compare(version, from) >= 0 && compare(version, to) < 0;
}

/** Below, equal or above zero; what stands behind a hyphen comes before the version itself. */
function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (const index of [0, 1, 2]) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes('-')) - Number(one.includes('-'));
}

if (import.meta.main) {
  const lockfile = new URL('../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(fs.readFileSync(lockfile, 'utf8')) as {
    readonly packages: Parameters<typeof refusedVersions>[0];
  };
  const refused = refusedVersions(packages);
  const age = ageInDays(Date.now());
  for (const sentence of refused) process.stderr.write(`${sentence}\n`);
  process.stdout.write(`Advisories were last read on ${CHECKED_ON}, ${age} days ago.\n`);
  if (isTooOld(Date.now())) {
    process.stderr.write(
      `That is more than ${OLD_AFTER_DAYS} days: read them again before a release.\n`,
    );
  }
  const isRelease = process.argv.includes('--release');
  process.exitCode = refused.length > 0 || (isRelease && isTooOld(Date.now())) ? 1 : 0;
}
