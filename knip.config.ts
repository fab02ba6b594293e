import type { KnipConfig } from 'knip';

// `npm run deadcode`: files, exports and packages that nothing uses, and packages that are used without being named in
// package.json. The second run, `--production`, looks at what is marked by `!` alone: code that only tests use is dead too,
// unless `@internal` says why it is there.
const config = {
  entry: [
    'src-main/hosts/{cli/main,cli/help/make-manual,electron/main}.ts!',
    'src-main/hosts/electron/preload.ts!',
    'src-{main,mock}/**/*-{worker,process}.ts!',
    'src-verify/{main,digest-worker}.ts!',
    'src-main/**/test-support/**/{close-at-rest,die-migrating,poll-refused,starve-file-tree,watch-many}.ts', // started as programs by tests
    'bench/{main,probe,upload-sink,network/relay,subjects/*}.ts',
    'scripts/*.{ts,mjs}',
    'scripts/packaging/{check,check-release,make-installers,natives-of-macos,sbom,try-installed}.ts',
    'scripts/{lint/*.ts,windows/t*.mjs}',
    'simulation/seed-worker.ts', // a thread
    'e2e/**/*.ts',
  ],
  project: [
    'src-*/**/*.{ts,tsx}!',
    '!src-*/**/test-support/**!',
    '{scripts,bench,simulation,e2e}/**/*.{ts,mjs}',
  ],
  // What its own file uses is not dead; it is exported for its readers.
  ignoreExportsUsedInFile: true,
  // Code of tests alone that is on its way out.
  ignoreUnresolved: ['scripts/with-keyring.sh'], // read as a file
  ignoreDependencies: [
    'electron-builder', // started by scripts/package.mjs
    'ro-crate', // loaded by its name in independent-checks.ts: its types ask for the DOM
  ],
  // A type may be exported beside the function that takes or gives it; programs of the system are no packages.
  rules: { types: 'off', binaries: 'off' },
} satisfies KnipConfig;

export default config;
