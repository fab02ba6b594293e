/**
 * Gives a new database its past. The history is made by the handlers themselves, on a clock of its own, so that it
 * holds exactly what the interface would have left behind.
 */
import { makeHandlers } from '../resources/handlers.ts';
import { makeService, type ServiceParts } from '../service.ts';
import { seedAccounts, type SeedName } from './seed-accounts.ts';
import { seedProjects } from './seed-projects.ts';
import { makeSeedCalls } from './seed-calls.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HISTORY_DAYS = 42;

export interface SeedOptions {
  readonly seed: SeedName;
  /** Existing folder on the disk the contents will stay on. */
  readonly folder: string;
  readonly baseUrl: string;
}

export async function seedService(
  parts: ServiceParts,
  { seed, folder, baseUrl }: SeedOptions,
): Promise<void> {
  const startMs = parts.nowMs() - HISTORY_DAYS * DAY_MS;
  const clock = { atMs: startMs };
  const service = makeService({ ...parts, nowMs: () => clock.atMs });
  await seedAccounts(service, seed);
  if (seed === 'empty') return;
  const calls = makeSeedCalls({ service, handlers: makeHandlers(service), folder, baseUrl });
  await seedProjects(calls, (day) => {
    clock.atMs = startMs + day * DAY_MS;
    return new Date(clock.atMs).toISOString();
  });
}
