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

/** Uses the keys from now on. @throws Error for an unreadable key; the current ones then stay in use */
function replaceKeys(inUse: Map<string, KeyObject>, keys: Record<string, string>, log: Logger): void {
  const next = Object.entries(keys).map(([kid, pem]) => [kid, createPublicKey(pem)] as const);
  if (next.length === inUse.size && next.every(([kid, key]) => inUse.get(kid)?.equals(key))) return;
  inUse.clear();
  for (const [kid, key] of next) inUse.set(kid, key);
  log.info({ kids: Object.keys(keys) }, 'Command keys replaced');
}

/** Keeps an enrolled agent's identity current: renews its certificate, and stores the cloud's command keys. */
export function keepIdentity({ identity, cloud, broker, clock, problems, siteCertificate, commandKeys, log }: Parts): CertificateRenewal {
  cloud.onCommandKeys((keys) => {
    replaceKeys(commandKeys, keys, log);
    try {
      const known = identity.cloud();
      if (JSON.stringify(known.commandKeys) !== JSON.stringify(keys)) identity.storeCloud({ ...known, commandKeys: keys });
      problems.set('command-keys', null);
    } catch (error) {
      // a full disk delays no rotation: the next sign-in tries again
      problems.set('command-keys', 'The cloud’s new command keys can’t be stored', {
        cause: error instanceof Error ? error.message : null,
      });
    }
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
