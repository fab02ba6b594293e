/**
 * What kind of world a seed gets: which of the readings of the interface document its service follows, and how often
 * what goes wrong. Swarm: some worlds have no faults, some one single fault very often, most a mixture at low rates;
 * a fault that is always rare, or always among many others, hides what it alone would show.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../src-shared/model/text/time.ts';
import type { CheckPolicy } from '../src-shared/model/files/assignment.ts';
import type { Chance } from './chance.ts';

/** Readings of the document between which a service may choose. */
export interface ServiceReading {
  readonly paging: 'honoured' | 'ignored';
  /** The most records in one page, whatever was asked for. */
  readonly pageRecords: number;
  readonly order: 'oldest-first' | 'newest-first';
  readonly uploaded: 'echoed' | 'seconds' | 'replaced';
  readonly fileHash: 'sha256' | 'sha512' | 'sha1' | 'sha3-256';
  readonly errorEnvelope: 'usual' | 'coded';
  readonly resumption: 'none' | 'draft-12';
  readonly maxAppendBytes: number | null;
  /** Acts once it has read the closing delimiter, as busboy, formidable and @fastify/multipart were seen to. */
  readonly actsAtDelimiter: boolean;
  /** Keeps the answer of a resumed upload for whoever asks again. */
  readonly replaysAnswers: boolean;
  /** Longest time from the last byte to the record, where the connection is lost meanwhile. */
  readonly latestCommitMs: number;
  /**
   * `wrapped`: other bytes before and after the PDF. `some-broken`: for some files it ends in an error, for some the PDF
   * is cut, always.
   */
  readonly certificates: 'plain' | 'wrapped' | 'some-broken';
  readonly chainMs: number;
  readonly chainErrorRate: number;
  /** From the record until lists show it. */
  readonly listLagMs: number;
  /** From a charge until the balance shows it. */
  readonly balanceLagMs: number;
  readonly history: 'told' | 'refused';
  /** Of the megabytes that a public file is charged for: what is smaller than one costs a credit, or nothing. */
  readonly megabytes: 'rounded-up' | 'rounded-down';
  /** `hides-others`: it denies having contents that others uploaded. */
  readonly verify: 'true' | 'hides-others';
  /** What stands before it refuses the header fields that are not documented; null: nothing does. */
  readonly front: Front | null;
}

export interface Front {
  /** The prefix of the fields that it does not know. */
  readonly refuses: 'upload-' | 'idempotency-';
  readonly status: 400 | 412 | 417 | 431;
  /** It reads the body before it answers. */
  readonly isLate: boolean;
}

/** What can go wrong with one request, by where on its way. */
export const FAULTS_BY_PLACE = {
  connect: ['no-address', 'refused', 'connect-hangs', 'expired-certificate'],
  /** At the upload's own address, before the request gets there. */
  upload: ['forgets-upload', 'wrong-offset'],
  /** At a byte of its body. */
  body: ['cut-in-body', 'stall-in-body', 'early-413', 'early-401', 'early-500'],
  /** The service got it whole. Whether it carries it out, and what comes back, do not go together. */
  outcome: [
    'cut-before-commit',
    'lost-after-commit',
    'late-commit',
    'hang-before-commit',
    'hang-after-commit',
    'error-after-commit',
    'page-after-commit',
    'redirect-after-commit',
    'denial-after-commit',
    'answers-empty-object',
    'answer-cut',
  ],
  /** Something else comes in the place of the answer, and nothing is carried out. */
  instead: [
    'error-before-commit',
    'unavailable',
    'throttled',
    'refuses-400',
    'refuses-403',
    'answers-page',
    'answers-garbage',
    'redirects',
  ],
} as const;
export type Place = keyof typeof FAULTS_BY_PLACE;
export type FaultAt<At extends Place> = (typeof FAULTS_BY_PLACE)[At][number];
export type NetworkFault = FaultAt<Place>;

