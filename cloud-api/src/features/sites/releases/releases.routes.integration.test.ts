import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { RolloutAction } from '@washdesk/rules/company/rollouts';
import { until } from '@washdesk/test-support/until';
import { writeRelease } from '../../../adapters/releases-folder/release.fixture.ts';
import { startCloudApi, type CloudApi } from '../../../compose.ts';
import { readConfig } from '../../../config.ts';
import { openLog } from '../../../http/log.ts';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { signedIn, type Headers } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

interface RolloutView {
  rollout: {
    id: string;
    state: string;
    sites: { site: number; reason: string | null }[];
    paused: { because: string; by: string | null } | null;
  };
}

const usage = {
  lane: 1,
  code: 'ABC123-IL',
  customer: 'cus_api',
  planName: null,
  productClass: null,
  priceIncrease: false,
  at: '2026-11-21T15:30:00.000Z',
};
const folder = mkdtempSync(path.join(tmpdir(), 'washdesk-releases-'));
const reason = 'Fixes the tag reader';

let cloud: Cloud;
let second: CloudApi;
let site: AnsweringSite;
let admin: ApiClient;
let agent: Headers;

beforeAll(async () => {
  writeRelease(folder, '1.5.0');
  cloud = await startCloud({ WASHDESK_RELEASES_FOLDER: folder });
  second = await startCloudApi(readConfig(cloud.settings), openLog('silent'));
  site = await AnsweringSite.at(12, cloud);
  await site.online(cloud);
  admin = await clientAs(cloud, 'Admin');
  agent = await signedIn(cloud, { roles: 0, kind: 'service', site: 12 });
});
afterAll(async () => {
  await site.close();
  await second.stop();
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

const ask = (path_: string, headers: Headers = agent, url = cloud.url) => fetch(`${url}/api/agent/${path_}`, { headers });
const question = 'update?version=1.0.0&platform=linux-x64';
const file = 'releases/1.5.0/linux-x64';
const change = (id: string, action: RolloutAction) => admin.post<RolloutView>(`/release/rollout/${id}`, { action, reason });
const current = async (): Promise<RolloutView['rollout']> => (await admin.get<RolloutView>('/release')).body.rollout;

describe('a rollout by the API', () => {
  it('has its site asked, offers it the release, sends the file, and is paused by its failure for both processes', async () => {
    site.answers = { 'agent.update': () => ({}) };
    const start = { version: '1.5.0', canary: [12], most: 1, continueAfterHours: null, reason };
    expect((await admin.post('/release/rollout', start)).status).toBe(200);
    await until('the site is asked', () => site.askedFor('agent.update').at(0));

    const { update } = (await (await ask(question)).json()) as { update: { manifest: string } };
    expect(JSON.parse(Buffer.from(update.manifest, 'base64').toString())).toMatchObject({
      version: '1.5.0',
      platform: 'linux-x64',
      size: 11,
    });
    const whole = await ask(file);
    expect([whole.status, whole.headers.get('content-length'), whole.headers.get('accept-ranges')]).toEqual([200, '11', 'bytes']);
    expect(await whole.text()).toBe('agent 1.5.0');
    const rest = await ask(file, { ...agent, range: 'bytes=6-' });
    expect([rest.status, rest.headers.get('content-range'), await rest.text()]).toEqual([206, 'bytes 6-10/11', '1.5.0']);
    expect((await ask(file, { ...agent, range: 'bytes=11-' })).status).toBe(416);
    expect((await ask(file, { ...agent, range: 'bytes=0-3' })).status).toBe(200);

    await site.tell('update', { version: '1.5.0', outcome: 'rolled-back', reason: 'It ended\u0000 during its trial' });
    expect(await current()).toMatchObject({
      state: 'paused',
      paused: { because: 'Joliet (12) went back to its previous version: It ended during its trial', by: null },
    });
    const other = `http://127.0.0.1:${second.port}`;
    expect(await (await ask(question, agent, other)).json()).toEqual({ update: null });
    expect((await ask(file, agent, other)).status).toBe(404);
  });

  it('can be resumed and canceled, but not continued after that', async () => {
    const { id } = await current();
    expect(await change(id, 'continue')).toMatchObject({ status: 409, body: { message: 'The rollout is paused. Resume it first' } });
    expect(await change(id, 'resume')).toMatchObject({ status: 200, body: { rollout: { state: 'running', paused: null } } });
    expect(await change(id, 'cancel')).toMatchObject({ body: { rollout: { state: 'canceled' } } });
    expect(await change(id, 'resume')).toMatchObject({ status: 409, body: { code: 'rollout_state' } });
  });

  it('says what to do at a site whose agent is two versions behind, and everything else there still works', async () => {
    const boise = await AnsweringSite.at(27, cloud);
    boise.answers = { 'agent.update': () => ({ refused: 'unknown_verb' }), 'agent.config': () => ({ text: 'site: 27\n' }) };
    await boise.online(cloud);
    const start = { version: '1.5.0', canary: [27], most: 1, continueAfterHours: null, reason };
    const { body } = await admin.post<RolloutView>('/release/rollout', start);
    const words = 'This agent is too old to update itself. Run the installer there';
    await until('the site is left out', async () =>
      (await current()).sites.find(({ site: number }) => number === 27)?.reason === words ? true : null,
    );
    expect((await current()).state).toBe('running');
    expect((await admin.get('/site/27/support')).status).toBe(200);
    expect(boise.askedFor('agent.config')).toHaveLength(1);
    await boise.tell('usage', { ...usage, id: crypto.randomUUID() });
    await change(body.rollout.id, 'cancel');
    await boise.close();
  });

  it('is for Admins, and its file for agents', async () => {
    const scheduler = await clientAs(cloud, 'Scheduler');
    expect((await scheduler.get('/release')).status).toBe(403);
    const person = await signedIn(cloud, { roles: Role.Admin });
    expect([(await ask(question, person)).status, (await ask(file, person)).status]).toEqual([403, 403]);
    for (const name of ['releases/1.5.0/..%2f..', 'releases/..%2f1.5.0/linux-x64', 'releases/1.5.0/win64'])
      expect((await ask(name)).status).toBe(400);
  });
});
