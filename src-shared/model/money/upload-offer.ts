/** What a person is asked to pay for: files that are ready to be sent, with their price. */

/** Files that the duplicate check uploads, and their bytes; equal contents count once. */
export interface CheckUploads {
  readonly files: number;
  readonly bytes: number;
}

export interface UploadOffer {
  /** Files ready to be sent, including duplicates. */
  readonly files: number;
  readonly bytes: number;
  /** Upper bound; equal contents count once. */
  readonly credits: number;
  /** The price is known from earlier charges; otherwise it is an upper bound. */
  readonly isExact: boolean;
  /** Of how many files to be charged nobody asks whether the service has their content: nobody allowed it. */
  readonly unchecked: number;
  /** Null when it could not be read. */
  readonly balance: number | null;
  /** What no upload takes the balance below; null: no such limit. */
  readonly floor: number | null;
  /** Files of different contents or destinations: each is charged. */
  readonly payable: number;
  /** How many of those balance, floor and budgets allow now, smallest first. */
  readonly fits: { readonly files: number; readonly credits: number };
}

/** What somebody agrees to pay. */
export interface UploadAgreement {
  /** In credits; null: no limit. */
  readonly ceiling: number | null;
  /** A person was shown a price: it is for the files of the offer, with the bytes that they had then, and for no others. */
  readonly onlyShown?: boolean | undefined;
}