export const OTHER_FAULTS = [
  'crash', // per life: the program dies
  'crash-at-write', // per life: at one of its database writes
  'token-dies', // per run
  'signs-out', // per run
  'stopped', // per run: the person stops it
  'suspended', // per hour
  'clock-set', // per hour
  'outage', // per hour
  'bad-sector', // per file
  'write-while-read', // per reading
  'hint-lost', // per hint
  'restored', // per life: the data folder is replaced by a backup of it
  'paid-elsewhere', // per world: another computer of the account notarizes contents of ours
  'deleted', // per hour: somebody deletes a record of ours at the service
  'called-deleted', // per page of a list: a record of ours is called deleted, and is not
] as const;
export type OtherFault = (typeof OTHER_FAULTS)[number];
export type Fault = NetworkFault | OtherFault;

/** What is odd about the disk itself, in worlds that have it. */
export interface DiskFaults {
  /** Per file that is written: its time of modification lies centuries away. */
  readonly farTimeRate: number;
  /** Per file that is written: its drive tells another size, or another number or time at each look. */
  readonly lieRate: number;
  /** A program writes to its log every second, from before the calm into it. */
  readonly hasLog: boolean;
  /** Some folders are on drives, which are taken out and come back; sometimes somebody else's comes in between. */
  readonly swapsDrives: boolean;
  /** A drive answers nothing for a while, as one of a server that is gone does. */
  readonly fallsSilent: boolean;
  /** The system tells which drive is which, as Linux does. */
  readonly namesVolumes: boolean;
}

/** After these a list that was asked for says nothing, or nothing true, and nobody asks again at once. */
export const MISLEADING_FAULTS = [
  'refuses-400',
  'refuses-403',
  'answers-empty-object',
] as const satisfies readonly Fault[];

/** Requests of one kind fail until the calm, each in the same way, while others are answered. */
export interface PartialOutage {
  readonly requests: 'lists' | 'checks' | 'history';
  readonly trouble: 'error-before-commit' | 'hang-before-commit' | 'cut-before-commit';
}

export interface FaultProfile {
  /** Nothing goes wrong but what the variant names. */
  readonly isAlone: boolean;
  readonly reading: ServiceReading;
  readonly rates: Readonly<Record<Fault, number>>;
  readonly files: number;
  readonly otherUsersFiles: number;
  /** Faults and changes on the disk end here. */
  readonly calmAtMs: number;
  readonly balance: number;
  /** Below which the person never lets the balance fall; null: she sets none. */
  readonly reserve: number | null;
  /** What the person allows in one run; null: no limit. */
  readonly ceiling: number | null;
  readonly checkPolicy: CheckPolicy;
  /** `shuts`: it is locked or silent for a while when the program starts. */
  readonly keychain: 'keeps' | 'forgets' | 'shuts';
  readonly clockSkewMs: number;
  /** By how much the computer's clock is ahead when the world begins, besides that. */
  readonly clockAheadMs: number;
  /** The time that the service shows, minus the one it goes by; null: it shows none. */
  readonly dateAheadMs: number | null;
  readonly tokenLifeMs: number;
  readonly follows: boolean;
  readonly disk: DiskFaults;
  /** Per reading of a file that is sent: other bytes come, and nothing about the file tells so. */
  readonly misreadRate: number;
  /** Per upload: the answer names a record that is none or another user's, and half of these are not recorded at all. */
  readonly unknownIdRate: number;
  /** Per upload: it waits for the next one, and the two are answered with each other's ids. */
  readonly swappedIdRate: number;
  /** Per form: another computer of the account pays for its content while it is sent. */
  readonly racedRate: number;
  /** The program is first started when the other computer of the account has paid for most that it pays for. */
  readonly startsLate: boolean;
  /** Other users send most contents of the lab before the program does. */
  readonly colleagues: boolean;
  /** The data folder of a Labseal comes into a watched folder, and a link to a file of the program's own. */
  readonly hasLabsealData: boolean;
  /** A folder brings more files at once than are paid for unseen, and they are written again while they wait. */
  readonly hasLargeBatch: boolean;
  readonly partialOutage: PartialOutage | null;
}

const SINGLE_FAULT_RATE = 0.4;
const LAG_MS = 8 * SECOND_MS;
/** Almost as long as a denial is doubted. */
const DOUBTED_LAG_MS = 18 * SECOND_MS;
const LONG_LAG_MS = 20 * MINUTE_MS;
const DENIALS = { 'denial-after-commit': 0.3, throttled: 0.1, 'refuses-400': 0.1, redirects: 0.1 };
const YEARS_MS = 3 * 365 * DAY_MS;
/** Hours, the life of a token and an hour, years, and about 1970. */
const WRONG_CLOCKS = [
  5 * HOUR_MS,
  25 * HOUR_MS,
  YEARS_MS,
  -5 * HOUR_MS,
  -YEARS_MS,
  -56 * 365 * DAY_MS,
];
const WRONG_DATES = [null, null, 3 * HOUR_MS, -3 * HOUR_MS, YEARS_MS, -YEARS_MS];

