/** What a person is asked to pay for: files that are ready to be sent, with their price. */

/** Files that are uploaded to ask whether the service has them, and their bytes; equal contents count once. */
export interface CheckUploads {
  readonly files: number;
  readonly bytes: number;
}

export interface UploadOffer {
  /** Ready as well, and agreed to before: by their own approvals, or by budgets of their folders. They are in no other sum. */
  readonly approved: { readonly files: number; readonly bytes: number; readonly credits: number };
  /** Files ready to be sent, including duplicates. */
  readonly files: number;
  readonly bytes: number;
  /** At most; equal contents count once. */
  readonly credits: number;
  /** Null when it could not be read. */
  readonly balance: number | null;
  /** What no upload takes the balance below; null: no such limit. */
  readonly reserve: number | null;
  /** Files of different contents or destinations: each is charged. */
  readonly payable: number;
  /** Of these files, those of a large batch that nobody has approved: only who was shown the price pays for them. */
  readonly largeBatch: {
    readonly files: number;
    readonly bytes: number;
    readonly credits: number;
    /** Numbers of the folders that brought them. */
    readonly folderIds: readonly number[];
  };
  /** How many of those balance, reserve and budgets allow now, smallest first. */
  readonly fits: { readonly files: number; readonly bytes: number; readonly credits: number };
}

/**
 * What will be sent once somebody agrees: no more than balance and limits allow now, and nothing of a large batch, unless a
 * person was shown its price or named its files (`isSeen`).
 */
export function bytesToSend(
  { bytes, largeBatch, balance, fits }: UploadOffer,
  isSeen: boolean,
): number {
  const agreed = bytes - (isSeen ? 0 : largeBatch.bytes);
  return balance === null ? agreed : Math.min(agreed, fits.bytes);
}

/** What somebody agrees to pay. */
export interface UploadAgreement {
  /** In credits; null: no limit. */
  readonly ceiling: number | null;
  /** A person was shown a price: it is for the files of the offer, with the bytes that they had then, and for no others. */
  readonly onlyShown?: boolean | undefined;
}

/** What came of files that were agreed to. */
export interface AgreedResults {
  /** The service has received them. */
  readonly recorded: number;
  /** The service had their content before, so they were not sent to be recorded and cost nothing. */
  readonly thereAlready: number;
  /** Of those that were recorded: the service had refused to say whether it has them. */
  readonly unanswered: number;
}
