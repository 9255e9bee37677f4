import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOOPBACK } from '@washdesk/local-servers/ports';

export interface SiteCertificates {
  readonly caFile: string;
  readonly caKeyFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Returns the CA of the sites and the certificate of the broker for them, created at the first start. */
export async function siteCertificates(folder: string): Promise<SiteCertificates> {
  const file = (name: string): string => path.join(folder, name);
  const files = {
    caFile: file('site-ca.pem'),
    caKeyFile: file('site-ca.key'),
    certificateFile: file('broker.crt'),
    keyFile: file('broker.key'),
  };
  // the last one to be written
  if (existsSync(files.keyFile)) return files;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { newAuthority } = await import('@washdesk/cloud-api/adapters/x509-authority/new-authority');
  const authority = await newAuthority('Washdesk sites', new Date());
  const broker = await authority.issueServer(['localhost', LOOPBACK]);
  const contents = [
    [files.caFile, authority.certificate],
    [files.caKeyFile, authority.key],
    [files.certificateFile, broker.certificate],
    [files.keyFile, broker.key],
  ] as const;
  for (const [name, text] of contents) writeFileSync(name, text, { mode: 0o600 });
  return files;
}
