/** Certificates. Their bytes come by an address of the host, so that no message carries a whole document. */
import * as z from 'zod/mini';
import { reads } from './call.ts';
import { Name } from './inputs.ts';

export const CERTIFICATE_FORMS = ['pdf', 'json'] as const;
export type CertificateForm = (typeof CERTIFICATE_FORMS)[number];

export interface CertificateView {
  /** The service's id of the version it proves. */
  readonly asked: string;
  readonly forms: readonly {
    readonly form: CertificateForm;
    readonly sizeBytes: number;
    readonly fileName: string;
  }[];
}

export const certificateCalls = {
  /**
   * Fetches it when it is not saved on this computer yet. `asked`: row number, path, or the service's id of a version.
   * The bytes are then at `certificatePath`.
   */
  'certificates.get': reads<CertificateView>()(z.strictObject({ asked: Name })),
} as const;