/** What a kind of world forces, whatever the seed says. */
interface World extends Partial<
  Omit<
    FaultProfile,
    'reading' | 'rates' | 'disk' | 'files' | 'otherUsersFiles' | 'balance' | 'reserve'
  >
> {
  readonly reading?: Partial<ServiceReading>;
  readonly rates?: Partial<Record<Fault, number>>;
  readonly disk?: Partial<DiskFaults>;
  readonly hasFront?: boolean;
  /** A few credits, of which the person keeps some. */
  readonly hasReserve?: boolean;
  readonly hasPartialOutage?: boolean;
}

/** By the names that `--variant` takes. */
export const WORLDS: Readonly<Record<string, World>> = {
  any: {},
  documented: { reading: { resumption: 'none' } },
  resumable: { reading: { resumption: 'draft-12', maxAppendBytes: null } },
  'in-parts': { reading: { resumption: 'draft-12', maxAppendBytes: 700 } },
  'one-page': { reading: { paging: 'ignored', pageRecords: 3 } },
  'replaced-times': { reading: { uploaded: 'replaced' } },
  'late-commits': {
    reading: {
      resumption: 'none',
      latestCommitMs: 10 * MINUTE_MS,
      paging: 'honoured',
      pageRecords: 50,
    },
    rates: { 'late-commit': SINGLE_FAULT_RATE },
  },
  /** Sent again without a person, by a service that keeps its word and one that records after any judgement. */
  'sends-again': {
    reading: { resumption: 'none', paging: 'honoured', latestCommitMs: 10 * MINUTE_MS },
    // Long enough for a second loss. Without a word why: an answer that says "not carried out" needs no proof.
    rates: { 'late-commit': 0.2, 'cut-before-commit': SINGLE_FAULT_RATE },
    follows: true,
    calmAtMs: 3 * HOUR_MS,
  },
  /** The same for programs that die meanwhile, on a computer whose clock is set. */
  'sends-again-later': {
    reading: { resumption: 'none', paging: 'honoured' },
    rates: { 'cut-before-commit': SINGLE_FAULT_RATE, crash: SINGLE_FAULT_RATE, 'clock-set': 1 },
    dateAheadMs: 0,
    calmAtMs: 3 * HOUR_MS,
  },
  /** Recorded, and the answer is lost: for long the balance alone tells. */
  'lost-unlisted': {
    reading: { resumption: 'none', paging: 'honoured', listLagMs: LONG_LAG_MS, balanceLagMs: 0 },
    rates: { 'lost-after-commit': SINGLE_FAULT_RATE },
    follows: true,
    calmAtMs: HOUR_MS,
  },
  /** The same with a reserve, which holds while nobody knows what the balance includes. */
  'keeps-reserve': {
    reading: {
      resumption: 'none',
      paging: 'honoured',
      listLagMs: 5 * MINUTE_MS,
      balanceLagMs: LAG_MS,
    },
    rates: { 'lost-after-commit': SINGLE_FAULT_RATE },
    isAlone: true,
    follows: true,
    hasReserve: true,
  },
  'commits-too-late': {
    reading: { resumption: 'none', paging: 'honoured', latestCommitMs: 60 * MINUTE_MS },
    rates: { 'late-commit': SINGLE_FAULT_RATE },
    follows: true,
  },
  redirects: {
    rates: { redirects: SINGLE_FAULT_RATE, 'redirect-after-commit': 0.2 },
  },
  'bad-certificates': { reading: { certificates: 'some-broken', chainErrorRate: 0 } },
  /** Denies what it recorded, with any status, and what it did not; its list and its balance show it a little later. */
  denies: {
    reading: {
      resumption: 'none',
      paging: 'honoured',
      listLagMs: DOUBTED_LAG_MS,
      balanceLagMs: DOUBTED_LAG_MS,
    },
    rates: DENIALS,
  },
  /** The same, long before its list shows it: the balance alone tells. */
  'denies-unlisted': {
    reading: { resumption: 'none', paging: 'honoured', listLagMs: LONG_LAG_MS, balanceLagMs: 0 },
    rates: DENIALS,
  },
  eager: { reading: { actsAtDelimiter: true } },
  /** A cable or a memory that changes bytes: what is sent is held against the fingerprint, not against the file's times. */
  misreads: { misreadRate: SINGLE_FAULT_RATE },
  'labseal-data': { hasLabsealData: true },
  'large-batch': { hasLargeBatch: true, rates: { restored: 0 } },
  /** Uploads in parts that break off while their files change are cancelled, by a service that asks for pauses. */
  cancels: {
    reading: { resumption: 'draft-12', maxAppendBytes: 300 },
    rates: { throttled: 0.2, 'write-while-read': 0.2, 'cut-in-body': SINGLE_FAULT_RATE },
  },
  'bad-sectors': { rates: { 'bad-sector': 0.7 } },
  'far-times': { disk: { farTimeRate: SINGLE_FAULT_RATE } },
  logs: { rates: { throttled: 0 }, disk: { hasLog: true } },
  'strict-front': { rates: { 'refuses-400': 0.2 }, hasFront: true },
  'silent-drive': { disk: { fallsSilent: true, swapsDrives: false } },
  'lying-drive': { disk: { lieRate: SINGLE_FAULT_RATE } },
  'shut-keychain': { rates: { crash: SINGLE_FAULT_RATE }, keychain: 'shuts' },
  'clock-ahead': {
    rates: { crash: SINGLE_FAULT_RATE },
    keychain: 'keeps',
    clockAheadMs: 25 * HOUR_MS,
    dateAheadMs: 0,
  },
  'clock-of-1970': { clockAheadMs: -56 * 365 * DAY_MS, dateAheadMs: 0 },
  'wrong-dates': {
    rates: { crash: SINGLE_FAULT_RATE },
    keychain: 'keeps',
    dateAheadMs: YEARS_MS,
  },
  drives: { disk: { swapsDrives: true, namesVolumes: true } },
  'unnamed-drives': { disk: { swapsDrives: true, namesVolumes: false } },
  /** The database goes back in time together with its marker, whatever lists there are. */
  restored: { rates: { restored: 1 }, checkPolicy: 'never' },
  'restored-alone': {
    reading: { paging: 'ignored', pageRecords: 2, order: 'oldest-first' },
    rates: { restored: 1 },
    isAlone: true,
    checkPolicy: 'never',
  },
  'other-computer': { rates: { 'paid-elsewhere': 1 } },
  'other-computer-alone': {
    reading: { paging: 'honoured' },
    rates: { 'paid-elsewhere': 1, suspended: 0.5 },
    isAlone: true,
    checkPolicy: 'never',
  },
  'other-computer-one-page': {
    reading: { paging: 'ignored', pageRecords: 3 },
    rates: { 'paid-elsewhere': 1, suspended: 0.5 },
    isAlone: true,
    checkPolicy: 'never',
  },
  /** Both send the same files at about the same time. */
  'two-computers': {
    reading: { paging: 'honoured', resumption: 'draft-12', maxAppendBytes: 60 },
    rates: { 'paid-elsewhere': 1 },
    isAlone: true,
    checkPolicy: 'never',
    racedRate: 0.9,
  },
  /** The only page of the list shows the first of what the account has: that there is more, and not what. */
  'one-page-of-many': {
    reading: { paging: 'ignored', pageRecords: 2, order: 'oldest-first' },
    rates: { 'paid-elsewhere': 1 },
    isAlone: true,
    checkPolicy: 'never',
    startsLate: true,
    disk: { swapsDrives: false },
  },
  'unknown-ids': { reading: { paging: 'honoured' }, unknownIdRate: SINGLE_FAULT_RATE },
  'swapped-ids': { reading: { paging: 'honoured' }, swappedIdRate: SINGLE_FAULT_RATE },
  /** Colleagues have sent most of the contents before, and the answers about them are lost, refused, or no answers. */
  'colleagues-content': {
    rates: {
      'lost-after-commit': 0.2,
      'refuses-400': 0.2,
      'answers-empty-object': 0.1,
      'answer-cut': 0.1,
      'crash-at-write': SINGLE_FAULT_RATE,
    },
    checkPolicy: 'approved',
    colleagues: true,
  },
  'partial-outage': { hasPartialOutage: true },
  'partial-outage-alone': {
    reading: { megabytes: 'rounded-up' },
    rates: { 'paid-elsewhere': 1 },
    isAlone: true,
    checkPolicy: 'never',
    hasPartialOutage: true,
  },
  deleted: {
    reading: { chainMs: 2 * MINUTE_MS },
    rates: { deleted: 1, 'called-deleted': 0.2 },
    checkPolicy: 'never',
  },
  'set-clocks': {
    reading: { resumption: 'draft-12' },
    rates: { 'clock-set': 1, throttled: SINGLE_FAULT_RATE, 'write-while-read': SINGLE_FAULT_RATE },
  },
};

