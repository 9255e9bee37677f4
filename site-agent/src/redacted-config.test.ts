import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { redactedConfig, withoutSecretsOf } from './redacted-config.ts';
import { temporaryFolder } from './testing/support.ts';

const planted = [
  'broker-pw',
  'client-secret',
  'board-pw',
  '0123456789abcdef0123456789abcdef',
  '424242',
  'masterkey',
  'url-pw',
  'PRIVATEBYTES',
];

describe('the configuration without secrets', () => {
  it('has every setting and no secret, wherever one is planted', () => {
    const text = redactedConfig(
      stringify({
        site: 12,
        cloud: { url: 'https://desk.example', clientId: 'agent-12', clientSecret: 'client-secret' },
        broker: { url: 'mqtts://agent:url-pw@broker.example:8883', username: 'agent', password: 'broker-pw' },
        sitewatch: { host: 'pos', password: 'masterkey' },
        localPage: { itPinFile: '/etc/washdesk/it-pin', pin: 424242 },
        identity: {
          key: '-----BEGIN PRIVATE KEY-----\nPRIVATEBYTES\n-----END PRIVATE KEY-----',
          pem: '-----BEGIN EC PRIVATE KEY-----\nPRIVATEBYTES',
        },
        commandKeys: { k1: '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----' },
        devices: [
          { id: 'south', login: { user: 'root', password: 'board-pw' } },
          { id: 'camera', push: { secret: '0123456789abcdef0123456789abcdef' } },
        ],
      }),
    );
    for (const secret of planted) expect(text).not.toContain(secret);
    expect(text).toContain('url: mqtts://[redacted]@broker.example:8883');
    for (const kept of ['clientId: agent-12', '/etc/washdesk/it-pin', 'user: root', 'MCow', 'id: camera']) expect(text).toContain(kept);
  });

  it('has no card number and no comment', () => {
    const text = redactedConfig('name: 4111 1111 1111 1111 # password: broker-pw\nsite: 12\n');
    expect(text).toBe('name: [card number removed]\nsite: 12\n');
  });

  it('is not shown if the file cannot be parsed', () => {
    expect(redactedConfig('broker: {password: broker-pw')).toBe('The file is not valid YAML');
  });
});

describe('a log line', () => {
  it('has no secret of the configuration, nor of a file that it names', () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'pin');
    writeFileSync(file, '654321\n');
    const clean = withoutSecretsOf(
      stringify({ broker: { password: 'broker-pw' }, localPage: { itPinFile: file, cashierPinFile: '/missing' } }),
    );
    expect(clean('refused broker-pw and 654321, site 12')).toBe('refused [redacted] and [redacted], site 12');
    folder.remove();
  });
});
