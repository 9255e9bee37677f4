import { createPublicKey } from 'node:crypto';
import type { TestEnvironment } from '@washdesk/cloud-api/testing/cloud';
import type { AgentConfigInput } from '@washdesk/site-agent/config';

/**
 * Returns the configuration of an agent without devices. It signs in at the broker as the cloud, because the broker of a test environment
 * has no other account.
 */
export const agentConfig = (settings: TestEnvironment['settings'], site: number) =>
  ({
    site,
    name: 'Joliet',
    timeZone: 'America/Chicago',
    broker: {
      url: settings['WASHDESK_BROKER_URL']!,
      username: settings['WASHDESK_BROKER_USERNAME']!,
      password: settings['WASHDESK_BROKER_PASSWORD']!,
    },
    commandKeys: { 'cloud-1': createPublicKey(settings['WASHDESK_COMMAND_KEY']!).export({ type: 'spki', format: 'pem' }).toString() },
  }) satisfies Partial<AgentConfigInput>;
