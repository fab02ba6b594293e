/** A service in its plainest reading, and a world in which nothing goes wrong by itself: for worlds with one planned fault. */
import { makeChance } from './chance.ts';
import { drawFaultProfile, type FaultProfile, type ServiceReading } from './fault-profile.ts';

export const FAIR_READING: ServiceReading = {
  paging: 'honoured',
  pageRecords: 50,
  order: 'newest-first',
  uploaded: 'echoed',
  fileHash: 'sha256',
  errorEnvelope: 'usual',
  resumption: 'none',
  maxAppendBytes: null,
  actsAtDelimiter: false,
  replaysAnswers: true,
  latestCommitMs: 2_000,
  chainMs: 3_000,
  chainErrorRate: 0,
  certificates: 'plain',
  listLagMs: 0,
  balanceLagMs: 0,
  history: 'told',
  megabytes: 'rounded-up',
  verify: 'true',
  front: null,
};

/** No fault is ever drawn; whatever goes wrong is planned. */
export function fairFaultProfile(
  reading: ServiceReading,
  checkPolicy: FaultProfile['checkPolicy'],
): FaultProfile {
  const faultProfile = drawFaultProfile(makeChance('counters'), 'any');
  const rates = Object.fromEntries(Object.keys(faultProfile.rates).map((name) => [name, 0]));
  return {
    ...faultProfile,
    reading,
    checkPolicy,
    rates: rates as FaultProfile['rates'],
    calmAtMs: 0,
    balance: 10_000,
    reserve: null,
    ceiling: null,
    partialOutage: null,
    clockSkewMs: 0,
    clockAheadMs: 0,
    dateAheadMs: 0,
  };
}
