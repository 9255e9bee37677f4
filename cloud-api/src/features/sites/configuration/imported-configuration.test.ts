import { expect, it } from 'vitest';
import { configurationProblems } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { importedConfiguration } from './imported-configuration.ts';

const file = `
site: 12
name: Joliet
cloud: { url: https://desk.example.com, clientId: joliet, clientSecret: "[redacted]" }
journal: /var/lib/washdesk/journal
sitewatch: { host: 10.0.0.2, database: sitewatch, user: washdesk, passwordFile: /etc/washdesk/sitewatch }
receiver: { host: 10.0.0.10 }
devices:
  - { id: north, name: North, driver: controlbyweb-gate, lane: 1, host: 10.0.0.5, login: { user: admin, password: "[redacted]" } }
  - { id: cam_1, name: Camera, driver: plate-camera, lane: 1, format: hikvision, host: 10.0.0.7, push: { secret: "[redacted]" } }
`;

it('takes the cloud’s part of an agent’s file, with names instead of secrets', () => {
  const { content, notes } = importedConfiguration(file);
  expect(Object.keys(content)).toEqual(['sitewatch', 'receiver', 'devices']);
  expect(content).toMatchObject({
    sitewatch: { host: '10.0.0.2', passwordSecret: 'sitewatch' },
    devices: [{ login: { user: 'admin', passwordSecret: 'north' } }, { push: { pathSecret: 'cam-1' } }],
  });
  expect(JSON.stringify(content)).not.toMatch(/redacted|etc\/washdesk/u);
  expect(configurationProblems(content)).toEqual([]);
  expect(notes.at(-1)).toBe('Remove sitewatch, receiver, devices from the agent’s file: a part in both is refused');
  expect(notes).toContain('cam_1: store its secret on the site’s computer with: site-agent secret cam-1');
});

it('notes the certificates that have to be pasted', () => {
  const tls = '{ caFile: /etc/ca.pem, certificateFile: /etc/client.pem, keyFile: /etc/client.key }';
  const reader = `{ id: zebra, name: Zebra, driver: llrp-reader, antennas: { "1": 1 }, host: 10.0.0.8, port: 5085, tls: ${tls} }`;
  const { content, notes } = importedConfiguration(`devices: [${reader}]`);
  expect(content).toMatchObject({ devices: [{ tls: { ca: '', certificate: '', keySecret: 'zebra-key' } }] });
  expect(notes).toHaveLength(4);
  expect(notes[0]).toBe('zebra: paste the certificate of the file /etc/ca.pem into ca');
});

it('leaves nothing to do for a file that was split at the site', () => {
  const text = 'site: 12\n# site-configuration.yaml\nsitewatch: { host: pos, database: sw, user: WASHDESK, passwordSecret: sitewatch }\n';
  expect(importedConfiguration(text)).toEqual({
    content: { sitewatch: expect.objectContaining({ passwordSecret: 'sitewatch' }) },
    notes: [],
  });
});

it('is empty for an empty or broken file', () => {
  expect(importedConfiguration('')).toEqual({ content: {}, notes: [] });
  expect(importedConfiguration('The file is not valid YAML')).toEqual({ content: {}, notes: [] });
});
