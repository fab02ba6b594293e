/**
 * The simulated blockchain. A record enters with the moment at which the chain will have it; nothing runs in between,
 * so a restart, a pause or a clock that a test moves cannot leave a record half way.
 */
import { createHash } from 'node:crypto';
import { sha3_256 } from '@noble/hashes/sha3';
import type { Readings } from '../control/readings.ts';
import type { ChainRecord, makeChainTable, Operation } from '../store/chain-table.ts';

export interface Recording {
  readonly operation: Operation;
  readonly subjectId: string;
  readonly actorId: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** The chain will refuse it: known after the same delay as a success. */
  readonly isFailed?: boolean;
}

const GENESIS_HASH = `0x${'0'.repeat(64)}`;

export function makeChain(
  table: ReturnType<typeof makeChainTable>,
  readings: () => Readings,
  nowMs: () => number,
) {
  return {
    /** Appends a block. To be called inside the transaction of the operation it records. */
    record({ operation, subjectId, actorId, content, isFailed = false }: Recording): ChainRecord {
      const previous = table.newest();
      const previousHash = previous?.blockHash ?? GENESIS_HASH;
      const blockNumber = (previous?.blockNumber ?? 0) + 1;
      const recordedAtMs = nowMs();
      const facts = { operation, subjectId, actorId, content, recordedAtMs };
      const transactionHash = hash([previousHash, facts]);
      const record = {
        ...facts,
        availableAtMs: recordedAtMs + readings().chainDelayMs,
        isFailed,
        transactionHash,
        blockNumber,
        blockHash: hash([previousHash, blockNumber, transactionHash]),
      };
      return { ...record, sequence: table.append(record) };
    },
  };
}
export type Chain = ReturnType<typeof makeChain>;

/** The same facts on the same predecessor give the same hash, so the complete chain can be checked again. */
function hash(facts: unknown): string {
  return `0x${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`;
}

/** The blockchain address of a user: derived from the id, so that it needs no keeping and never changes. */
const ADDRESS_BYTES = 20;

export function userAddress(userId: string): string {
  const digest = sha3_256(`user:${userId}`);
  return `0x${Buffer.from(digest.subarray(-ADDRESS_BYTES)).toString('hex')}`;
}
