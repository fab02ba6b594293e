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
  const openssl = (command: string): void => {
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' });
  };
  const read = (name: string): MadeCertificate => ({
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
    cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
  });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const selfSign = (name: string, subject: string, extension: string): MadeCertificate => {
    const files = `-keyout ${name}.key -out ${name}.pem`;
    openssl(`req -x509 ${newKey} ${files} -subj /CN=${subject} -days 2 -addext ${extension}`);
    return read(name);
  };
  const vouch = (name: string, names: string, days = 2): MadeCertificate => {
    openssl(`req ${newKey} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}`);
    const files = `-in ${name}.csr -out ${name}.pem -extfile ${name}.ext`;
    const authority = '-CA authority.pem -CAkey authority.key -CAcreateserial';
    openssl(`x509 -req ${files} ${authority} -days ${days}`);
    return read(name);
  };

  const ours = 'DNS:labseal.test,DNS:localhost,IP:127.0.0.1';
  selfSign('authority', 'labseal-authority', 'basicConstraints=critical,CA:TRUE');
  return {
    folder,
    authorityPath: join(folder, 'authority.pem'),
    good: vouch('good', ours),
    expired: vouch('expired', ours, -1),
    wrongName: vouch('wrong', 'DNS:elsewhere.test'),
    selfSigned: selfSign('self', 'labseal.test', `subjectAltName=${ours}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
