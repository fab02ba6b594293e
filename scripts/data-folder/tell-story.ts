/**
 * What made the data folder: a lab that used Labseal for seven weeks beside the bundled service. The real core does all
 * of it, with the service's answers lost or refused where a doubt needs that; nothing is written into a database here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import { AUTO_WATCHING, type FolderRules } from '../../src-shared/model/folders/folder-rules.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import type { FileState } from '../../src-shared/model/files/file-state.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { DAY_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { Account, RunScope } from '../../src-main/app/account.ts';
import { openCore, type Core } from '../../src-main/app/create-core.ts';
import type { Clock } from '../../src-main/platform/clock.ts';
import { realClock } from '../../src-main/platform/real-ports.ts';
import { accountKey } from '../../src-main/session/accounts.ts';

/** When the story ends. It began so many days before. */
export const END_MS = Date.UTC(2026, 10, 28, 9);
const PAST_DAYS = 50;
const SEARCH_MS = 11 * MINUTE_MS; // then a search that finds nothing is over
const never = new AbortController().signal;

export interface Places {
  /** Absolute; of the watched folders. */
  readonly lab: string;
  /** LABSEAL_HOME. */
  readonly home: string;
  readonly service: string;
}

export interface Told {
  readonly server: string;
  /** Everybody of the service, in the order in which they signed in: the last one did most, the one before a little. */
  readonly accounts: readonly ToldAccount[];
}

export interface ToldAccount {
  readonly userId: string;
  readonly email: string;
  /** Absolute; holds the database. */
  readonly folder: string;
}

/** Ends with everything closed. */
export async function tellStory(places: Places): Promise<Told> {
  const clock = makeStoryClock();
  const service = await startMockService({
    dataFolder: places.service,
    nowMs: () => clock.nowMs(),
    readings: { chainDelayMs: 0, notarizationErrorNames: ['tune-report'] },
  });
  try {
    const settings = {
      dataFolder: places.home,
      server: service.url,
      tokenStore: 'memory',
      network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
    } as const;
    const core = valueOf(await openCore(settings, { clock }));
    try {
      const signIns = [
        (await signIn(core, service, 'administrator')).person,
        (await signIn(core, service, 'colleague')).person,
        await shortAccount(core, service, places),
        await longAccount(core, service, places, clock),
      ];
      const accounts = signIns.map(({ userId, email }) => {
        const folder = path.join(places.home, 'accounts', accountKey(service.url, userId));
        return { userId, email, folder };
      });
      return { server: service.url, accounts };
    } finally {
      await core.close();
    }
  } finally {
    await service.close();
  }
}

function valueOf<Value>(result: Result<Value, CoreFault>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.fault));
  return result.value;
}

async function signIn(core: Core, service: MockService, role: string) {
  const person = service.demoAccounts.find((account) => account.role === role);
  if (person === undefined) throw new Error(`the service has no ${role}`);
  const { userId } = valueOf(await core.signIn(service.url, person, never));
  return { person: { userId, email: person.email }, account: valueOf(core.account()) };
}

/** A second person of this computer: little was done, uploads are paused, and it is offline. */
async function shortAccount(core: Core, service: MockService, { lab }: Places) {
  const { person, account } = await signIn(core, service, 'principal investigator');
  const { eeg } = await projectsOf(account);
  write(path.join(lab, 'Leader'), { 'protocol.csv': table(900) });
  valueOf(await account.folders.add(path.join(lab, 'Leader'), rulesFor(eeg), never));
  await pass(account);
  account.transfers.pause('now', null);
  account.workOffline(true);
  return person;
}

