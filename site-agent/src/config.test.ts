import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ConfigError } from './config-error.ts';
import { configProblems, readAgentConfig } from './config-file.ts';
import type { AgentConfig, AgentConfigInput } from './config.ts';
import { stoppedLanes, stoppedLanesProblem } from './configuration/lane-settings.ts';
import { temporaryFolder, type TemporaryFolder } from './testing/support.ts';

const pem = (type: 'ed25519' | 'x25519'): string =>
  (type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).publicKey
    .export({ type: 'spki', format: 'pem' })
    .toString();

const smallest: AgentConfigInput = {
  site: 12,
  name: 'Joliet',
  cloud: { url: 'https://wash.example.com', clientId: 'agent-12', clientSecret: 'secret' },
  broker: { url: 'mqtts://broker.example.com', username: 'site-12', password: 'secret' },
  commandKeys: { k1: pem('ed25519') },
  journal: '/var/lib/washdesk',
};

const gate = { id: 'north', name: 'North', driver: 'modbus-gate', host: '10.0.0.9', port: 502, lane: 1, coil: 0 } as const;

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function read(content: unknown): AgentConfig {
  const file = join(folder.path, 'agent.yaml');
  writeFileSync(file, typeof content === 'string' ? content : stringify(content));
  return readAgentConfig(file);
}

