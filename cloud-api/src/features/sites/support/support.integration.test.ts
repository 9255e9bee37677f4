import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from '../../../testing/answering-site.ts';
import { clientAs } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

const card = '4111 1111 1111 1111';

let cloud: Cloud;
let site: AnsweringSite;

beforeAll(async () => {
  cloud = await startCloud();
  site = await AnsweringSite.at(12, cloud);
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

async function bundle(): Promise<{ name: string; files: Record<string, string> }> {
  const { status, body } = await (await clientAs(cloud, 'Admin')).get<{ name: string; zip: string }>('/site/12/support');
  expect(status).toBe(200);
  const files = Object.entries(unzipSync(Buffer.from(body.zip, 'base64'))).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  return { name: body.name, files: Object.fromEntries(files) };
}

describe('the log of an agent', () => {
  it('is named as unavailable while the site is offline', async () => {
    expect(await (await clientAs(cloud, 'Admin')).get('/site/27/log')).toMatchObject({ status: 409, body: { code: 'site_unavailable' } });
  });

  it('has its lines for people, without card numbers and control characters', async () => {
    const line = { level: 40, time: '2026-11-21T12:00:00.000Z', site: 12, device: 'north', msg: `Card ${card} \u001b[31mrefused` };
    site.answers = { 'agent.logs': () => ({ lines: [JSON.stringify(line), 'Segmentation fault'] }) };
    await site.online(cloud);
    expect((await (await clientAs(cloud, 'Admin')).get('/site/12/log?lines=500')).body).toEqual({
      timeZone: 'America/Chicago',
      lines: [
        { at: line.time, level: 'warn', message: 'Card [card number removed] refused', fields: 'device=north' },
        { at: null, level: null, message: 'Segmentation fault', fields: '' },
      ],
    });
    expect(site.askedFor('agent.logs').at(-1)?.payload).toEqual({ lines: 500 });
    await site.online(cloud, false);
  });
});

describe('a support bundle', () => {
  it('of an offline site has what the cloud knows, and why the rest is missing', async () => {
    const { name, files } = await bundle();
    expect(name).toMatch(/^washdesk-site-12-\d{4}-\d\d-\d\d\.zip$/);
    expect(Object.keys(files)).toEqual(['about.json', 'agent.json', 'devices.json', 'config.yaml', 'log.jsonl']);
    expect(files['log.jsonl']).toBe('Site 12 is offline');
    expect(JSON.parse(files['about.json'] ?? '')).toMatchObject({ site: { number: 12, name: 'Joliet' } });
  });

  it('has the agent’s configuration and log without card numbers, and an audit row', async () => {
    site.answers = {
      'agent.config': () => ({ text: `site: 12\nname: ${card}\n` }),
      'agent.logs': ({ lines }) => ({ lines: [`{"msg":"asked for ${lines}"}`, `{"msg":"${card.replaceAll(' ', '')}"}`] }),
    };
    await site.online(cloud);
    const { files } = await bundle();
    expect(files['config.yaml']).toBe('site: 12\nname: [card number removed]\n');
    expect(files['log.jsonl']).toBe('{"msg":"asked for 500"}\n{"msg":"[card number removed]"}');
    const rows = await cloud.database.db.selectFrom('audit').select(['subject', 'site']).where('action', '=', 'support.bundled').execute();
    const row = { subject: 'site:12', site: 12 };
    expect(rows).toEqual([row, row]);
  });

  it('is for Admins, of known sites', async () => {
    expect((await (await clientAs(cloud, 'Scheduler')).get('/site/12/support')).status).toBe(403);
    expect((await (await clientAs(cloud, 'Admin')).get('/site/99/support')).body).toMatchObject({ code: 'site_unknown' });
  });
});