async function longAccount(
  core: Core,
  service: MockService,
  { lab }: Places,
  clock: ReturnType<typeof makeStoryClock>,
) {
  const at = (folder: string, name = '') => path.join(lab, folder, name);
  const day = async (daysAgo: number) => {
    clock.goOnUntil(daysAgo);
    return (await signIn(core, service, 'researcher')).account; // sessions last a day
  };
  const fault = (rule: Parameters<MockService['faults']['add']>[0]) => service.faults.add(rule);

  // Private files of every end.
  let account = await day(49);
  const { own, eeg } = await projectsOf(account);
  write(at('Plates'), {
    'plate-01.csv': table(1),
    'plate-02.csv': table(2),
    'plate-03.csv': table(3),
    'focus-series.csv': table(4),
    'stage-drift.csv': table(5),
    'old-calibration.csv': table(6),
    'retired-stage.csv': table(7),
    'being-deleted.csv': table(8),
    'tune-report.csv': table(9),
    'tune-report-again.csv': table(10),
    'edited-unseen.csv': table(11),
  });
  const plates = valueOf(
    await account.folders.add(at('Plates'), { ...rulesFor(own), budgetCredits: 60 }, never),
  );
  const inPlates = { folderId: plates.id };
  await pass(account);

  // Public files, enough for learned prices.
  account = await day(40);
  write(at('Mosaics'), {
    'mosaic-1.csv': table(21),
    'mosaic-2.csv': table(22, 30),
    'mosaic-3.csv': table(23),
  });
  valueOf(
    await account.folders.add(
      at('Mosaics'),
      { ...rulesFor(own, 'public'), settleSeconds: 0 },
      never,
    ),
  );
  await pass(account);
  for (const [index, daysAgo] of [35, 30, 25, 20].entries()) {
    account = await day(daysAgo);
    write(at('Mosaics'), { [`mosaic-${index + 4}.csv`]: table(24 + index, index) });
    await pass(account);
  }

  // Answers that were lost, and what became of each. What is resumed finds its own answer again.
  account = await day(15);
  service.setReadings({ resumableUploads: 'off' });
  fault({ endpoint: 'uploadPrivateFile', times: 1, do: { kind: 'status', status: 413 } });
  write(at('Plates'), { 'overexposed.csv': table(31) });
  await passUntil(account, 'confirming');
  clock.passAtOnce(MINUTE_MS); // then the service's denial is believed
  await pass(account);

  const loseOne = async (name: string, number: number, isRecorded: boolean) => {
    const drop = { kind: 'drop', at: isRecorded ? 'after-commit' : 'before-handling' } as const;
    if (!isRecorded) {
      const delay = { kind: 'delay', ms: 400 } as const; // a small form has left by then
      fault({ endpoint: 'uploadPrivateFile', times: 1, do: delay });
    }
    fault({ endpoint: 'uploadPrivateFile', times: 1, do: drop });
    write(at('Plates'), { [name]: table(number) });
    await passUntil(account, 'confirming', inPlates);
    return at('Plates', name);
  };
  const searched = async () => {
    clock.passAtOnce(SEARCH_MS);
    await pass(account);
  };
  /** The same while the service shows no list: nobody can tell. */
  const searchedInVain = async () => {
    fault({ endpoint: 'listPrivateFiles', do: { kind: 'status', status: 403 } });
    await searched();
    service.faults.clear();
  };
  // Found again in the list.
  await loseOne('found-again.csv', 32, true);
  await pass(account);
  // Sent again by a person, and by evidence.
  const byPerson = await loseOne('sent-again.csv', 33, false);
  await searchedInVain();
  valueOf(account.doubts.sendAgain({ asked: byPerson }, 1));
  await pass(account);
  await loseOne('sent-again-itself.csv', 34, false);
  await searched();
  // Undecided, though never received.
  await loseOne('undecided.csv', 36, false);
  await searchedInVain();

  // Deletions: one carried out, one under way.
  account = await day(10);
  await deleteOne(account, at('Plates', 'old-calibration.csv'));
  fs.rmSync(at('Plates', 'stage-drift.csv'));
  fs.rmSync(at('Plates', 'retired-stage.csv'));
  fs.appendFileSync(at('Plates', 'focus-series.csv'), '9.99,1,1,1\n');
  fs.copyFileSync(at('Plates', 'plate-03.csv'), at('Plates', 'plate-03 (copy).csv'));
  await prepare(account);
  valueOf(account.files.forgetCopy(at('Plates', 'retired-stage.csv')));

  // An audit that finds a file whose bytes alone moved.
  damage(at('Plates', 'edited-unseen.csv'));
  const audit = valueOf(await account.audits.start({ folderId: String(plates.id) }, never));
  valueOf(await account.audits.ended(audit.id, never));

  // Folders of every rule, and what waits in them; files picked by hand.
  account = await day(0);
  await letThingsWait(account, { own, eeg, at });
  // The last two: one is being recorded; the other is recorded too, its answer is lost, and nobody looked for it yet.
  service.setReadings({ chainDelayMs: 365 * DAY_MS });
  fault({
    endpoint: 'uploadPrivateFile',
    when: { afterCount: 1 },
    times: 1,
    do: { kind: 'drop', at: 'after-commit' },
  });
  write(at('Plates'), { 'last-one.csv': table(37), 'last-other.csv': table(38) });
  await passUntil(account, 'confirming', inPlates);
  await deleteOne(account, at('Plates', 'being-deleted.csv'), 0);
  return (await signIn(core, service, 'researcher')).person;
}

