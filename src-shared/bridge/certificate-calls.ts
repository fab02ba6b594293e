/** Certificates. Their bytes are served at an address of the host, so that no message carries a complete document. */
import * as z from 'zod/mini';
import type { PdfAction } from '../model/proofs/pdf-actions.ts';
import type { ProofView } from '../model/proofs/proof.ts';
import { Count, FileName, Moment, Name, reads } from './call.ts';

export const CERTIFICATE_FORMS = ['pdf', 'json'] as const;
export type CertificateForm = (typeof CERTIFICATE_FORMS)[number];

export interface CertificateView {
  /** The service's id of the version it proves. */
  readonly asked: string;
  readonly forms: readonly {
    readonly form: CertificateForm;
    readonly sizeBytes: number;
    readonly fileName: string;
    /** Absolute: where this computer has it. */
    readonly path: string;
    /** When this computer saved it. */
    readonly savedAtMs: number;
  }[];
  /** What the PDF holds that a certificate needs none of; empty: nothing but pages. */
  readonly pdfActions: readonly PdfAction[];
}

/** The same of a file that this computer may never have held. */
export interface ShownProof extends Omit<ProofView, 'sizeBytes' | 'blake3'> {
  readonly sizeBytes: number | null;
  readonly blake3: string | null;
  /** Whoever uploaded it, as the service's list said it when it was read last; null: it was not, or does not say. */
  readonly ownerName: string | null;
  /** Where this computer has it, as far as its folders are watched; a changed copy too. */
  readonly copies: readonly ProofCopy[];
  /** What the service's list says of such a file; absent for a file of this computer. */
  readonly listed?: { readonly ownerName: string; readonly uploadedAtMs: number | null };
}

/** A file on this computer that showed the record, or holds its content, when it was looked at last. */
export interface ProofCopy {
  /** Row number. */
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** The watched folder that it is in; null for a file that was picked by hand. */
  readonly folderPath: string | null;
  /** Its bytes are known to be others by now. */
  readonly isChanged: boolean;
}

/** Most proofs that one window holds. */
const MOST_PROOF_ROWS = 300;

export const ProofFilter = z.strictObject({
  projectId: z.optional(Name),
  /** These alone, by the service's ids. */
  fileIds: z.optional(z.readonly(z.array(Name).check(z.maxLength(MOST_PROOF_ROWS)))),
  /** Only what is on the service now; not what was deleted and has its certificate saved. */
  isAvailable: z.optional(z.literal(true)),
  /** Only those whose certificate the service does not give. */
  isMissing: z.optional(z.literal(true)),
  /** Words of the name or of its subfolders here, or the beginning of a fingerprint, with or without blanks. */
  text: z.optional(Name),
  /** Proven from then on. */
  fromMs: z.optional(Moment),
  /** Proven before then. */
  toMs: z.optional(Moment),
});
export type ProofFilter = z.output<typeof ProofFilter>;

export interface ProofRange {
  readonly total: number;
  readonly first: number;
  /** The latest first. */
  readonly rows: readonly ProofView[];
}

export const certificateCalls = {
  /** What is available on the service or saved here, from what this computer knows. */
  'certificates.range': reads<ProofRange>()(() =>
    z.strictObject({
      filter: ProofFilter,
      first: Count,
      count: z.int().check(z.minimum(1), z.maximum(MOST_PROOF_ROWS)),
    }),
  ),
  /** One of them, proven or not, by the service's id; with its project also one that only the service has. */
  'certificates.show': reads<ShownProof>()(() =>
    z.strictObject({ fileId: Name, projectId: z.optional(Name) }),
  ),
  /**
   * Fetches it when it is not saved on this computer yet. `asked`: row number, path, or the service's id of a version.
   * The bytes are then at `certificatePath`. With its project, `asked` is the id of a file that the service lists there,
   * whether this computer has it or not.
   */
  'certificates.get': reads<CertificateView>()(() =>
    z.strictObject({ asked: FileName, projectId: z.optional(Name) }),
  ),
} as const;
