/** A certificate on its way to the screen: what is known of it, whether it is saved here, and its bytes. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  CertificateForm,
  CertificateView,
  ShownProof,
} from '../../../src-shared/bridge/certificate-calls.ts';
import type { Bridge, PageFault } from '../../bridge/bridge.ts';
import { useBridge, useCore } from '../../data/bridge-context.ts';
import { faultOf, valueOf } from '../../data/query-client.ts';
import { useRead } from '../../data/use-read.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface Saved {
  readonly savedAtMs: number;
  readonly pdfActions: CertificateView['pdfActions'];
  readonly bytes: Readonly<Record<CertificateForm, Bytes>>;
}

export type CertificateState =
  | { readonly is: 'reading'; readonly proof: ShownProof | null }
  /** `proof` null: this computer knows nothing of such a file. */
  | { readonly is: 'missing'; readonly proof: ShownProof | null; readonly fault: PageFault }
  | ({ readonly is: 'there'; readonly proof: ShownProof } & Saved);

export interface Certificate {
  readonly state: CertificateState;
  readonly readAgain: () => void;
}

/** `fileId`: the service's id. With its project the file may be one that only the service has. */
export function useCertificate(fileId: string, projectId?: string): Certificate {
  const place = projectId === undefined ? {} : { projectId };
  const { bridge } = useBridge();
  const isOpen = useCore(({ link }) => link === 'open');
  const shown = useRead('certificates.show', { ...place, fileId });
  const { value: proof } = shown;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['certificate', fileId, projectId],
    queryFn: ({ signal }) => readSaved(bridge, { ...place, asked: fileId }, signal),
    enabled: isOpen && proof !== null,
    // What is on screen is a proof and does not change; only one that is missing is looked for again.
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
  });
  const isMissing = data === undefined && error !== null;
  // Not with the news about other files: the service is asked for one that is not here.
  useEffect(() => {
    if (!isMissing) return undefined;
    return bridge.subscribe((event) => {
      if (event.kind === 'certificates-changed' && event.fileIds.includes(fileId)) void refetch();
    });
  }, [bridge, fileId, isMissing, refetch]);
  const fault = proof === null ? shown.fault : isFetching ? null : faultOf(error);
  return {
    state: stateOf(proof, data ?? null, fault),
    readAgain: () => {
      if (proof === null) shown.readAgain();
      else if (data === undefined) void refetch();
    },
  };
}

function stateOf(
  proof: ShownProof | null,
  saved: Saved | null,
  fault: PageFault | null,
): CertificateState {
  if (proof !== null && saved !== null) return { is: 'there', proof, ...saved };
  return fault === null ? { is: 'reading', proof } : { is: 'missing', proof, fault };
}

async function readSaved(
  bridge: Bridge,
  wanted: { readonly asked: string; readonly projectId?: string },
  signal: AbortSignal,
): Promise<Saved> {
  const { forms, pdfActions } = valueOf(await bridge.call('certificates.get', wanted, signal));
  const pdf = valueOf(await bridge.bytes('pdf', wanted.asked, signal));
  const json = valueOf(await bridge.bytes('json', wanted.asked, signal));
  const savedAtMs = Math.max(...forms.map((form) => form.savedAtMs));
  return { savedAtMs, pdfActions, bytes: { pdf, json } };
}
