import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SetupFolder } from './setup-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'washdesk-setup-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

const ownerOf = (name: string): number[] => {
  const { uid, gid } = statSync(path.join(place, name));
  return [uid, gid];
};

it.skipIf(process.getuid?.() !== 0)('gives files to the users that read them, also when they are written again', () => {
  const owners = { cloud: { user: 10_001, group: 10_002 }, broker: { user: 1_883, group: 1_884 } };
  for (const content of ['first', 'second']) {
    const folder = new SetupFolder(place, owners);
    for (const name of ['cloud.env', 'secrets/token-key', 'mosquitto/sites.acl', 'mosquitto/control/curl.conf'])
      folder.write(name, content);
    expect(ownerOf('cloud.env')).toEqual([10_001, 10_002]);
    expect(ownerOf('secrets/token-key')).toEqual([10_001, 10_002]);
    expect(ownerOf('mosquitto/sites.acl')).toEqual([1_883, 1_884]);
    expect(ownerOf('mosquitto/control/curl.conf')).toEqual([1_883, 1_884]);
    expect(ownerOf('mosquitto/control')).toEqual([1_883, 1_884]);
  }
  expect(ownerOf('secrets')).toEqual([0, 0]);
});
