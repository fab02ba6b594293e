/** Certificates made for one test run by openssl: an authority, and servers it vouches for, or should not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MadeCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface MadeCertificates {
  readonly folder: string;
  /** PEM file of the authority, as NODE_EXTRA_CA_CERTS would name it. */
  readonly authorityPath: string;
  readonly good: MadeCertificate;
  readonly expired: MadeCertificate;
  readonly wrongName: MadeCertificate;
  readonly selfSigned: MadeCertificate;
  remove(): void;
}

export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

/** `good` is for `labseal.test`, `localhost` and 127.0.0.1. */
export function makeCertificates(): MadeCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-tls-'));
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const selfSign = (name: string, subject: string, extra: readonly string[]): void =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      subject,
      '-days',
      '2',
      ...extra,
    );
  const vouch = (name: string, names: string, when: readonly string[]): MadeCertificate => {
    openssl(
      'req',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}`);
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-extfile',
      `${name}.ext`,
      ...when,
    );
    return read(name);
  };
  const read = (name: string): MadeCertificate => ({
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
    cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
  });

  selfSign('authority', '/CN=Labseal test authority', [
    '-addext',
    'basicConstraints=critical,CA:TRUE',
  ]);
  const ours = 'DNS:labseal.test,DNS:localhost,IP:127.0.0.1';
  const twoDays = ['-days', '2'];
  selfSign('self', '/CN=labseal.test', ['-addext', `subjectAltName=${ours}`]);
  return {
    folder,
    authorityPath: join(folder, 'authority.pem'),
    good: vouch('good', ours, twoDays),
    expired: vouch('expired', ours, ['-days', '-1']),
    wrongName: vouch('wrong', 'DNS:elsewhere.test', twoDays),
    selfSigned: read('self'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
