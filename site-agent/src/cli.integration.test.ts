import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { ConfigurationStore } from './configuration/configuration-store.ts';
import { startTestBroker, type TestBroker } from './testing/agent.ts';
import { TestCloud } from './testing/cloud.ts';
import { temporaryFolder, writeConfig, type TemporaryFolder } from './testing/support.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env }, stdio: 'pipe' });
  const ended = new Promise<number | null>((tell) => child.once('exit', tell));
  return { child, ended };
}

async function outputOf(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const { child, ended } = start(args);
  child.stdin.end();
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out: out.trim(), err: err.trim() };
}

describe('subcommands', () => {
  it('prints the version of the workspace', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(await outputOf('version')).toEqual({ code: 0, out: manifest.version, err: '' });
  });

  it('reports all problems of a configuration at once and starts nothing', async () => {
    const file = join(folder.path, 'agent.yaml');
    writeFileSync(file, 'site: twelve\nname: Joliet\njournal: /nowhere\ntags: {}\nlogs: info\n');
    const { code, out, err } = await outputOf('check', file);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    for (const name of ['site:', 'cloud:', 'broker:', 'commandKeys:', 'tags.prefix:', 'logs']) expect(err).toContain(name);
    expect(existsSync('/nowhere')).toBe(false);
  });

  it('stores a secret from standard input, never from an argument', async () => {
    expect(await outputOf('secret', 'sitewatch', folder.path)).toMatchObject({ code: 2, err: expect.stringContaining('data folder') });
    writeFileSync(join(folder.path, 'agent.yaml'), 'site: 12\n');
    const { child, ended } = start(['secret', 'sitewatch', folder.path]);
    child.stdin.end('masterkey\n');
    expect(await ended).toBe(0);
    const file = join(folder.path, 'secrets', 'sitewatch');
    expect({ value: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 }).toEqual({ value: 'masterkey\n', mode: 0o600 });
    const inFolder = start(['secret', 'board'], { WASHDESK_DATA_FOLDER: folder.path });
    inFolder.child.stdin.end('1234\n');
    expect([await inFolder.ended, readFileSync(join(folder.path, 'secrets', 'board'), 'utf8')]).toEqual([0, '1234\n']);
    expect(await outputOf('secret', '../key', folder.path)).toMatchObject({ code: 2, err: expect.stringContaining('small letters') });
    expect(await outputOf('secret', 'sitewatch', folder.path)).toMatchObject({ code: 1, err: expect.stringContaining('unchanged') });
  });

  it('says what is wrong with an enrollment, and by its exit code whether the same code can work later', async () => {
    const enroll = (url: string, code: string) => outputOf('enroll', url, code, folder.path);
    expect(await enroll('https://127.0.0.1:9', '7KQ4M')).toMatchObject({ code: 4, err: expect.stringContaining('10 letters and digits') });
    expect(await enroll('https://127.0.0.1:9', '7KQ4M-X2P9T')).toMatchObject({ code: 3, err: expect.stringContaining('stays valid') });
  });

  it('splits a file by hand into what belongs to the computer, what the cloud configures, and secrets by name', async () => {
    const login = { user: 'relay', password: 'webrelay' };
    const { kid, publicKey } = new TestCloud(12);
    const file = writeConfig(folder.path, {
      site: 12,
      name: 'Joliet',
      timeZone: 'America/Chicago',
      cloud: { url: 'http://127.0.0.1:9', clientId: 'agent-12', clientSecret: 'secret' },
      broker: { url: 'mqtt://127.0.0.1:9', username: 'agent', password: 'agent' },
      commandKeys: { [kid]: publicKey },
      journal: join(folder.path, 'journal'),
      data: folder.path,
      devices: [{ id: 'south', name: 'South', driver: 'controlbyweb-gate', lane: 2, host: '127.0.0.1', login }],
    });
    expect(await outputOf('split', file)).toMatchObject({ code: 0, out: expect.stringContaining('Stored secrets: south.') });
    expect(readFileSync(file, 'utf8')).not.toMatch(/devices|webrelay/);
    expect(await outputOf('check', file)).toEqual({ code: 0, out: 'No problems found, with site-configuration.yaml', err: '' });
    rmSync(join(folder.path, 'secrets', 'south'));
    expect(await outputOf('check', file)).toMatchObject({ code: 1, err: expect.stringContaining('run: site-agent secret south') });
    expect(await outputOf('split', file)).toMatchObject({ code: 1, err: expect.stringContaining('nothing that the cloud configures') });
  });

  it('rejects wrong arguments with the usage', async () => {
    const [none, tooMany, unknown] = await Promise.all([outputOf(), outputOf('version', 'now'), outputOf('--journal', 'x')]);
    for (const { code, err } of [none, tooMany]) expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Usage:') });
    expect(unknown).toEqual({ code: 2, out: '', err: expect.stringMatching(/^Unknown option '--journal'.*$/u) });
  });
});

