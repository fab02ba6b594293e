import { SESSION_HEADER } from '../../../../src-shared/bridge/loopback.ts';
import { hostAtCore } from './host-at-core.ts';
import { rawRequest } from './raw-request.ts';

/** The host, and requests to it by its own name, written line by line. */
export async function rawly(...options: Parameters<typeof hostAtCore>) {
  const lab = await hostAtCore(...options);
  const named = `Host: 127.0.0.1:${lab.host.port}`;
  const ours = `Origin: ${lab.host.origin}`;
  const raw = (first: string, lines: readonly string[] = [], body = '') =>
    rawRequest(lab.host.port, [`${first} HTTP/1.1`, named, ...lines], body);
  const token = async () => `${SESSION_HEADER}: ${await lab.session()}`;
  return { ...lab, named, ours, raw, token };
}
