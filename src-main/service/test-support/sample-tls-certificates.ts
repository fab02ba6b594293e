/** Certificates made for one test run by openssl: an authority, and servers it vouches for, or should not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MadeCertificate {
  readonly key: string;
  readonly cert: string;
}

export type MadeCertificates = ReturnType<typeof makeCertificates>;

export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

/** What `openssl ca` wants to know, which alone can make a certificate that is not valid yet. */
const CA_CONFIGURATION = `
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;

/** `good` is for `labseal.test`, `localhost` and 127.0.0.1. */
export function makeCertificates() {
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
  const ask = (name: string, names: string, key = newKey): string => {
    openssl(`req ${key} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}`);
    return `-in ${name}.csr -out ${name}.pem -extfile ${name}.ext`;
  };
  const vouch = (name: string, names: string, how = '-days 2', key = newKey): MadeCertificate => {
    const files = ask(name, names, key);
    const authority = '-CA authority.pem -CAkey authority.key -CAcreateserial';
    openssl(`x509 -req ${files} ${authority} ${how}`);
    return read(name);
  };
  const vouchBetween = (name: string, names: string, from: string, to: string): MadeCertificate => {
    const files = ask(name, names);
    writeFileSync(join(folder, 'ca.cnf'), CA_CONFIGURATION);
    writeFileSync(join(folder, 'index.txt'), '');
    writeFileSync(join(folder, 'serial'), '01');
    const authority = '-cert authority.pem -keyfile authority.key -config ca.cnf -batch -notext';
    openssl(`ca ${files} ${authority} -startdate ${from} -enddate ${to}`);
    return read(name);
  };

  const ours = 'DNS:labseal.test,DNS:localhost,IP:127.0.0.1';
  selfSign('authority', 'labseal-authority', 'basicConstraints=critical,CA:TRUE');
  return {
    folder,
    /** PEM file of the authority, as NODE_EXTRA_CA_CERTS would name it. */
    authorityPath: join(folder, 'authority.pem'),
    good: vouch('good', ours),
    expired: vouch('expired', ours, '-days -1'),
    /** Not valid before 2099. */
    early: vouchBetween('early', ours, '20990101000000Z', '20990201000000Z'),
    /** Signed with SHA-1. */
    sha1: vouch('sha1', ours, '-days 2 -sha1'),
    /** With an RSA key of 1024 bits. */
    shortKey: vouch('short', ours, '-days 2', '-newkey rsa:1024 -nodes'),
    wrongName: vouch('wrong', 'DNS:elsewhere.test'),
    selfSigned: selfSign('self', 'labseal.test', `subjectAltName=${ours}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
