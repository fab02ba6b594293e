/** The story of the demo: two projects, invitations of which one is pending, and a few files with a past. */
import type { NewProject } from '../../src-shared/service/projects.ts';
import {
  ADMINISTRATOR,
  COLLEAGUE,
  type DemoAccount,
  PRINCIPAL_INVESTIGATOR,
  RESEARCHER,
} from './seed-accounts.ts';
import type { SeedCalls } from './seed-service.ts';

/** What the leader and the researcher have when the story ends. */
const DEMO_CREDITS = 500;
const FIRST_CREDITS = 300;
const TAGS = ['eeg', 'behaviour', 'microscopy', 'calibration', 'pilot'];

/** `onDay` moves the clock to a day of the story and returns its time; the last day is 42. */
export async function seedProjects(
  calls: SeedCalls,
  onDay: (day: number) => string,
): Promise<void> {
  const { handlers, user, call } = calls;
  onDay(1);
  for (const name of TAGS) await handlers.createTag(call(ADMINISTRATOR, 'createTag', {}, { name }));
  for (const account of [PRINCIPAL_INVESTIGATOR, RESEARCHER]) {
    await addCredits(calls, account, FIRST_CREDITS);
  }

  const eegStart = onDay(2);
  const eeg = await createProject(calls, PRINCIPAL_INVESTIGATOR, {
    ...project('EEG rhythm study (demo)', 'Neuroscience', ['eeg', 'behaviour'], eegStart),
    organisationScope: 'Private',
    members: [user(RESEARCHER).id, user(COLLEAGUE).id],
  });
  onDay(3);
  await accept(calls, eeg, RESEARCHER);

  const pilotStart = onDay(5);
  const pilot = await createProject(calls, RESEARCHER, {
    ...project(
      'Microscope calibration (demo)',
      'Imaging',
      ['microscopy', 'calibration'],
      pilotStart,
    ),
    organisationScope: 'Public',
    members: [user(PRINCIPAL_INVESTIGATOR).id],
  });
  onDay(6);
  await accept(calls, pilot, PRINCIPAL_INVESTIGATOR);

  await seedEegFiles(calls, eeg, onDay);
  await seedPilotFiles(calls, pilot, onDay);

  onDay(40);
  for (const account of [PRINCIPAL_INVESTIGATOR, RESEARCHER]) {
    await addCredits(calls, account, DEMO_CREDITS - user(account).creditBalance);
  }
}

async function seedEegFiles(
  calls: SeedCalls,
  projectId: string,
  onDay: (day: number) => string,
): Promise<void> {
  const endpoint = 'uploadPublicFile';
  const primaries: string[] = [];
  for (const [index, day] of [10, 11, 12].entries()) {
    const uploaded = onDay(day);
    const id = await calls.upload(RESEARCHER, {
      endpoint,
      projectId,
      contentType: 'text/csv',
      content: demoRecording(index + 1),
      name: `participant-${index + 1}-rest.csv`,
      fields: { type: 'primary', label: 'eeg,rest', uploaded },
    });
    primaries.push(id);
  }
  const uploaded = onDay(15);
  const procedure = await calls.upload(PRINCIPAL_INVESTIGATOR, {
    endpoint,
    projectId,
    contentType: 'text/markdown',
    name: 'averaging-procedure.md',
    content: '# Averaging (demo)\n\nMean of each channel over all samples of a recording.\n',
    fields: { type: 'primary', label: 'procedure', uploaded },
  });
  await calls.upload(RESEARCHER, {
    endpoint,
    projectId,
    contentType: 'text/csv',
    content: demoSummary(3),
    name: 'channel-means.csv',
    fields: {
      type: 'secondary',
      label: 'eeg,summary',
      uploaded: onDay(16),
      procedureDescription: 'Mean of each channel over all samples of a recording',
      linkToProcedure: procedure,
      primaryData: primaries.join(','),
    },
  });
  await calls.upload(RESEARCHER, {
    endpoint: 'uploadPrivateFile',
    projectId,
    contentType: 'text/plain',
    name: 'consent-notes.txt',
    content: 'Made-up consent notes of a made-up study.\n',
    fields: { type: 'primary', label: 'notes', uploaded: onDay(17) },
  });
}

