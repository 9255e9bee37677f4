import { readFileSync } from 'node:fs';
import { startBroker } from '@washdesk/broker/broker';
import { TestAuthority } from '@washdesk/broker/certificates.fixture';
import { freePort } from '@washdesk/local-servers/ports';
import { until } from '@washdesk/test-support/until';
import { startCloud, type Cloud } from './cloud.ts';

/** Starts a cloud that enrolls agents by codes, with a broker that identifies sites by their certificates. */
export async function startEnrollingCloud(folder: string, more: Record<string, string> = {}): Promise<Cloud> {
  const [ca, port] = [new TestAuthority(folder), await freePort()];
  const all = ['wash/v1/#'];
  const users = [{ username: 'cloud', password: 'secret', publish: all, subscribe: all }];
  const revokedUrl = `http://127.0.0.1:${port}/api/agent/revoked`;
  const sites = { port: 0, ...ca.issue('broker'), caFile: ca.caFile, revokedUrl };
  const logged: string[] = [];
  const broker = await startBroker({ host: '127.0.0.1', port: 0, users, sites }, (message) => logged.push(message));
  const cloud = await startCloud({
    WASHDESK_PORT: String(port),
    WASHDESK_BROKER_URL: `mqtt://127.0.0.1:${broker.port}`,
    WASHDESK_BROKER_USERNAME: 'cloud',
    WASHDESK_BROKER_PASSWORD: 'secret',
    WASHDESK_SITE_CA_CERTIFICATE: readFileSync(ca.caFile, 'utf8'),
    WASHDESK_SITE_CA_KEY: readFileSync(ca.keyFile, 'utf8'),
    WASHDESK_SITE_BROKER_URL: `mqtts://127.0.0.1:${broker.sitesPort}`,
    ...more,
  });
  // before that it accepts no site, and an agent tries its next certificate only once an hour
  await until('the broker has the list of revoked certificates', () => logged.includes('revoked certificates fetched') || null);
  return {
    ...cloud,
    async stop() {
      await cloud.stop();
      await broker.stop();
    },
  };
}
