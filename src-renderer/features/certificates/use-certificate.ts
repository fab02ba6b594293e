/** A certificate on its way to the screen: what is known of it, whether it is saved here, and its bytes. */
import { useEffect, useState } from 'react';
import type {
  CertificateForm,
  CertificateView,
  ShownProof,
} from '../../../src-shared/bridge/certificate-calls.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useBridge } from '../../data/bridge-context.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type CertificateState =
  | { readonly is: 'reading'; readonly proof: ShownProof | null }
  /** `proof` null: this computer knows nothing of such a file. */
  | { readonly is: 'missing'; readonly proof: ShownProof | null; readonly fault: PageFault }
  | {
      readonly is: 'there';
      readonly proof: ShownProof;
      readonly savedAtMs: number;
      readonly pdfActions: CertificateView['pdfActions'];
      readonly bytes: Readonly<Record<CertificateForm, Bytes>>;
    };

export interface Certificate {
  readonly state: CertificateState;
  readonly readAgain: () => void;
}

const READING: CertificateState = { is: 'reading', proof: null };

/** `fileId`: the service's id. With its project the file may be one that only the service has. */
export function useCertificate(fileId: string, projectId?: string): Certificate {
  const { bridge, store } = useBridge();
  const [state, setState] = useState<CertificateState>(READING);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let asking = new AbortController();
    let isThere = false;
    const read = async () => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      const show = (next: CertificateState) => {
        if (signal.aborted) return;
        isThere = next.is === 'there';
        setState(next);
      };
      const place = projectId === undefined ? {} : { projectId };
      try {
        const known = await bridge.call('certificates.show', { ...place, fileId }, signal);
        if (!known.ok) return show({ is: 'missing', proof: null, fault: known.fault });
        const proof = known.value;
        show({ is: 'reading', proof });
        const wanted = { ...place, asked: fileId };
        const got = await bridge.call('certificates.get', wanted, signal);
        if (!got.ok) return show({ is: 'missing', proof, fault: got.fault });
        const pdf = await bridge.bytes('pdf', fileId, signal);
        if (!pdf.ok) return show({ is: 'missing', proof, fault: pdf.fault });
        const json = await bridge.bytes('json', fileId, signal);
        if (!json.ok) return show({ is: 'missing', proof, fault: json.fault });
        const bytes = { pdf: pdf.value, json: json.value };
        const { pdfActions } = got.value;
        return show({ is: 'there', proof, savedAtMs: savedAtMs(got.value), pdfActions, bytes });
      } catch (cause) {
        if (!signal.aborted) throw cause;
        return undefined;
      }
    };
    if (store.getState().link === 'open') void read();
    // What is on screen is a proof and does not change; only one that is missing is looked for again.
    const stop = bridge.subscribe((event) => {
      const isNews =
        event.kind === 'snapshot' ||
        (event.kind === 'certificates-changed' && event.fileIds.includes(fileId));
      if (isNews && !isThere) void read();
    });
    return () => {
      stop();
      asking.abort();
      setState(READING);
    };
  }, [bridge, store, projectId, fileId, turn]);
  return { state, readAgain: () => setTurn((before) => before + 1) };
}

function savedAtMs({ forms }: CertificateView): number {
  return Math.max(...forms.map((form) => form.savedAtMs));
}