function problemsOf(content: unknown): string {
  try {
    read(content);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('no problem was found');
}

describe('the configuration', () => {
  it('has defaults for all but what only the site knows', () => {
    const config = read(smallest);
    expect(config).toMatchObject({ site: 12, log: { level: 'info' }, devices: [], tags: { markerIndex: 13 } });
    expect(config.timeZone).not.toBe('');
    expect(config.sitewatch).toBeUndefined();
    expect(config.commandKeys['k1']?.asymmetricKeyType).toBe('ed25519');
  });

  it('takes the journal as a folder alone, or with its limits', () => {
    expect(read(smallest).journal).toEqual({ folder: '/var/lib/washdesk', maxMegabytes: 256, diskWarnPercent: 95 });
    const given = { folder: '/var/lib/washdesk', maxMegabytes: 64, diskWarnPercent: 90, backupFolder: '/mnt/backup' };
    expect(read({ ...smallest, journal: given }).journal).toEqual(given);
    expect(problemsOf({ ...smallest, journal: { ...given, maxMegabytes: 1 } })).toMatch(/journal.maxMegabytes/);
  });

  it("takes the broker's CA and the site's certificate from files, and only over TLS", () => {
    const [caFile, certificateFile, keyFile] = ['ca', 'site', 'key'].map((name) => join(folder.path, `${name}.pem`)) as [
      string,
      string,
      string,
    ];
    for (const file of [caFile, certificateFile, keyFile]) writeFileSync(file, `text of ${file}\n`);
    const tls = { caFile, certificateFile, keyFile };
    const expected = { ca: `text of ${caFile}`, cert: `text of ${certificateFile}`, key: `text of ${keyFile}` };
    expect(read({ ...smallest, broker: { ...smallest.broker, tls } }).broker.tls).toEqual(expected);
    expect(problemsOf({ ...smallest, broker: { ...smallest.broker, url: 'mqtt://broker', tls } })).toContain('only with mqtts://');
    expect(problemsOf({ ...smallest, broker: { ...smallest.broker, tls: { certificateFile } } })).toContain('together');
    expect(problemsOf({ ...smallest, broker: { ...smallest.broker, tls: { caFile: '/nowhere' } } })).toContain('cannot be read');
  });

  it('takes the PINs of the local page from files, hashed, and its address from the site’s network', async () => {
    const file = (name: string, pin: string): string => {
      writeFileSync(join(folder.path, name), `${pin}\n`);
      return join(folder.path, name);
    };
    const [itPinFile, cashierPinFile] = [file('it', '123456'), file('cashier', '654321')];
    const { localPage } = read({ ...smallest, localPage: { itPinFile, cashierPinFile } });
    expect(localPage).toMatchObject({ host: '127.0.0.1', port: 8_091 });
    expect(await localPage?.pins.roleOf('654321')).toBe('cashier');
    expect(JSON.stringify(localPage)).not.toMatch(/123456|654321/);
    const problems = problemsOf({ ...smallest, localPage: { host: '8.8.8.8', itPinFile: file('short', '12345') } });
    expect(problems).toMatch(/localPage\.host: use this computer/);
    expect(problems).toMatch(/localPage\.itPinFile: write 6 to 12 digits/);
    expect(problemsOf({ ...smallest, localPage: { itPinFile, cashierPinFile: itPinFile } })).toMatch(/the two PINs must differ/);
  });

  it('takes secrets from files, without the line end', () => {
    const passwordFile = join(folder.path, 'password');
    writeFileSync(passwordFile, 'from the file\n');
    const config = read({ ...smallest, broker: { url: 'mqtt://localhost', username: 'u', passwordFile } });
    expect(config.broker).toEqual({ url: 'mqtt://localhost', username: 'u', password: 'from the file' });
  });

  it('tells all problems together, each with its place', () => {
    const problems = problemsOf({
      ...smallest,
      site: 'twelve',
      cloud: { url: 'ftp://x', clientId: 'a' },
      broker: { ...smallest.broker, passwordFile: '/no/such/file' },
      commandKeys: { k1: 'no key', k2: pem('x25519') },
      timeZone: 'Mars/Olympus',
      sitewatch: { host: 'localhost', database: 'sw', user: 'u', passwordFile: '/no/such/file' },
      devices: [{ ...gate, lane: 0 }],
      colour: 'blue',
    });
    for (const place of [
      'site',
      'cloud.url',
      'cloud.clientSecret',
      'broker.password',
      'commandKeys.k1',
      'commandKeys.k2',
      'timeZone',
      'devices.0.lane',
    ])
      expect(problems).toMatch(new RegExp(`^  line \\d+, ${place.replaceAll('.', '\\.')}: `, 'm'));
    expect(problems).toMatch(/broker\.passwordFile: cannot be read/);
    expect(problems).toMatch(/sitewatch\.passwordFile: cannot be read/);
    expect(problems).toMatch(/colour/);
  });

  it('wants a secret where none is given', () => {
    expect(problemsOf({ ...smallest, cloud: { url: 'https://wash.example.com', clientId: 'a' } })).toMatch(
      /cloud\.clientSecret: give it here/,
    );
  });

  it('wants a key, and ids of devices that are not taken', () => {
    expect(problemsOf({ ...smallest, commandKeys: {} })).toMatch(/commandKeys: name at least one key/);
    expect(problemsOf({ ...smallest, devices: [gate, gate] })).toMatch(/devices\.1\.id: 'north' is taken/);
    expect(problemsOf({ ...smallest, devices: [{ ...gate, id: 'sitewatch' }] })).toMatch(/devices\.0\.id: 'sitewatch' is taken/);
  });

  it('wants exactly one gate at a lane that opens by itself', () => {
    const configOf = (...devices: AgentConfigInput['devices'] & {}) => ({ ...smallest, devices, lanes: { autoOpen: [1] } });
    expect(read(configOf(gate)).lanes.autoOpen).toEqual([1]);
    expect(problemsOf(configOf({ ...gate, lane: 2 }))).toMatch(/^ {2}line \d+, lanes\.autoOpen: lane 1 has no gate$/m);
    expect(problemsOf(configOf(gate, { ...gate, id: 'south', coil: 1 }))).toMatch(
      /^ {2}line \d+, lanes\.autoOpen: lane 1 has several gates$/m,
    );
    expect(problemsOf({ ...smallest, devices: [gate], lanes: { autoOpenForPlates: [1] } })).toMatch(
      /^ {2}line \d+, lanes\.autoOpenForPlates: lane 1 isn’t in autoOpen$/m,
    );
  });

  it('names a setting that stops a lane by its line, and does not refuse to start with it', () => {
    const reader = { id: 'lanes', name: 'Lanes', driver: 'line-text-reader', host: '10.0.0.6', port: 4001, antennas: { '1': 1 } } as const;
    const content = { ...smallest, devices: [gate, { ...reader, format: 'encompass' }], lanes: { autoOpen: [2] } };
    const config = read({ ...content, devices: [...content.devices, { ...gate, id: 'south', lane: 2, coil: 1 }] });
    const file = join(folder.path, 'agent.yaml');
    expect(configProblems(file)).toEqual([
      expect.stringMatching(/^line \d+, devices\.1\.sendAllReads: switch it on, or set 'reads' to 1/),
      expect.stringMatching(/^line \d+, lanes\.autoOpen: lane 2 opens for no car/),
    ]);
    expect(stoppedLanesProblem(stoppedLanes(config))).toMatch(
      /^A setting stops a lane: Device lanes, Send all reads: switch it on, .* \(and 1 more\)$/,
    );
    expect(stoppedLanesProblem([])).toBeNull();
  });

  it('says so when the file is missing or no YAML', () => {
    expect(() => readAgentConfig(join(folder.path, 'nowhere.yaml'))).toThrow(ConfigError);
    expect(problemsOf('site: [12')).toMatch(/is not valid YAML/);
  });
});
