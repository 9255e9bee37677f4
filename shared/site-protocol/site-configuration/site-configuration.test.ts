import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configurationProblems } from './configuration-problems.ts';
import { configurationText } from './configuration-text.ts';
import { secretsOf } from './secret-name.ts';
import { siteConfiguration, type SiteConfiguration } from './site-configuration.ts';

const gate = { id: 'north', name: 'North', driver: 'modbus-gate', host: '10.0.0.9', port: 502, lane: 1, coil: 0 } as const;
const reader = { id: 'lanes', name: 'Lanes', driver: 'llrp-reader', host: '10.0.0.8', port: 5084, antennas: { '1': 1, '2': 2 } } as const;
const sitewatch = { host: 'pos', database: 'sw', user: 'WASHDESK', passwordSecret: 'sitewatch' };

interface Described {
  title?: string;
  description?: string;
  properties?: Record<string, Described>;
  items?: Described & { oneOf?: Described[] };
}

/** Returns the paths of the fields without a title or a description. */
function undescribed({ properties = {}, items }: Described, path = ''): string[] {
  const inner = (items?.oneOf ?? []).flatMap((option) => undescribed(option, `${path}[${option.title}]`));
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const place = `${path}.${name}`;
    return [...(field.title && field.description ? [] : [place]), ...undescribed(field, place)];
  });
  return [...inner, ...own];
}

describe('the site configuration', () => {
  it('has a title and a description for each field of the form', () => {
    expect(undescribed(z.toJSONSchema(siteConfiguration, { io: 'input' }) as Described)).toEqual([]);
  });

  it('refuses a secret and a path to one', () => {
    const withPassword = configurationProblems({ sitewatch: { ...sitewatch, password: 'masterkey' } });
    expect(withPassword).toEqual([{ path: 'sitewatch.password', sentence: expect.stringContaining('unknown field') }]);
    const withPath = configurationProblems({ sitewatch: { ...sitewatch, passwordSecret: '../identity/key.pem' } });
    expect(withPath).toEqual([{ path: 'sitewatch.passwordSecret', sentence: expect.stringContaining('small letters') }]);
  });

  it('lists the secrets that it names, each once', () => {
    const content = { sitewatch, devices: [{ login: { passwordSecret: 'board' } }, { login: { passwordSecret: 'board' } }] };
    expect(secretsOf(content)).toEqual([
      { path: ['sitewatch', 'passwordSecret'], name: 'sitewatch' },
      { path: ['devices', 0, 'login', 'passwordSecret'], name: 'board' },
    ]);
  });

  it('is the same text in any order of its fields', () => {
    const reversed = Object.fromEntries(Object.entries(gate).toReversed()) as typeof gate;
    const content: SiteConfiguration = { devices: [reversed], sitewatch };
    expect(configurationText(content)).toBe(configurationText({ sitewatch, devices: [gate] }));
    expect(configurationText(content)).toMatch(/^sitewatch:\n.*\ndevices:\n {2}- id: north\n {4}name: North\n {4}driver: modbus-gate\n/su);
  });
});

describe('problems of a site configuration', () => {
  it('have field and line in words', () => {
    const text = 'devices:\n  - id: north\n    name: North\n    driver: modbus-gate\n    lane: 0\n    host: 10.0.0.9\n    coil: 0\n';
    expect(configurationProblems(text)).toEqual([
      { path: 'devices.0.lane', line: 5, sentence: 'Device north, Lane: must be at least 1' },
      { path: 'devices.0.port', line: 2, sentence: 'Device north, Port: is missing' },
    ]);
  });

  it('name what is wrong between fields', () => {
    const content = { devices: [gate, { ...gate, name: 'South' }, reader], lanes: { autoOpen: [1, 2] } };
    expect(configurationProblems(content).map(({ sentence }) => sentence)).toEqual([
      "Device north, Id: 'north' is taken",
      'Lanes, Open automatically: lane 1 has several gates',
      'Lanes, Open automatically: lane 2 has no gate',
    ]);
  });

  it('name a text that is not YAML by its line', () => {
    expect(configurationProblems('devices:\n  - [1\n')).toEqual([
      { path: '', line: expect.any(Number), sentence: expect.stringContaining('Not valid YAML') },
    ]);
  });

  it('name an unknown or repeated alias', () => {
    const unknown = configurationProblems('devices: *gates\n');
    expect(unknown).toEqual([{ path: '', line: 1, sentence: expect.stringMatching(/^Not valid YAML: .*alias.*gates/u) }]);
    const lists = 'abcdefgh'.split('').map(
      (name, place, names) =>
        `${name}: &${name} [${Array(9)
          .fill(place === 0 ? 1 : `*${names[place - 1]}`)
          .join(', ')}]`,
    );
    expect(configurationProblems(lists.join('\n'))).toEqual([{ path: '', line: 1, sentence: expect.stringContaining('alias') }]);
  });

  it('fit into a report, however long a name is', () => {
    const [problem] = configurationProblems({ ['x'.repeat(5_000)]: 1 });
    expect([problem?.path.length, problem?.sentence.length]).toEqual([200, 400]);
  });
});