describe('started by the service host', () => {
  let broker: TestBroker;
  let cloud: TestCloud;

  beforeEach(async () => {
    broker = await startTestBroker(12);
    cloud = new TestCloud(12);
  });
  afterEach(() => broker.stop());

  const version = (): string => join(folder.path, 'versions', '0.1.0');

  function startHosted(brokerUrl: string) {
    mkdirSync(version(), { recursive: true });
    const config = writeConfig(folder.path, {
      site: 12,
      name: 'Joliet',
      timeZone: 'America/Chicago',
      cloud: { url: 'http://127.0.0.1:9', clientId: 'agent-12', clientSecret: 'secret' },
      broker: { url: brokerUrl, username: 'agent', password: 'agent' },
      commandKeys: { [cloud.kid]: cloud.publicKey },
      journal: join(folder.path, 'journal'),
      data: folder.path,
    });
    const agent = start([config], { WASHDESK_HOST: '1', WASHDESK_VERSION_FOLDER: version() });
    let out = '';
    agent.child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
    agent.child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const isHealthy = (): true | null => (existsSync(join(version(), 'healthy')) ? true : null);
    return {
      ...agent,
      config,
      isHealthy,
      output: () => out,
      ready: () => until('the agent is ready', () => (out.includes('"ready":true') ? true : null)),
    };
  }

  it('is healthy once connected to the broker, and ends at the line stop', async () => {
    const { child, ended, isHealthy } = startHosted(broker.url);
    await until('the version is marked as healthy', isHealthy);
    child.stdin.write('stop\n');
    expect(await ended).toBe(0);
  });

  it('ends with the code that starts it again, if the cloud restarts it', async () => {
    await cloud.connect(broker.url, 'cloud', 'cloud');
    const { ended, isHealthy } = startHosted(broker.url);
    await until('the agent is connected', isHealthy);
    expect(await cloud.command('agent', 'restart', {})).toMatchObject({ ok: true });
    expect(await ended).toBe(75);
    await cloud.close();
  });

  it('shows that it is alive, and names in its log that the last run hung', async () => {
    mkdirSync(version(), { recursive: true });
    writeFileSync(join(version(), 'hung'), '');
    const { child, ended, ready } = startHosted('mqtt://127.0.0.1:9');
    await ready();
    expect(readFileSync(join(version(), 'alive'), 'utf8')).toMatch(/^\d{12}$/);
    expect(existsSync(join(version(), 'hung'))).toBe(false);
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(readFileSync(join(folder.path, 'log', 'agent.jsonl'), 'utf8')).toContain('The last run hung');
  });

  it('as an update on trial, does not start with less of the site’s configuration than the version before', async () => {
    const store = new ConfigurationStore(folder.path);
    store.begin(1, 'devices: [{ id: north }]\n');
    store.keep();
    writeFileSync(join(folder.path, 'current.txt'), '0.0.9');
    writeFileSync(join(folder.path, 'next.txt'), '0.1.0');
    const update = startHosted('mqtt://127.0.0.1:9');
    expect(await update.ended).toBe(1);
    expect(update.output()).toContain('configuration 1 of the cloud, line 2, devices.0.driver: is missing');
    rmSync(join(folder.path, 'next.txt'));
    const kept = startHosted('mqtt://127.0.0.1:9');
    await kept.ready();
    kept.child.stdin.end();
    expect(await kept.ended).toBe(0);

    // what the version before left out as well fails no update: it may be the one that mends it
    writeFileSync(join(folder.path, 'next.txt'), '0.1.0');
    const next = startHosted('mqtt://127.0.0.1:9');
    await next.ready();
    next.child.stdin.end();
    expect(await next.ended).toBe(0);
  });

  it('is not healthy without the broker, keeps a second agent out of its data folder, and ends with its input', async () => {
    const { child, config, ended, isHealthy, ready } = startHosted('mqtt://127.0.0.1:9');
    await ready();
    expect(await outputOf(config)).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`Another agent uses the data folder ${folder.path}. Stop it first`),
    });
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(isHealthy()).toBeNull();
  });
});
