/** What a host tells the core about its surroundings. The core reads no environment and no command line. */
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { PrivateFiles } from '../platform/disk/private-files.ts';
import type { TokenStoreChoice } from '../session/token-store.ts';
import type { FileSystemType } from '../platform/disk/mounts.ts';
import type { Send } from '../pipeline/upload/wire/send.ts';
import type { OpenSource } from '../pipeline/upload/form/source-file.ts';

export interface CoreSettings {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Address of the service (`LABSEAL_SERVER`); null: the one of the last sign-in. */
  readonly server: string | null;
  readonly tokenStore: TokenStoreChoice;
  readonly network: {
    /** The proxy for https, with the variable that names it; null without one. */
    readonly httpsProxy: { readonly variable: string; readonly text: string } | null;
    /** The value of `NO_PROXY`; null without it. */
    readonly noProxy: string | null;
    /** Path of a PEM file with further certificate authorities (`NODE_EXTRA_CA_CERTS`). */
    readonly authoritiesFile: string | null;
    /** The system's proxy for an address, where `httpsProxy` is not set; null: it wants a direct connection. */
    readonly findProxy?: ((address: string) => Promise<string | null>) | undefined;
  };
}

export interface EnginePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  /** Ports to network and disk that a simulation replaces; the real ones when absent. */
  readonly send?: Send | undefined;
  readonly openSource?: OpenSource | undefined;
  readonly privateFiles?: PrivateFiles | undefined;
  /** What kind of drive a path is on; the system's answer when absent. */
  readonly fileSystemType?: FileSystemType | undefined;
  /** More new files of a folder than this wait for a person; `LARGE_BATCH_FILES` when absent. */
  readonly largeBatchFiles?: number | undefined;
}
