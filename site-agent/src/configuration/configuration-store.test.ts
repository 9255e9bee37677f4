import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import { ConfigurationStore, DamagedConfiguration } from './configuration-store.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const file = (name: string): string => join(folder.path, 'configuration', name);
/** The store as the next start finds it. */
const reopened = (): ConfigurationStore => new ConfigurationStore(folder.path);

describe('the configurations on disk', () => {
  it('begin with the file on the computer alone', () => {
    const store = reopened();
    expect(store.current()).toBeNull();
    expect(store.newest).toBeNull();
    expect(store.running).toEqual({ version: null, state: 'file', newest: null });
  });

  it('have a version on trial, which becomes the current one', () => {
    const store = reopened();
    store.begin(3, 'devices: []\n');
    expect(reopened()).toMatchObject({ onTrial: 3, newest: null, running: { version: 3, state: 'trial', newest: 3 } });
    store.keep();
    expect(reopened().current()).toEqual({ version: 3, content: { devices: [] } });
    expect(reopened()).toMatchObject({ onTrial: null, newest: 3, running: { version: 3, state: 'applied', newest: 3 } });
    expect(reopened().unreported).toEqual({ version: 3, outcome: 'applied', problems: [] });
  });

  it('keep the current version if another one is refused or rolled back, which is not tried again', () => {
    const store = reopened();
    store.begin(3, 'devices: []\n');
    store.keep();
    store.begin(4, 'lanes: {}\n');
    store.rollBack('no connection');
    expect(reopened().current()?.version).toBe(3);
    expect(reopened()).toMatchObject({ newest: 4, running: { version: 3, state: 'applied', newest: 4 } });
    expect(reopened().unreported).toEqual({ version: 4, outcome: 'rolled-back', problems: [{ path: '', sentence: 'no connection' }] });
    store.refuse(5, [{ path: 'lanes', sentence: 'wrong' }]);
    expect(reopened()).toMatchObject({ newest: 5, running: { version: 3, state: 'applied', newest: 5 } });
    store.reported();
    expect(reopened().unreported).toBeNull();
    expect(readdirSync(join(folder.path, 'configuration')).toSorted()).toEqual(['3.yaml', 'state.json']);
  });

  it('survive a power failure at each step', () => {
    const store = reopened();
    store.begin(1, 'devices: []\n');
    store.keep();
    store.reported();
    // half of a file, and a version that the state does not name yet
    writeFileSync(file('2.yaml.tmp'), 'dev');
    expect(reopened().current()?.version).toBe(1);
    writeFileSync(file('2.yaml'), 'lanes: {}\n');
    expect(reopened()).toMatchObject({ onTrial: null, newest: 1 });
    store.begin(2, 'tags: {}\n');
    expect(reopened().onTrial).toBe(2);
    // the state is stored before files are removed
    cpSync(file('1.yaml'), join(folder.path, 'kept'));
    store.keep();
    cpSync(join(folder.path, 'kept'), file('1.yaml'));
    writeFileSync(file('state.json.tmp'), '{');
    expect(reopened().current()).toEqual({ version: 2, content: { tags: {} } });
    reopened().refuse(3, []);
    expect(readdirSync(join(folder.path, 'configuration')).toSorted()).toEqual(['2.yaml', 'state.json']);
  });

  it.each(['state.json', '1.yaml'])('are moved aside if %s is damaged', (name) => {
    const store = reopened();
    store.begin(1, 'devices: []\n');
    store.keep();
    writeFileSync(file(name), '{ devices: [');
    const damaged = expect.objectContaining({ message: expect.stringContaining(`${name} is missing or damaged`) });
    expect(() => reopened().current()).toThrow(damaged);
    try {
      reopened().current();
    } catch (error) {
      (error as DamagedConfiguration).moveAside();
    }
    expect(reopened()).toMatchObject({ newest: null, onTrial: null });
    expect(reopened().current()).toBeNull();
    expect(readdirSync(folder.path)).toEqual(['configuration.damaged']);
  });

  it('begin with that of the computer, until a version of the cloud is proven', () => {
    const store = reopened();
    store.writeOfComputer('devices: []\n');
    expect(reopened().current()).toEqual({ version: 0, content: { devices: [] } });
    expect(reopened()).toMatchObject({ newest: null, running: { version: null, state: 'file' } });
    store.begin(1, 'lanes: {}\n');
    store.rollBack('no connection');
    expect(reopened().current()?.version).toBe(0);
    store.begin(2, 'lanes: {}\n');
    store.keep();
    expect(reopened().current()).toEqual({ version: 2, content: { lanes: {} } });
    expect(readdirSync(folder.path)).toEqual(['configuration']);
    writeFileSync(join(folder.path, 'site-configuration.yaml'), 'devices: [');
    expect(reopened().current()?.version).toBe(2);
  });
});