export function drawFaultProfile(chance: Chance, variant: string): FaultProfile {
  const forced = WORLDS[variant];
  if (forced === undefined) throw new Error(`no world is called ${variant}`);
  const rates = {
    ...(forced.isAlone === true ? NO_RATES : drawRates(chance.branch('rates'))),
    ...forced.rates,
  };
  // A backup of before the batch, where a part of it was paid for meanwhile, knows of no batch.
  const mayHaveLargeBatch = forced.hasLargeBatch ?? chance.branch('large-batch').happens(0.1);
  return {
    reading: { ...drawReading(chance.branch('reading'), forced.hasFront), ...forced.reading },
    isAlone: forced.isAlone ?? false,
    rates,
    files: chance.between(3, 12),
    otherUsersFiles: chance.between(0, 6),
    calmAtMs: forced.calmAtMs ?? chance.between(2, 90) * MINUTE_MS,
    balance: chance.happens(0.85) ? 10_000 : chance.between(0, 8),
    reserve: null,
    ceiling: chance.happens(0.8) ? null : chance.between(1, 6),
    checkPolicy: forced.checkPolicy ?? drawCheckPolicy(chance),
    keychain: forced.keychain ?? drawKeychain(chance),
    clockSkewMs: chance.happens(0.7) ? 0 : chance.between(-HOUR_MS, HOUR_MS),
    ...drawClocks(chance.branch('clocks'), forced),
    tokenLifeMs: chance.happens(0.7) ? 24 * HOUR_MS : chance.between(5, 60) * MINUTE_MS,
    follows: forced.follows ?? chance.happens(0.35),
    misreadRate: forced.misreadRate ?? 0,
    unknownIdRate: forced.unknownIdRate ?? 0,
    swappedIdRate: forced.swappedIdRate ?? 0,
    racedRate: forced.racedRate ?? 0,
    startsLate: forced.startsLate ?? false,
    colleagues: forced.colleagues ?? false,
    disk: withOneKindOfDrives({ ...drawDiskFaults(chance.branch('disk')), ...forced.disk }),
    hasLabsealData: forced.hasLabsealData ?? chance.branch('labseal-data').happens(0.3),
    hasLargeBatch: mayHaveLargeBatch && rates.restored === 0,
    partialOutage: drawPartialOutage(chance.branch('partial-outage'), forced),
    ...(forced.hasReserve === true ? drawReserve(chance.branch('reserve')) : {}),
  };
}

