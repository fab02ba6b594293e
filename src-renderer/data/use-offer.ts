/** What waits for a person's yes, and what it costs: asked again whenever it may be different. */
import type { Offered, SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import { useRead, type Reading } from './use-read.ts';

const STALE_ON: readonly PageEvent['kind'][] = [
  'files-changed',
  'folders-changed',
  'credits-changed',
];

/** Keep the input the same object from one drawing to the next. */
export function useOffer(input: { readonly which: Offered }): Reading<SpendOffer> {
  return useRead('files.offer', input, STALE_ON);
}
