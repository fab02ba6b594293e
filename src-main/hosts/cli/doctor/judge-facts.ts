/** Judges what was found about a computer, in the order in which things depend on each other. Pure. */
import type { DoctorFacts } from '../../../app/doctor/doctor-facts.ts';
import type { Check } from './check.ts';
import { judgeDatabase, judgeDataFolder, judgeDiskSpace, judgeLock } from './judge-data-folder.ts';
import { judgeLimits, judgeProgram } from './judge-computer.ts';
import { judgeClock, judgeNetwork, judgeService } from './judge-service.ts';
import { judgeSession, judgeTokenStore } from './judge-session.ts';
import { judgeFolders, judgeTrials } from './judge-watching.ts';

export function judgeFacts(facts: DoctorFacts, nowMs: number): readonly Check[] {
  return [
    judgeProgram(facts),
    judgeDataFolder(facts),
    judgeLock(facts),
    judgeDatabase(facts),
    judgeDiskSpace(facts),
    judgeTokenStore(facts),
    judgeSession(facts, nowMs),
    judgeNetwork(facts),
    judgeService(facts),
    judgeClock(facts),
    ...judgeTrials(facts),
    ...judgeLimits(facts),
    ...judgeFolders(facts),
  ];
}
