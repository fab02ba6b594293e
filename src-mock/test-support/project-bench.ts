/** A service with a project of scope Public and one person of every standing towards it. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { defaultReadings } from '../control/readings.ts';
import { createProject } from './samples.ts';
import { as, type Person, startBench } from './service-client.ts';

export type ProjectBench = Awaited<ReturnType<typeof startProjectBench>>;

async function startProjectBench() {
  const bench = await startBench();
  const colleague = (name: string) => bench.newPerson(name, { credits: 100 });
  return {
    ...bench,
    /** Leads the project, with many credits; everybody else has a hundred. */
    leader: await bench.newPerson('Lea', { credits: 5_000 }),
    member: await colleague('Max'),
    /** Invited to the project; the invitation is on hold. */
    invited: await colleague('Ina'),
    /** Of the leader's organisation, not of the project. */
    colleague: await colleague('Cora'),
    stranger: await bench.newPerson('Otto', { organisation: 'Elsewhere', credits: 100 }),
    /** A new one for each test. */
    projectId: '',
    /** Lets the time pass that the chain takes. */
    recorded() {
      bench.clock.nowMs += bench.service().readings().chainDelayMs;
    },
    async balanceOf(person: Person) {
      const { id: userId } = person;
      return (await bench.ok('getCreditBalance', { userId }, as(person))).creditBalance;
    },
  };
}

/** One service for all tests of the file; each test begins with the default readings and a new project. */
export function useProjectBench(whenReady: (bench: ProjectBench) => void): void {
  let bench: ProjectBench | undefined;
  beforeAll(async () => {
    bench = await startProjectBench();
    whenReady(bench);
  });
  beforeEach(async () => {
    if (bench === undefined) return;
    const { leader, member, invited } = bench;
    bench.service().setReadings(defaultReadings());
    const members = [member.id, invited.id];
    bench.projectId = await createProject(bench, leader, { organisationScope: 'Public', members });
    await bench.ok('activateMember', { projectId: bench.projectId, userId: member.id }, as(member));
  });
  afterAll(() => bench?.stop());
}
