/**
 * Looks at what `npm run package` made on this system: the fuses of the executable as it ships, the address and the
 * publisher of updates, what macOS will not let it do without a certificate, and, where the archive is proven at the start,
 * that the program does not start with a changed one.
 *   node scripts/packaging/check-release.ts
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFuses, shippedFuses } from './fuses.ts';
import { isStartable, unsignedLimits } from './signature.ts';
import { updateFaults } from './update-file.ts';

const release = fileURLToPath(new URL('../../release', import.meta.url));
/** A start that meets no trouble goes on until it is ended. */
const STARTS_WITHIN_MS = 20_000;

interface Program {
  readonly folder: string;
  /** Where the fuses are. */
  readonly fused: string;
  readonly executable: string;
  readonly resources: string;
}

function programIn(base: string): Program {
  const at = (...parts: string[]) => path.join(base, ...parts);
  if (process.platform === 'darwin') {
    const contents = at('mac-universal', 'Labseal.app', 'Contents');
    const framework = 'Electron Framework.framework/Versions/A/Electron Framework';
    return {
      folder: at('mac-universal'),
      fused: path.join(contents, 'Frameworks', framework),
      executable: path.join(contents, 'MacOS', 'Labseal'),
      resources: path.join(contents, 'Resources'),
    };
  }
  const [folder, name] =
    process.platform === 'win32'
      ? [at('win-unpacked'), 'Labseal.exe']
      : [at('linux-unpacked'), 'labseal-desktop'];
  const executable = path.join(folder, name);
  return { folder, fused: executable, executable, resources: path.join(folder, 'resources') };
}

/** Null when it still runs after a while, which ends it; else its exit code, or the signal. */
function startFor(executable: string, home: string): Promise<number | string | null> {
  const env = { ...process.env, LABSEAL_HOME: home };
  const child = spawn(executable, [], { env, stdio: 'ignore' });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      child.kill();
      resolve(null);
    }, STARTS_WITHIN_MS);
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(code ?? signal ?? '');
    });
  });
}

const faults: string[] = [];
const say = (isGood: boolean, text: string) => {
  process.stdout.write(`${isGood ? '✓' : '✗'} ${text}\n`);
  if (!isGood) faults.push(text);
};

const shipped = programIn(release);
const found = readFuses(fs.readFileSync(shipped.fused));
const wanted = shippedFuses(process.platform);
// One program of macOS has them once for each processor.
const isTurned = found.length > 0 && found.every((wire) => wire === wanted);
say(isTurned, `fuses ${found.join(', ')}`);

const updates = path.join(shipped.resources, 'app-update.yml');
const problems = fs.existsSync(updates)
  ? updateFaults(fs.readFileSync(updates, 'utf8'), process.platform)
  : ['there is no app-update.yml'];
say(problems.length === 0, problems.length === 0 ? 'updates' : problems.join(', '));

if (process.platform === 'darwin') {
  const app = path.join(shipped.folder, 'Labseal.app');
  const { stderr } = spawnSync('codesign', ['--display', '--verbose=2', app], { encoding: 'utf8' });
  say(isStartable(stderr), 'the program has a signature');
  const { status } = spawnSync('codesign', ['--verify', '--deep', '--strict', app]);
  say(status === 0, 'its signature is whole');
  // No fault: whoever makes the release decides, and has to know.
  for (const limit of unsignedLimits(stderr)) process.stdout.write(`! no certificate: ${limit}\n`);
}

if (process.platform !== 'linux') {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-release-'));
  const copy = path.join(place, 'release', path.basename(shipped.folder));
  fs.cpSync(shipped.folder, copy, { recursive: true, verbatimSymlinks: true });
  const program = programIn(path.join(place, 'release'));
  const whole = await startFor(program.executable, path.join(place, 'home'));
  say(whole === null, `the program starts (${whole ?? 'runs'})`);
  const archive = path.join(program.resources, 'app.asar');
  const bytes = fs.readFileSync(archive);
  const last = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  const inHeader = 200;
  bytes.writeUInt8(bytes.readUInt8(inHeader) ^ 1, inHeader);
  fs.writeFileSync(archive, bytes);
  const changed = await startFor(program.executable, path.join(place, 'home'));
  say(
    changed !== null && changed !== 0,
    `a changed archive does not start (${changed ?? 'it ran'})`,
  );
  fs.rmSync(place, { recursive: true, force: true });
}
process.exitCode = faults.length === 0 ? 0 : 1;
