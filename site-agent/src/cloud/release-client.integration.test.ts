import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRosterServer, type TestRosterServer } from '../testing/agent.ts';
import { ReleaseRoutes } from '../testing/release-routes.ts';
import { TestReleases } from '../testing/releases.ts';
import { CloudClient, CloudUnavailable } from './cloud-client.ts';
import { ReleaseClient } from './release-client.ts';

const program = Buffer.from('0123456789');
const release = { version: '1.1.0', platform: 'linux-x64' } as const;
const { signal } = new AbortController();

let server: TestRosterServer;
let cloud: ReleaseRoutes;
let client: ReleaseClient;

beforeEach(async () => {
  cloud = new ReleaseRoutes();
  cloud.file = program;
  cloud.offered = new TestReleases().sign(program);
  server = await startRosterServer(2, cloud.routes);
  client = new ReleaseClient(new CloudClient({ url: server.url, clientId: 'agent-12', clientSecret: 'secret' }));
});
afterEach(() => server.stop());

async function bytes(from: number): Promise<[number, string]> {
  const file = await client.file(release, from, signal);
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks) chunks.push(chunk);
  return [file.from, Buffer.concat(chunks).toString()];
}

it('asks for an update with the version and the system', async () => {
  expect(await client.offered({ version: '1.0.0', platform: 'linux-x64' }, signal)).toEqual(cloud.offered);
  cloud.offered = null;
  expect(await client.offered({ version: '1.0.0', platform: 'linux-x64' }, signal)).toBeNull();
});

describe('the file of a release', () => {
  it('is read whole, or from a byte on, also with a token that has expired', async () => {
    expect(await bytes(0)).toEqual([0, '0123456789']);
    server.revoke();
    expect(await bytes(4)).toEqual([4, '456789']);
  });

  it('is read from its beginning if the cloud does not continue files', async () => {
    cloud.continues = false;
    expect(await bytes(4)).toEqual([0, '0123456789']);
  });

  it('ends with an error where the line is cut', async () => {
    cloud.cutAfter = 3;
    await expect(bytes(0)).rejects.toThrow();
  });

  it('is refused if it is not offered', async () => {
    cloud.offered = null;
    await expect(bytes(0)).rejects.toThrow(CloudUnavailable);
  });
});
