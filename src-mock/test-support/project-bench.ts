/** A service with a project of scope Public and one person of every standing towards it. */
import { defaultReadings } from '../control/readings.ts';
import { createProject } from './samples.ts';
import { type Bench, type Person, startBench } from './service-client.ts';

export interface ProjectBench {
  readonly bench: Bench;
  /** Leads the project, with many credits; everybody else has a hundred. */
  readonly leader: Person;
  readonly member: Person;
  /** Invited to the project; the invitation is on hold. */
  readonly invited: Person;
  /** Of the leader's organisation, not of the project. */
  readonly colleague: Person;
  readonly stranger: Person;
  /** The default readings again, and a new project; returns its id. */
  freshProject(): Promise<string>;
  /** Lets the time pass that the chain takes. */
  recorded(): void;
  balanceOf(person: Person): Promise<number>;
}

export async function startProjectBench(): Promise<ProjectBench> {
  const bench = await startBench();
  const leader = await bench.newPerson('Lea', { credits: 5_000 });
  const member = await bench.newPerson('Max', { credits: 100 });
  const invited = await bench.newPerson('Ina', { credits: 100 });
  const colleague = await bench.newPerson('Cora', { credits: 100 });
  const stranger = await bench.newPerson('Otto', { organisation: 'Elsewhere', credits: 100 });
  return {
    bench,
    leader,
    member,
    invited,
    colleague,
    stranger,
    async freshProject() {
      bench.service().setReadings(defaultReadings());
      const projectId = await createProject(bench, leader, {
        organisationScope: 'Public',
        members: [member.id, invited.id],
      });
      const ids = { projectId, userId: member.id };
      await bench.ok('activateMember', ids, { token: member.token });
      return projectId;
    },
    recorded() {
      bench.clock.nowMs += bench.service().readings().chainDelayMs;
    },
    async balanceOf({ id, token }) {
      return (await bench.ok('getCreditBalance', { userId: id }, { token })).creditBalance;
    },
  };
}
