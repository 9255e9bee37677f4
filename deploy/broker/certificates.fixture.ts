import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Certificate {
  certificateFile: string;
  keyFile: string;
}

/** A test's own CA, created with the machine's openssl. */
export class TestAuthority {
  readonly caFile: string;
  readonly #keyFile: string;
  readonly #folder: string;

  constructor(folder: string, name = 'ca') {
    this.#folder = folder;
    this.caFile = path.join(folder, `${name}.pem`);
    this.#keyFile = path.join(folder, `${name}.key`);
    const ca = ['-addext', 'basicConstraints=critical,CA:TRUE'];
    openssl(['req', '-x509', ...newKey, '-keyout', this.#keyFile, '-out', this.caFile, '-days', '2', '-subj', `/CN=${name}`, ...ca]);
  }

  /** @param commonName a user's or a server's name; every certificate is also valid for 127.0.0.1 */
  issue(commonName: string): Certificate {
    const [request, extensions] = ['csr', 'ext'].map((end) => path.join(this.#folder, `${commonName}.${end}`)) as [string, string];
    const certificateFile = path.join(this.#folder, `${commonName}.pem`);
    const keyFile = path.join(this.#folder, `${commonName}.key`);
    openssl(['req', ...newKey, '-keyout', keyFile, '-out', request, '-subj', `/CN=${commonName}`]);
    writeFileSync(extensions, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
    const signing = ['-CA', this.caFile, '-CAkey', this.#keyFile, '-CAcreateserial', '-days', '2', '-extfile', extensions];
    openssl(['x509', '-req', '-in', request, '-out', certificateFile, ...signing]);
    return { certificateFile, keyFile };
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function openssl(args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
