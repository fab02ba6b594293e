/** What a bench is: data of a size, contestants that do the same with it, and the goals it is judged by. */
import type { Budget, Contestant } from './contest.ts';
import type { Installed, Peer } from './peers.ts';

export interface Workload {
  readonly name: string;
  /** One sentence: what is done, with what. `size` as below. */
  readonly says: (size: number) => string;
  /** What `size` counts: files, or mebibytes. */
  readonly unit: 'files' | 'MiB';
  readonly sizes: readonly number[];
  readonly peers: readonly Peer[];
  /** Makes the data in an empty folder that is thrown away afterwards. */
  prepare(size: number, folder: string, peers: Installed): Promise<Prepared>;
}

export interface Prepared {
  readonly contestants: readonly Contestant[];
  readonly budgets: readonly Budget[];
  close?(): Promise<void>;
}