function drawPartialOutage(
  chance: Chance,
  { hasPartialOutage, isAlone = false }: World,
): PartialOutage | null {
  if (!(hasPartialOutage ?? (!isAlone && chance.happens(0.05)))) return null;
  return {
    requests: chance.pick(['lists', 'checks', 'history']),
    trouble: chance.pick(['error-before-commit', 'hang-before-commit', 'cut-before-commit']),
  };
}

function drawReserve(chance: Chance): Pick<FaultProfile, 'balance' | 'reserve'> {
  return { balance: chance.between(4, 14), reserve: chance.between(1, 5) };
}

function drawCheckPolicy(chance: Chance): CheckPolicy {
  if (!chance.happens(0.75)) return 'never';
  return chance.branch('check').happens(0.3) ? 'first' : 'approved';
}

function drawDiskFaults(chance: Chance): DiskFaults {
  return {
    farTimeRate: chance.happens(0.1) ? 0.2 : 0,
    hasLog: chance.happens(0.05),
    swapsDrives: chance.happens(0.1),
    namesVolumes: chance.happens(0.5),
    lieRate: chance.branch('lies').happens(0.1) ? 0.2 : 0,
    fallsSilent: chance.branch('silence').happens(0.1),
  };
}

/** What is taken out does not fall silent. */
function withOneKindOfDrives(disk: DiskFaults): DiskFaults {
  return { ...disk, fallsSilent: disk.fallsSilent && !disk.swapsDrives };
}

