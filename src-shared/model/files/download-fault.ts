/** Why a file of the service did not come to a folder of this computer. What came of it by then is kept. */
export type DownloadFault =
  /** Something of this name stands in the folder; `freeName` is one at which nothing does. */
  | { readonly kind: 'name-taken'; readonly path: string; readonly freeName: string }
  /** Null: the disk said so before anybody knew how much would come. */
  | {
      readonly kind: 'no-room';
      readonly path: string;
      readonly neededBytes: number | null;
      readonly freeBytes: number;
    }
  /** `own-data`: Labseal keeps its own things there. */
  | {
      readonly kind: 'cannot-write';
      readonly path: string;
      readonly why: 'own-data' | 'not-a-folder' | 'system';
      readonly errno: string | null;
    }
  /**
   * What the store behind the service's link answered. `gone`: it has no such content. `refused`: also with a new link.
   * `redirect`: it sent us somewhere else, where we did not go. `strange`: nothing that a content could be taken from.
   */
  | {
      readonly kind: 'store-trouble';
      readonly what: 'gone' | 'refused' | 'redirect' | 'strange';
      readonly status: number;
    }
  /** It is on its way to the same folder already. */
  | { readonly kind: 'downloading'; readonly asked: string }
  | { readonly kind: 'unknown-download'; readonly id: string };
