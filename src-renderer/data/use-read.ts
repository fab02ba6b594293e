/** One answer of the core, kept on screen and asked for again when the core says that it may be different. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { useBridge, useCore } from './bridge-context.ts';
import { faultOf, valueOf } from './query-client.ts';
import type { ReadName } from './stale-on.ts';

export interface Reading<Value> {
  /** The last answer to this question; it stays while a new one is on its way, or cannot be had. */
  readonly value: Value | null;
  readonly readAtMs: number | null;
  readonly fault: PageFault | null;
}

export interface Rereadable<Value> extends Reading<Value> {
  /** The value answers the question before this one. */
  readonly isPrevious: boolean;
  /** An answer is on its way. */
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

interface ReadOptions<Name extends ReadName> {
  readonly placeholder?: 'none' | 'previous';
  /** False: there is no question yet, so nothing is asked. */
  readonly isWanted?: boolean;
  /** After how long to ask again although no event tells of news; null: not at all. */
  readonly repeatMs?: (value: CallOutput<Name>) => number | null;
}

/** What is asked by its name alone needs no input. */
type Asked<Name extends ReadName> =
  Record<string, never> extends CallInput<Name>
    ? [input?: CallInput<Name>, options?: ReadOptions<Name>]
    : [input: CallInput<Name>, options?: ReadOptions<Name>];

/**
 * An answer is shown under its own question only, unless `placeholder` keeps the answer to the one before until the new
 * one is there: for lists that are searched, never for a price or what can be acted on. Nothing is asked while the host
 * is away.
 */
export function useRead<Name extends ReadName>(
  name: Name,
  ...[input, options = {}]: Asked<Name>
): Rereadable<CallOutput<Name>> {
  const question = input ?? ({} as CallInput<Name>);
  const { placeholder = 'none', isWanted = true, repeatMs = () => null } = options;
  const { bridge } = useBridge();
  const isOpen = useCore(({ link }) => link === 'open');
  const query = useQuery({
    queryKey: [name, question],
    queryFn: async ({ signal }) => valueOf(await bridge.call(name, question, signal)),
    enabled: isOpen && isWanted,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.error === null && (repeatMs(state.data) ?? false),
    ...(placeholder === 'previous' ? { placeholderData: keepPreviousData } : {}),
  });
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = query;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  return {
    value: data ?? null,
    readAtMs: dataUpdatedAt === 0 ? null : dataUpdatedAt,
    fault: faultOf(error),
    isPrevious: isPlaceholderData,
    // Who does not ask for it is not drawn again each time that a reading begins and ends.
    get isReading() {
      return query.isFetching;
    },
    readAgain,
  };
}

/** Asks again for all that is on the screen. */
export function useReadAllAgain(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.refetchQueries({ type: 'active' }), [client]);
}
