/** Plays one seed from its fault profile to its verdict. */
import { HOUR_MS } from '../src-shared/model/text/time.ts';
import fs from 'node:fs';
import { checkAtRest } from './checks/at-rest.ts';
import { contentsOf } from './checks/durable.ts';
import { tellsRestlessly } from './disk/disk.ts';
import { countRounds, usePatiently } from './person.ts';
import { makeDoubter } from './doubter.ts';
import type { SeedOptions, Verdict } from './variants.ts';
import { brokenBy } from './violation.ts';
import { makeWorld, type World } from './world.ts';

interface Figures {
  files: number;
  /** Nobody knows whether they are recorded. */
  'wait for a person': number;
}

const MOST_STEPS = 120_000; // some worlds need 5,000; more than this is an endless loop

export async function playWorld(
  seed: number,
  { scratchFolder, variant, logs }: SeedOptions,
): Promise<Verdict> {
  const folder = scratchFolder.folder(seed);
  const world = makeWorld({
    seed,
    variant,
    folder,
    template: (rules) => scratchFolder.template(rules),
    logs,
  });
  const figures = { files: 0, 'wait for a person': 0 };
  const events = await world.play(() => live(world, figures), MOST_STEPS);
  if (world.failure() === null) world.scanForTokens();
  fs.rmSync(folder, { recursive: true, force: true });
  return {
    broken: brokenBy(world.failure()),
    digest: world.trace.digest(),
    trace: world.trace.lines(),
    figures: {
      ...figures,
      events,
      crashes: world.crashes(),
      charges: world.auditor.charges(),
      'sent again without a person': world.auditor.sentAgainByEvidence(),
      'second charges of those': world.auditor.secondCharges(),
      hours: world.clock.monotonicMs() / HOUR_MS,
    },
  };
}

/** A drive is not known by files in these states. */
const NOT_ON_A_DRIVE: ReadonlySet<string> = new Set(['missing', 'ignored', 'remote_only']);

/** Everything that acts, until the program rests in the calm. */
async function live(world: World, figures: Figures): Promise<void> {
  const isKnown = (at: string) =>
    world.auditor
      .books()
      .files()
      .some(({ path, state }) => path.startsWith(`${at}/`) && !NOT_ON_A_DRIVE.has(state));
  for (const work of [
    world.lab.work(),
    world.lab.swapDrives(isKnown),
    world.otherUsers.work(),
    world.otherComputer.work(),
    world.misbehave(),
  ]) {
    work.catch(world.fail);
  }
  const isRestless = (path: string): boolean => {
    const inode = world.disk.at(path);
    return inode !== null && tellsRestlessly(inode);
  };
  const snapshot = (): string => contentsOf(world.auditor.books(), isRestless);
  const doubter = makeDoubter(world, world.chance.branch('doubter'));
  const rounds = countRounds({ chance: world.chance.branch('person'), doubter }, snapshot);
  if (world.faultProfile.startsLate)
    await world.clock.sleep(world.faultProfile.calmAtMs / 2, never);
  for (;;) {
    const { life, death } = world.begin();
    const used = usePatiently(world, life, rounds).then(() => 'rest' as const);
    const how = await Promise.race([used, death.then(() => 'dead' as const)]);
    if (how === 'rest') {
      evaluate(world, figures);
      const before = snapshot();
      world.end(life);
      return reopen(world, before, snapshot);
    }
    used.catch(() => undefined); // whatever a dead program still throws, nobody hears it
    await world.clock.sleep(rounds.chance.between(100, 300_000), never);
  }
}

function evaluate(world: World, figures: Figures): void {
  const { disk, service, faultProfile, auditor } = world;
  const { reading, dateAheadMs } = faultProfile;
  const books = auditor.books();
  const { isUnsettled } = world.elsewhere;
  const { ledger } = service;
  const { broken, isShownTooLate } = auditor;
  checkAtRest({
    books,
    disk,
    reading,
    ledger,
    isUnsettled,
    isShownTooLate,
    dateAheadMs,
    broken,
  });
  auditor.checkGivenUp();
  const rows = books.files();
  figures.files = rows.length;
  figures['wait for a person'] = rows.filter(({ state }) => state === 'confirming').length;
}

/** Invariant 14: a start after everything rests changes nothing. */
function reopen(world: World, before: string, snapshot: () => string): void {
  const { life } = world.begin();
  if (snapshot() !== before) world.auditor.broken(14, 'a start alone changed what was durable');
  world.end(life);
}

const never = new AbortController().signal;
