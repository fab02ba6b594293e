/** What may enter node_modules: exact versions, proven contents, registries over https, and one script that may run. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
}

const manifest = readJson('package.json') as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const { packages } = readJson('package-lock.json') as {
  readonly packages: Readonly<Record<string, LockEntry>>;
};
const { '': project, ...locked } = packages;
const entries = Object.entries(locked);
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13);

describe('what may be installed', () => {
  test('versions in package.json are exact', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.length).toBeGreaterThan(20);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('the lockfile was made from this package.json', () => {
    expect(project?.dependencies).toEqual(manifest.dependencies);
    expect(project?.devDependencies).toEqual(manifest.devDependencies);
  });

  test('every entry proves its content, for every system', () => {
    const unproven = entries.filter(
      ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    );
    expect(unproven).toEqual([]);
  });

  test('every address is a registry over https, and nothing is linked in from elsewhere', () => {
    const elsewhere = entries.filter(
      ([, { resolved, link }]) =>
        link === true || (resolved !== undefined && !/^https:\/\/[^/]+\/.+\.tgz$/.test(resolved)),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('what may run at installation', () => {
  test('the package that brings Node is the only one whose script runs', () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed).toEqual([['node', true]]);
  });

  test('every package with a script was decided on', () => {
    const withScript = entries.filter(([, entry]) => entry.hasInstallScript === true);
    const undecided = withScript
      .map(([folder]) => nameOf(folder))
      .filter((name) => !(name in manifest.allowScripts));
    expect(withScript.length).toBeGreaterThan(0);
    expect(undecided).toEqual([]);
  });
});
