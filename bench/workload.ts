/** What a bench is: data of a size, contestants that do the same with it, and the goals it is judged by. */
import type { Budget, Contestant, FigureName } from './contest.ts';
import type { Installed, Peer } from './peers.ts';

export interface Workload {
  readonly name: string;
  /** One sentence: what is done, with what. `size` as below. */
  readonly says: (size: number) => string;
  /** What `size` counts. */
  readonly unit: 'files' | 'MiB' | 'rows' | 'minutes';
  readonly sizes: readonly number[];
  /** What `bench all` takes; the largest size when absent. */
  readonly sizesInAll?: readonly number[];
  /** How often everybody runs with data of a size unless somebody says otherwise; 5 when absent. */
  readonly rounds?: number | ((size: number) => number);
  /** False: nothing is kept from one round to the next, so none is thrown away. */
  readonly warmUp?: false;
  /** False: it does not do `size` things in its time, so that a rate would say nothing. */
  readonly isRated?: false;
  /** What the plot shows; `wallMs` when absent. */
  readonly plotted?: FigureName;
  readonly peers: readonly Peer[];
  /** Packages that take part beside them. */
  readonly packages?: readonly string[];
  /** Makes the data in an empty folder that is thrown away afterwards. */
  prepare(size: number, folder: string, peers: Installed): Promise<Prepared>;
}

export interface Prepared {
  readonly contestants: readonly Contestant[];
  readonly budgets: readonly Budget[];
  close?(): Promise<void>;
}