async function seedPilotFiles(
  { upload, handlers, call, user }: SeedCalls,
  projectId: string,
  onDay: (day: number) => string,
): Promise<void> {
  const grid = { endpoint: 'uploadPublicFile', projectId, contentType: 'text/csv' } as const;
  const uploaded = onDay(20);
  const outdated = await upload(RESEARCHER, {
    ...grid,
    name: 'grid-10um-first-try.csv',
    content: demoRecording(11),
    fields: { type: 'primary', label: 'calibration,outdated', uploaded },
  });
  await upload(RESEARCHER, {
    ...grid,
    name: 'grid-10um.csv',
    content: demoRecording(12),
    fields: { type: 'primary', label: 'calibration', uploaded: onDay(21) },
  });
  onDay(22);
  const parameters = { projectId, fileId: outdated };
  const body = { userId: user(RESEARCHER).id, reason: 'The stage was not levelled' };
  await handlers.deletePublicFile(call(RESEARCHER, 'deletePublicFile', parameters, body));
}

function project(name: string, area: string, tags: string[], startDate: string) {
  const { organisation, location } = PRINCIPAL_INVESTIGATOR;
  const endDate = `${Number(startDate.slice(0, 4)) + 2}-12-31T00:00:00.000Z`;
  const maxNumberOfMembers = '8';
  const leaderScope: NewProject['leaderScope'] = 'Full Access';
  return {
    name,
    area,
    tags,
    organisation,
    location,
    leaderScope,
    maxNumberOfMembers,
    startDate,
    endDate,
  };
}

/** Returns the new project's id, which the interface does not answer. */
async function createProject(
  { handlers, call, service, user }: SeedCalls,
  account: DemoAccount,
  facts: Omit<NewProject, 'leader'>,
): Promise<string> {
  const body = { ...facts, leader: `${account.name} ${account.lastName}` };
  await handlers.createProject(call(account, 'createProject', {}, body));
  const own = service.store.projects.all().filter(({ leaderId }) => leaderId === user(account).id);
  return own.at(-1)?.id ?? '';
}

async function accept(
  { handlers, call, user }: SeedCalls,
  projectId: string,
  account: DemoAccount,
): Promise<void> {
  const parameters = { projectId, userId: user(account).id };
  await handlers.activateMember(call(account, 'activateMember', parameters, null));
}

async function addCredits(
  { handlers, call, user }: SeedCalls,
  account: DemoAccount,
  amount: number,
): Promise<void> {
  const parameters = { adminId: user(ADMINISTRATOR).id, userId: user(account).id };
  const body = { amount, operationType: 'add' };
  await handlers.adjustCredits(call(ADMINISTRATOR, 'adjustCredits', parameters, body));
}

/** Contents of the demo's files: small tables of made-up figures, the same on every computer. */
const SAMPLES = 250;
const SAMPLE_RATE_HZ = 125;
const CHANNELS = ['O1', 'O2', 'Pz'] as const;

/** A made-up recording; each number gives another one. */
function demoRecording(number: number): string {
  const rows = Array.from({ length: SAMPLES }, (_nothing, index) => {
    const seconds = index / SAMPLE_RATE_HZ;
    const values = CHANNELS.map((_channel, position) => level(number, position, seconds));
    return [seconds.toFixed(3), ...values].join(',');
  });
  return ['seconds', CHANNELS.join(',')].join(',').concat('\n', rows.join('\n'), '\n');
}

/** A made-up table with one row for each of the first recordings. */
function demoSummary(recordings: number): string {
  const rows = Array.from({ length: recordings }, (_nothing, index) =>
    [index + 1, ...CHANNELS.map((_channel, position) => level(index + 1, position, 0))].join(','),
  );
  return ['recording', ...CHANNELS].join(',').concat('\n', rows.join('\n'), '\n');
}

/** Microvolts of a 10 Hz rhythm whose size depends on recording and channel. */
function level(number: number, position: number, seconds: number): string {
  const size = 12 + ((number * 7 + position * 3) % 11);
  return (size * Math.cos(2 * Math.PI * 10 * seconds + position)).toFixed(2);
}