async function letThingsWait(
  account: Account,
  { own, eeg, at }: { own: string; eeg: string; at: (folder: string, name?: string) => string },
): Promise<void> {
  const watched = async (name: string, files: Readonly<Record<string, string>>, rules: object) => {
    write(at(name), files);
    return valueOf(await account.folders.add(at(name), { ...rulesFor(own), ...rules }, never));
  };
  const assorted = Object.fromEntries(
    Array.from({ length: ASSORTED_FILES }, (_, index) => [assortedName(index), table(400 + index)]),
  );
  await watched('Assorted', assorted, { approveEach: true, settleSeconds: 0 });
  const derived = await watched(
    'Derived',
    { 'means_plate-01.csv': table(50), 'means_plate-02.csv': table(51), 'peaks.csv': table(52) },
    { assignment: { ...rulesFor(own).assignment, fileType: 'secondary' } },
  );
  await watched('New only', { 'earlier.csv': table(60) }, { onlyNew: true });
  write(at('New only'), { 'later.csv': table(61) });
  await watched('Removed', { 'gone-folder.csv': table(62) }, {});
  const { inEeg } = { inEeg: { ...rulesFor(own).assignment, projectId: eeg } };
  write(at('By hand'), { 'picked.csv': table(63), 'picked-too.csv': table(64) });
  valueOf(await account.files.pick([at('By hand', 'picked.csv')], inEeg, never));
  await prepare(account);
  valueOf(account.folders.remove(at('Removed')));
  valueOf(
    account.provenance.keepRule(derived.id, {
      pattern: 'means_{name}.csv',
      primaries: ['{name}.csv'],
      procedures: ['procedure'],
      description: 'Means of each plate',
      labels: '',
    }),
  );
  const lacking = valueOf(
    await account.provenance.lacking({ projectId: own, folderId: derived.id, names: null }, never),
  );
  const [first] = lacking.files;
  if (first === undefined) throw new Error('no file lacks its provenance');
  const given = { primaries: ['one'], procedures: ['other'], description: 'Means', labels: '' };
  valueOf(account.provenance.complete([{ fileId: Number(first.file.id), given }]));
}

/** Files of one folder, whose rows are given each state and hold afterwards. */
export const ASSORTED_FILES = 84;
export function assortedName(index: number): string {
  return `sample-${String(index).padStart(2, '0')}.csv`;
}

async function projectsOf(account: Account) {
  const { projects } = valueOf(await account.projects.list(never));
  const idOf = (start: string) => projects.find(({ name }) => name.startsWith(start))?.id ?? '';
  return { own: idOf('Microscope'), eeg: idOf('EEG') };
}

function rulesFor(projectId: string, visibility: 'public' | 'private' = 'private'): FolderRules {
  return {
    assignment: {
      projectId,
      visibility,
      fileType: 'primary',
      labels: 'raw,demo',
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'never',
    },
    exclude: [],
    settleSeconds: 0,
    budgetCredits: null,
    approveEach: false,
    watching: AUTO_WATCHING,
  };
}

async function prepare(account: Account): Promise<void> {
  await account.sync({}, () => undefined).prepare(never);
}

/** One complete pass, with everything approved that it shows. */
async function pass(account: Account): Promise<void> {
  const run = account.sync({}, () => undefined);
  await run.prepare(never);
  await run.complete({ ceiling: null }, never);
}

/** One pass that ends as soon as a file is in this state. */
async function passUntil(account: Account, state: FileState, scope: RunScope = {}): Promise<void> {
  const leaving = new AbortController();
  const run = account.sync(scope, (event) => {
    if (event.kind === 'moved' && event.state === state) leaving.abort(new Error(state));
  });
  try {
    await run.prepare(leaving.signal);
    await run.complete({ ceiling: null }, leaving.signal);
  } catch (error) {
    if (error !== leaving.signal.reason) throw error;
  }
}

async function deleteOne(account: Account, file: string, passes = 3): Promise<void> {
  const { paidChanges } = account;
  const intent = valueOf(paidChanges.deletion(file, 'The lamp was not warm yet'));
  const { id } = paidChanges.keep(intent, { whenOnline: false, passedReserve: null });
  await paidChanges.deliver(id, never);
  for (let done = 0; done < passes; done += 1) await pass(account);
}

/** Other bytes of the same length, with the time of the last writing put back. */
function damage(file: string): void {
  const { atime, mtime } = fs.statSync(file);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('1', '7'));
  fs.utimesSync(file, atime, mtime);
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
}

/** A made-up table; each number gives another one. */
function table(number: number, times = 1): string {
  const rows = Array.from({ length: 3 }, (_, index) => `${index},${number * 7 + index}`);
  return `minutes,level\n${`${rows.join('\n')}\n`.repeat(times + 1)}`;
}

/** Of core and service: it ends at `END_MS`, and waits can be let pass at once. */
function makeStoryClock() {
  const originMs = realClock.monotonicMs();
  let aheadMs = 0;
  const beganMs = END_MS - PAST_DAYS * DAY_MS;
  const monotonicMs = () => realClock.monotonicMs() + aheadMs;
  return {
    monotonicMs,
    nowMs: () => Math.round(beganMs + monotonicMs() - originMs),
    sleep: (ms: number, signal: AbortSignal) => realClock.sleep(ms, signal),
    passAtOnce(ms: number): void {
      aheadMs += ms;
    },
    /** To that many days before the end; never back. */
    goOnUntil(daysAgo: number): void {
      aheadMs += Math.max(0, END_MS - daysAgo * DAY_MS - this.nowMs());
    },
  } satisfies Clock & Record<string, unknown>;
}