function drawClocks(chance: Chance, forced: World) {
  const clockAheadMs = chance.happens(0.8) ? 0 : chance.pick(WRONG_CLOCKS);
  const dateAheadMs = chance.happens(0.85) ? 0 : chance.pick(WRONG_DATES);
  return {
    clockAheadMs: forced.clockAheadMs ?? clockAheadMs,
    dateAheadMs: forced.dateAheadMs === undefined ? dateAheadMs : forced.dateAheadMs,
  };
}

function drawKeychain(chance: Chance): FaultProfile['keychain'] {
  if (!chance.happens(0.7)) return 'forgets';
  return chance.branch('keychain').happens(0.3) ? 'shuts' : 'keeps';
}

function drawReading(chance: Chance, hasFront?: boolean): ServiceReading {
  const isBehindFront = hasFront ?? chance.branch('has-front').happens(0.1);
  return {
    paging: chance.happens(0.8) ? 'honoured' : 'ignored',
    pageRecords: chance.pick([2, 4, 10, 50]),
    order: chance.pick(['oldest-first', 'newest-first']),
    uploaded: chance.pick(['echoed', 'echoed', 'seconds', 'replaced']),
    fileHash: chance.pick(['sha256', 'sha512', 'sha1', 'sha3-256']),
    errorEnvelope: chance.pick(['usual', 'coded']),
    resumption: chance.pick(['none', 'draft-12']),
    maxAppendBytes: chance.happens(0.8) ? null : chance.between(200, 1_500),
    actsAtDelimiter: chance.happens(0.4),
    replaysAnswers: chance.happens(0.7),
    latestCommitMs: chance.pick([2 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS]),
    chainMs: chance.pick([0, 3 * SECOND_MS, 2 * MINUTE_MS]),
    chainErrorRate: chance.happens(0.85) ? 0 : 0.3,
    certificates: chance.branch('certificates').pick(['plain', 'plain', 'wrapped', 'some-broken']),
    listLagMs: chance.pick([0, 0, 0, LAG_MS, MINUTE_MS]),
    balanceLagMs: chance.pick([0, 0, 0, LAG_MS]),
    history: chance.happens(0.7) ? 'told' : 'refused',
    megabytes: chance.branch('megabytes').pick(['rounded-up', 'rounded-up', 'rounded-down']),
    verify: chance.branch('verify').happens(0.15) ? 'hides-others' : 'true',
    front: isBehindFront ? drawFront(chance.branch('front')) : null,
  };
}

function drawFront(chance: Chance): Front {
  return {
    refuses: chance.pick(['upload-', 'idempotency-']),
    status: chance.pick([400, 412, 417, 431]),
    isLate: chance.happens(0.5),
  };
}

const FAULTS: readonly Fault[] = [...Object.values(FAULTS_BY_PLACE).flat(), ...OTHER_FAULTS];
const NO_RATES = Object.fromEntries(FAULTS.map((name) => [name, 0])) as Readonly<
  Record<Fault, number>
>;

function drawRates(chance: Chance): Readonly<Record<Fault, number>> {
  const rates: Record<Fault, number> = { ...NO_RATES };
  const kind = chance.next();
  if (kind < 0.1) return rates;
  if (kind < 0.45) {
    rates[chance.pick(FAULTS)] = SINGLE_FAULT_RATE;
    return rates;
  }
  for (const name of FAULTS) if (chance.happens(0.4)) rates[name] = chance.next() * 0.12;
  for (const name of OTHER_FAULTS) if (chance.happens(0.6)) rates[name] = chance.next();
  for (const name of ['crash', 'crash-at-write'] as const) rates[name] ||= chance.next() / 2;
  return rates;
}
