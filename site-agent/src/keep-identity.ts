import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { SiteProblems } from './actions/site-problems.ts';
import { CertificateRenewal } from './cloud/certificate-renewal.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import type { SiteKey } from './identity/client-assertion.ts';
import type { IdentityFolder } from './identity/identity-folder.ts';
import type { BrokerConnection, ClientCertificate } from './mqtt/connection.ts';
import type { Clock } from './ports/clock.ts';

/** When the site's certificate expires; null without one, or for an unreadable one, which each connection to the broker names. */
export interface SiteCertificate {
  expires: Date | null;
}

export function certificateOf(pem: string | undefined): SiteCertificate {
  try {
    return { expires: pem === undefined ? null : new X509Certificate(pem).validToDate };
  } catch {
    return { expires: null };
  }
}

interface Parts {
  identity: IdentityFolder;
  cloud: Pick<CloudClient, 'onCommandKeys' | 'useSiteKey' | 'post'>;
  broker: Pick<BrokerConnection, 'tryCertificate' | 'useCertificate'>;
  clock: Clock;
  problems: SiteProblems;
  siteCertificate: SiteCertificate;
  /** The keys that verify commands, by `kid`. */
  commandKeys: Map<string, KeyObject>;
  log: Logger;
}

const clientCertificate = ({ certificate, key }: SiteKey): ClientCertificate => ({
  cert: certificate,
  key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

/** Keeps an enrolled agent's identity current: renews its certificate, and stores the cloud's command keys. */
export function keepIdentity({ identity, cloud, broker, clock, problems, siteCertificate, commandKeys, log }: Parts): CertificateRenewal {
  cloud.onCommandKeys((keys) => {
    const known = identity.cloud();
    if (JSON.stringify(known.commandKeys) === JSON.stringify(keys)) return;
    identity.storeCloud({ ...known, commandKeys: keys });
    commandKeys.clear();
    for (const [kid, pem] of Object.entries(keys)) commandKeys.set(kid, createPublicKey(pem));
    log.info({ kids: Object.keys(keys) }, 'Command keys replaced');
  });
  return new CertificateRenewal({
    identity,
    cloud,
    clock,
    tryAtBroker: (next) => broker.tryCertificate(clientCertificate(next)),
    adopt(next) {
      broker.useCertificate(clientCertificate(next));
      cloud.useSiteKey(next);
      siteCertificate.expires = certificateOf(next.certificate).expires;
    },
    onProblem: (cause) =>
      problems.set('certificate-renewal', cause === null ? null : 'The certificate of this site can’t be renewed', {
        cause: cause instanceof Error ? cause.message : null,
      }),
    log,
  });
}
