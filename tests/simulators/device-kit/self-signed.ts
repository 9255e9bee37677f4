import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';

export interface SelfSigned {
  /** PEM of key and certificate together, as `key` and as `cert` of a TLS server. */
  pem: string;
  /** SHA-256 of the certificate, as the machine's openssl prints it. */
  fingerprint: string;
}

/** Makes a key and a certificate that it signs itself, as devices are delivered. */
export function selfSigned(name: string): SelfSigned {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', '-'];
  const pem = execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`], { encoding: 'utf8', stdio: 'pipe' });
  return { pem, fingerprint: new X509Certificate(pem).fingerprint256 };
}
