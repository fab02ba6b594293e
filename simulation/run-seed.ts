/** Plays one seed from its fault profile to its verdict. */
import fs from 'node:fs';
import { checkAtRest } from './checks/at-rest.ts';
import { contentsOf } from './checks/durable.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import { countRounds, usePatiently } from './person.ts';
import { makeDoubter } from './doubter.ts';
import { Violation } from './violation.ts';
import { makeWorld, type World } from './world.ts';

export interface SeedFigures {
  readonly files: number;
  readonly events: number;
  readonly crashes: number;
  readonly charges: number;
  /** Files that were sent again without a person, and second charges that this caused. */
  readonly sentAgain: number;
  readonly secondCharges: number;
  /** Files that wait for a person because nobody knows whether they are recorded. */
  readonly parked: number;
  readonly fakeMs: number;
}

export interface SeedVerdict {
  readonly seed: number;
  /** Null when every invariant held. `invariant` is null for an error that is none of them: a bug all the same. */
  readonly broken: { readonly invariant: number | null; readonly what: string } | null;
  readonly digest: string;
  readonly figures: SeedFigures;
  readonly trace: readonly string[];
}

export interface SeedOptions {
  readonly scratchFolder: ScratchFolder;
  /** The name of a variant whose readings are forced; null: as drawn. */
  readonly variant: string | null;
  readonly logs: readonly string[];
}

const MOST_STEPS = 120_000; // some worlds need 5,000; more than this is an endless loop

/** `logs`: what was written to the console since the seed began, for as long as it runs. */
export async function runSeed(
  seed: number,
  { scratchFolder, variant, logs }: SeedOptions,
): Promise<SeedVerdict> {
  const folder = scratchFolder.folder(seed);
  const world = makeWorld({
    seed,
    variant,
    folder,
    template: (rules) => scratchFolder.template(rules),
    logs,
  });
  const figures = { parked: 0, files: 0 };
  const events = await world.play(() => play(world, figures), MOST_STEPS);
  if (world.failure() === null) world.scanForTokens();
  fs.rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    broken: brokenBy(world.failure()),
    digest: world.trace.digest(),
    trace: world.trace.lines(),
    figures: {
      ...figures,
      events,
      crashes: world.crashes(),
      charges: world.auditor.charges(),
      sentAgain: world.auditor.sentAgainByEvidence(),
      secondCharges: world.auditor.secondCharges(),
      fakeMs: world.clock.monotonicMs(),
    },
  };
}

function brokenBy(failure: unknown): SeedVerdict['broken'] {
  if (failure === null) return null;
  if (failure instanceof Violation) return { invariant: failure.invariant, what: failure.message };
  return {
    invariant: null,
    what:
      failure instanceof Error ? String(failure.stack) : 'something that is no error was thrown',
  };
}

/** A drive is not known by files in these states. */
const NOT_ON_A_DRIVE: ReadonlySet<string> = new Set(['missing', 'ignored', 'remote_only']);

/** Everything that acts, until the program rests in the calm. */
async function play(world: World, figures: { parked: number; files: number }): Promise<void> {
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
  const snapshot = (): string => contentsOf(world.auditor.books());
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

function evaluate(world: World, figures: { parked: number; files: number }): void {
  const { disk, service, faultProfile, auditor } = world;
  const { reading, dateAheadMs } = faultProfile;
  const books = auditor.books();
  const { isUnsettled } = world.elsewhere;
  const { ledger } = service;
  const { broken } = auditor;
  checkAtRest({ books, disk, reading, ledger, isUnsettled, dateAheadMs, broken });
  const rows = books.files();
  figures.files = rows.length;
  figures.parked = rows.filter(({ state }) => state === 'confirming').length;
}

/** Invariant 14: a start after everything rests changes nothing. */
function reopen(world: World, before: string, snapshot: () => string): void {
  const { life } = world.begin();
  if (snapshot() !== before) world.auditor.broken(14, 'a start alone changed what was durable');
  world.end(life);
}

const never = new AbortController().signal;
