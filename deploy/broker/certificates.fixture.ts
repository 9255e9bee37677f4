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
  readonly keyFile: string;
  readonly #folder: string;

  constructor(folder: string, name = 'ca') {
    this.#folder = folder;
    this.caFile = path.join(folder, `${name}.pem`);
    this.keyFile = path.join(folder, `${name}.key`);
    const ca = ['-addext', 'basicConstraints=critical,CA:TRUE'];
    openssl(['req', '-x509', ...newKey, '-keyout', this.keyFile, '-out', this.caFile, '-days', '2', '-subj', `/CN=${name}`, ...ca]);
  }

  /** @param commonName a user's or a server's name; every certificate is also valid for 127.0.0.1 */
  issue(commonName: string): Certificate {
    const request = this.#file(commonName, 'csr');
    const keyFile = this.#file(commonName, 'key');
    openssl(['req', ...newKey, '-keyout', keyFile, '-out', request, '-subj', `/CN=${commonName}`]);
    return { certificateFile: this.#signFile(request, commonName), keyFile };
  }

  /** Signs a request in PEM, whatever its name. @returns the certificate's file */
  sign(csr: string, commonName: string): string {
    const request = this.#file(commonName, 'csr');
    writeFileSync(request, csr);
    return this.#signFile(request, commonName);
  }

  #file(name: string, end: string): string {
    return path.join(this.#folder, `${name}.${end}`);
  }

  #signFile(request: string, commonName: string): string {
    const [extensions, certificateFile] = [this.#file(commonName, 'ext'), this.#file(commonName, 'pem')];
    writeFileSync(extensions, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
    const signing = ['-CA', this.caFile, '-CAkey', this.keyFile, '-CAcreateserial', '-days', '2', '-extfile', extensions];
    openssl(['x509', '-req', '-in', request, '-out', certificateFile, '-subj', `/CN=${commonName}`, ...signing]);
    return certificateFile;
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function openssl(args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
