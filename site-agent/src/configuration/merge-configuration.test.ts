import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { ConfigError } from '../config-error.ts';
import { partProblems, readAgentConfig, readStartConfig } from '../config-file.ts';
import { temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { ConfigurationStore } from './configuration-store.ts';
import { SecretsFolder } from './secrets-folder.ts';
import { splitFile } from './split-file.ts';

const key = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n';
const gate = { id: 'north', name: 'North', driver: 'modbus-gate', host: '10.0.0.9', port: 502, lane: 1, coil: 0 };
const sitewatch = { host: 'pos', database: 'sw', user: 'WASHDESK', passwordSecret: 'sitewatch' };
const board = {
  id: 'south',
  name: 'South',
  driver: 'controlbyweb-gate',
  host: '10.0.0.8',
  lane: 2,
  login: { user: 'x', passwordSecret: 'board' },
};
const camera = {
  id: 'cam',
  name: 'Camera',
  driver: 'plate-camera',
  format: 'axis',
  lane: 1,
  host: '10.0.0.7',
  push: { pathSecret: 'cam' },
};

let folder: TemporaryFolder;
let secrets: SecretsFolder;
beforeEach(() => {
  folder = temporaryFolder();
  secrets = new SecretsFolder(folder.path);
});
afterEach(() => folder.remove());

function fileWith(more: object = {}): string {
  const file = join(folder.path, 'agent.yaml');
  const own = {
    site: 12,
    name: 'Joliet',
    cloud: { url: 'https://wash.example.com', clientId: 'agent-12', clientSecret: 'secret' },
    broker: { url: 'mqtts://broker.example.com', username: 'site-12', password: 'secret' },
    commandKeys: { k1: key },
    journal: join(folder.path, 'journal'),
    data: folder.path,
  };
  writeFileSync(file, stringify({ ...own, ...more }));
  return file;
}

describe('the configuration of the cloud', () => {
  it('adds to the file, with the secrets of the computer', () => {
    secrets.write('sitewatch', 'masterkey');
    secrets.write('board', 'webrelay');
    secrets.write('cam', '0123456789abcdef0123456789abcdef');
    const content = { sitewatch, devices: [gate, board, camera], receiver: { host: '10.0.0.5' }, lanes: { autoOpen: [1] } };
    const config = readAgentConfig(fileWith({ tags: { prefix: 'AB', markerIndex: 1, marker: 'F', head: [1, 2], tail: [2, 3] } }), {
      version: 3,
      content,
    });
    expect(config.sitewatch).toMatchObject({ user: 'WASHDESK', password: 'masterkey', port: 3050 });
    expect(config.devices).toMatchObject([
      { id: 'north' },
      { login: { password: 'webrelay' } },
      { push: { secret: '0123456789abcdef0123456789abcdef' } },
    ]);
    expect(config).toMatchObject({ lanes: { autoOpen: [1] }, tags: { prefix: 'AB' }, data: { folder: folder.path, proveSeconds: 60 } });
    expect(statSync(secrets.file('board')).mode & 0o777).toBe(0o600);
  });

  it('is refused with each missing secret and the command that stores it', () => {
    const problems = partProblems(fileWith(), { version: 3, content: { sitewatch, devices: [board] } });
    expect(problems).toEqual([
      {
        path: 'sitewatch.passwordSecret',
        line: 5,
        sentence: "Sitewatch, Password: the secret 'sitewatch' isn’t on this computer; run: site-agent secret sitewatch",
      },
      { path: 'devices.0.login.passwordSecret', line: 14, sentence: expect.stringContaining('run: site-agent secret board') },
    ]);
  });

  it('is refused if the file has the same names, and for a secret of the wrong form', () => {
    secrets.write('cam', 'short');
    const content = { devices: [camera], receiver: { host: '10.0.0.5' } };
    expect(partProblems(fileWith({ devices: [gate], lanes: {} }), { version: 3, content })).toEqual([
      { path: 'devices', line: 3, sentence: expect.stringContaining('in the file on the site’s computer too') },
    ]);
    expect(partProblems(fileWith(), { version: 3, content })).toEqual([
      { path: 'devices.0.push.secret', line: expect.any(Number), sentence: expect.stringContaining('use 32 hex digits') },
    ]);
  });

  it('is part of what is read at the start, with all problems of both by line', () => {
    const store = new ConfigurationStore(folder.path);
    store.begin(3, stringify({ devices: [gate], lanes: { autoOpen: [2] } }));
    store.keep();
    expect(() => readAgentConfig(fileWith({ site: 'twelve' }))).toThrow(ConfigError);
    expect(() => readAgentConfig(fileWith({ site: 'twelve' }))).toThrow(
      /^ {2}configuration 3 of the cloud, line 10, lanes\.autoOpen: lane 2 has no gate\n {2}line 1, site: must be a number$/m,
    );
  });

  it('never names a file of another folder', () => {
    expect(() => secrets.file('../identity/key.pem')).toThrow();
  });
});

describe('a file that is split', () => {
  it('gives the same configuration in two parts, with its secrets by name', () => {
    const pin = join(folder.path, 'board-password');
    writeFileSync(pin, 'webrelay\n');
    const { passwordSecret: _named, ...database } = sitewatch;
    const file = fileWith({
      sitewatch: { ...database, password: 'masterkey' },
      devices: [gate, { ...board, login: { user: 'x', passwordFile: pin } }],
      lanes: { autoOpen: [1] },
    });
    const before = readAgentConfig(file, null);
    expect(splitFile(file, folder.path)).toEqual(['sitewatch', 'south']);
    expect(readFileSync(file, 'utf8')).not.toMatch(/devices|masterkey/);
    expect(readFileSync(join(folder.path, 'site-configuration.yaml'), 'utf8')).not.toMatch(/webrelay|masterkey/);
    expect(readAgentConfig(file)).toEqual(before);
    expect(() => splitFile(file, folder.path)).toThrow(/nothing that the cloud configures/);
  });

  it('is unchanged if the cloud could not take it over', () => {
    const file = fileWith({ devices: [{ ...gate, coil: -1 }] });
    const text = readFileSync(file, 'utf8');
    expect(() => splitFile(file, folder.path)).toThrow(/Device north, Coil: must be at least 0/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('an agent starts', () => {
  const startWith = (content: object, more: object = {}) => {
    const { config, leftOut, without } = readStartConfig(fileWith(more), { version: 3, content });
    return { config, devices: config.devices.map(({ id }) => id), leftOut, without };
  };

  it('with the devices that are right, and names those that it leaves out', () => {
    const { config, devices, leftOut, without } = startWith({
      devices: [{ ...gate, coil: -1 }, { ...gate, id: 'other', lane: 2 }, board, { ...gate, id: 'other', lane: 3 }],
      lanes: { autoOpen: [1] },
      tags: { prefix: 'AB' },
      sitewatch,
      later: true,
    });
    expect(devices).toEqual(['other']);
    expect(config).toMatchObject({ lanes: { autoOpen: [] }, tags: { prefix: 'E2000019' } });
    expect(config.sitewatch).toBeUndefined();
    expect(without).toEqual(['cloud: north', 'cloud: south', 'cloud: lanes', 'cloud: tags', 'cloud: sitewatch', 'cloud: later']);
    expect(leftOut).toEqual(
      expect.arrayContaining([
        'Device north, Coil: must be at least 0',
        "Sitewatch, Password: the secret 'sitewatch' isn’t on this computer; run: site-agent secret sitewatch",
        "Device south, Login, Password: the secret 'board' isn’t on this computer; run: site-agent secret board",
        expect.stringContaining('is taken'),
        expect.stringContaining('lane 1 has no gate'),
      ]),
    );
  });

  it('without a camera if its receiver is wrong, and keeps the gate', () => {
    secrets.write('cam', '0123456789abcdef0123456789abcdef');
    expect(startWith({ devices: [camera, gate], receiver: { host: 'somewhere' } })).toMatchObject({ devices: ['north'] });
  });

  it('with the file’s own devices if both have some, and without lanes that no gate is left for', () => {
    expect(startWith({ devices: [board] }, { devices: [gate] })).toMatchObject({
      devices: ['north'],
      leftOut: [expect.stringContaining('in the file on the site’s computer too'), expect.stringContaining("secret 'board'")],
      without: ['cloud: south', 'cloud: devices'],
    });
    expect(startWith({ devices: [board] }, { lanes: { autoOpen: [2] } })).toMatchObject({
      devices: [],
      config: { lanes: { autoOpen: [] } },
    });
  });

  it('with the whole if nothing is wrong, and not at all if the computer’s own part is', () => {
    expect(startWith({ devices: [gate] })).toMatchObject({ devices: ['north'], leftOut: [], without: [] });
    expect(() => startWith({ devices: [{ ...gate, coil: -1 }] }, { site: 'twelve' })).toThrow(/line 1, site: must be a number/);
    expect(() => readStartConfig(fileWith({ devices: [{ ...gate, coil: -1 }] }), null)).toThrow(ConfigError);
  });
});
