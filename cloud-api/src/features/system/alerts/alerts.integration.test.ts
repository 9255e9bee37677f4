import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlertLevel, AlertSettings } from '@washdesk/rules/company/alerts';
import { until } from '@washdesk/test-support/until';
import { alertWebhook } from '../../../adapters/alert-webhook/alert-webhook.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import type { AlertCause } from '../../../common/alert.ts';
import { openLog } from '../../../http/log.ts';
import type { OutgoingMessage } from '../../../ports/messaging.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { alertRound } from './alert-round.ts';
import { AlertsService } from './alerts.service.ts';
import { noticesTo } from './notices.ts';
import { insertRecipient, saveAlertSettings } from './recipients.store.ts';
import { sendAlert } from './send-alert.ts';
import { presentAtSites } from './site-causes.store.ts';

const noon = Date.parse('2026-11-21T18:00:00Z');
const minute = 60_000;
const settings: AlertSettings = {
  quietHours: { from: '21:00', to: '06:30' },
  timeZone: 'America/Chicago',
  criticalInQuietHours: true,
  escalateAfterMinutes: 15,
};

let database: TestDatabase;
let at: number;
let causes: AlertCause[];
let unknownSites: Set<number>;
const clock = { now: () => new Date(at) };

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());
beforeEach(async () => {
  [at, causes, unknownSites] = [noon, [], new Set()];
  for (const table of ['alert_message', 'alert_recipient', 'alert', 'job', 'site_fault', 'site_device', 'site_agent'] as const)
    await database.db.deleteFrom(table).execute();
  await use(settings);
  await database.db.transaction().execute(async (tx) => {
    await insertRecipient(tx, { name: 'IT', channel: 'email', address: 'it@washdesk.example', list: 'first' }, clock.now(), '1');
    await insertRecipient(tx, { name: 'Head of IT', channel: 'sms', address: '+18155550100', list: 'second' }, clock.now(), '1');
  });
});

const use = (value: AlertSettings) => database.db.transaction().execute((tx) => saveAlertSettings(tx, value, clock.now(), '1'));
const broker: AlertCause = { cause: 'cloud:broker', site: null, level: 'stop', sentence: 'The broker is unreachable', step: 'Check it.' };
const mail: AlertCause = { cause: 'cloud:mail', site: null, level: 'wait', sentence: 'Emails are refused', step: null };
const gate = (site: number, level: AlertLevel = 'wait'): AlertCause => ({
  cause: `site:${site}:north`,
  site,
  level,
  sentence: `Gate of ${site}`,
  step: null,
});
const round = () =>
  alertRound({
    db: database.db,
    clock,
    present: async () => ({ causes, unknownSites }),
    page: 'https://desk.example/admin/alerts',
    jobsAdded: () => undefined,
  });
const pass = async (minutes: number) => {
  at += minutes * minute;
  await round();
};
/** Returns the messages as `list: subject`, the oldest first. */
const told = async () =>
  (
    await database.db
      .selectFrom('alert_message as m')
      .innerJoin('alert_recipient as r', 'r.id', 'm.recipient')
      .select(['r.list', 'm.subject'])
      .orderBy('m.id')
      .execute()
  ).map(({ list, subject }) => `${list}: ${subject}`);
const open = async () => (await new AlertsService({ db: database.db, clock }).list('open')).map(({ sentence }) => sentence);

describe('a cause', () => {
  it('opens one alert and sends one message, even if several servers find it', async () => {
    causes = [broker];
    await Promise.all([round(), round(), round()]);
    await pass(1);
    expect(await told()).toEqual(['first: Critical: The broker is unreachable']);
    expect(await database.db.selectFrom('job').select('what').execute()).toEqual([{ what: 'alert.send' }]);
  });

  it('names who got its last message; without recipients none', async () => {
    causes = [broker];
    await round();
    await database.db.updateTable('alert_message').set({ refused: 'Email isn’t set up' }).execute();
    const sentTo = async () => (await new AlertsService({ db: database.db, clock }).list('open')).map((alert) => alert.sentTo);
    expect(await sentTo()).toEqual([[{ name: 'IT', at: clock.now().toISOString(), state: 'failed', reason: 'Email isn’t set up' }]]);
    await database.db.deleteFrom('alert_recipient').execute();
    causes = [broker, mail];
    await round();
    expect(await sentTo()).toEqual([[], []]);
  });

  it('that is gone for a minute is reported as fixed', async () => {
    causes = [broker];
    await round();
    causes = [];
    await pass(1);
    expect(await open()).toHaveLength(1);
    await pass(1);
    expect(await open()).toEqual([]);
    expect(await told()).toEqual(['first: Critical: The broker is unreachable', 'first: Fixed: The broker is unreachable']);
  });

  it('that comes and goes is one alert with two messages, and stays one if it comes back after the second', async () => {
    for (let times = 0; times < 12; times += 1) {
      causes = [broker];
      await pass(0.5);
      causes = [];
      await pass(0.5);
    }
    expect(await told()).toEqual(['first: Critical: The broker is unreachable']);
    await pass(61);
    expect(await told()).toHaveLength(2);
    causes = [broker];
    await pass(10);
    causes = [];
    await pass(30);
    await pass(30);
    expect(await open()).toHaveLength(1);
    expect(await told()).toHaveLength(3);
  });

  it('is escalated to the second list if it is not seen, and the second list learns of its end', async () => {
    causes = [broker];
    await round();
    await pass(14);
    expect(await told()).toHaveLength(1);
    await pass(1);
    await pass(30);
    causes = [];
    await pass(1);
    await pass(1);
    expect((await told()).slice(1)).toEqual([
      'second: Not seen for 15 min: The broker is unreachable',
      'first: Fixed: The broker is unreachable',
      'second: Fixed: The broker is unreachable',
    ]);
  });

  it('that a person has seen is not escalated', async () => {
    causes = [broker];
    await round();
    const alerts = new AlertsService({ db: database.db, clock });
    const [alert] = await alerts.list('open');
    const by = { kind: 'staff', id: '101', requestId: 'r', site: null, device: null } as never;
    await alerts.acknowledge(alert!.id, by);
    await pass(60);
    expect(await told()).toHaveLength(1);
    expect((await alerts.list('open'))[0]?.seen).toMatchObject({ by: '101' });
    await expect(alerts.acknowledge(crypto.randomUUID(), by)).rejects.toMatchObject({ status: 404, code: 'alert_unknown' });
  });

  it('at a site of which nothing is known stays as it is', async () => {
    causes = [gate(12)];
    await round();
    causes = [];
    unknownSites.add(12);
    await pass(1);
    await pass(60);
    expect(await open()).toEqual(['Gate of 12']);
    unknownSites.clear();
    await pass(1);
    await pass(1);
    expect(await open()).toEqual([]);
  });

  it('is part of one message if more than three come at once', async () => {
    causes = [12, 27].flatMap((site) => [gate(site), { ...gate(site), cause: `site:${site}:south`, sentence: `South of ${site}` }]);
    await round();
    expect(await told()).toEqual(['first: 4 open alerts, 0 fixed']);
  });
});

describe('quiet hours', () => {
  it('let critical alerts through, and send what they held back as one summary when they end', async () => {
    at = Date.parse('2026-11-22T04:00:00Z');
    causes = [broker, mail, gate(12)];
    await round();
    await pass(60);
    expect(await told()).toEqual(['first: Critical: The broker is unreachable', 'second: Not seen for 15 min: The broker is unreachable']);
    causes = [broker, mail];
    await pass(1);
    await pass(2);
    at = Date.parse('2026-11-22T12:31:00Z');
    await round();
    await pass(1);
    expect((await told()).slice(2)).toEqual(['first: In quiet hours: 1 open alert, 1 fixed']);
    await pass(15);
    expect((await told()).slice(3)).toEqual(['second: Not seen for 15 min: Emails are refused']);
  });

  it('hold back critical alerts too if they are set so', async () => {
    await use({ ...settings, criticalInQuietHours: false });
    at = Date.parse('2026-11-22T04:00:00Z');
    causes = [broker];
    await round();
    await pass(60);
    expect(await told()).toEqual([]);
    at = Date.parse('2026-11-22T13:00:00Z');
    await round();
    expect(await told()).toEqual(['first: In quiet hours: 1 open alert, 0 fixed']);
  });
});

describe('what is wrong at a site', () => {
  const state = { boot: null, version: '1', changed: new Date(noon) };
  const fault = (source: string, cause: string, secondsAgo: number) =>
    database.db
      .insertInto('site_fault')
      .values({ site: 12, source, cause, changed: new Date(noon - secondsAgo * 1_000), ended: '{}' })
      .execute();
  const present = async () => {
    const found = await presentAtSites(database.db, clock.now());
    return {
      causes: found.causes.map(({ cause, level, sentence, step }) => [cause, level, sentence, step]),
      unknown: [...found.unknownSites],
    };
  };

  it('is named as on its page, the step apart, once it lasts', async () => {
    const problems = JSON.stringify([{ code: 'disk', sentence: 'The disk is full; delete old files' }]);
    await database.db
      .insertInto('site_agent')
      .values({ site: 12, online: true, problems, ...state })
      .execute();
    await database.db
      .insertInto('site_device')
      .values({
        site: 12,
        id: 'north',
        kind: 'gate',
        name: 'North gate',
        lane: 1,
        health: 'offline',
        reason: 'no power; plug it in',
        since: new Date(noon),
      })
      .execute();
    await fault('agent:disk', 'disk', 30);
    await fault('north', 'offline', 30);
    await fault('agent:clock', 'clock', 5);
    expect(await present()).toEqual({
      causes: [
        [
          'site:12:agent:disk',
          'stop',
          'Joliet (12): The disk is full',
          'Free space on the disk of the site’s computer at once. If it isn’t full, replace the disk.',
        ],
        ['site:12:north', 'stop', 'Joliet (12): North gate: no power', 'Plug it in.'],
      ],
      unknown: [],
    });
  });

  it('is only that its agent is offline, after a minute', async () => {
    await database.db
      .insertInto('site_agent')
      .values({ site: 12, online: false, ...state })
      .execute();
    await fault('agent:agent-offline', 'agent-offline', 59);
    await fault('agent:disk', 'disk', 500);
    expect(await present()).toEqual({ causes: [], unknown: [12] });
    at += 1_000;
    expect((await present()).causes).toEqual([
      [
        'site:12:agent:agent-offline',
        'stop',
        'Joliet (12): The agent of this site isn’t connected',
        'Make sure the site’s computer is on and connected to the internet. If it is, restart the Washdesk service on it.',
      ],
    ]);
  });
});

describe('an event that has happened', () => {
  const notices = () => noticesTo({ db: database.db, clock, log: openLog('silent') });

  it('is one alert while it is open, told once, and over when it is seen', async () => {
    const about = { device: 'd-1', site: 12 };
    notices()('pin.locked', about, 'All PINs are locked at Register 1');
    await until('it is stored', async () => ((await open()).length > 0 ? true : null));
    await round();
    notices()('pin.locked', about, 'All PINs are locked at Register 1');
    const alerts = new AlertsService({ db: database.db, clock });
    const again = await until('it is counted', async () => (await alerts.list('open')).find(({ times }) => times === 2) ?? null);
    await pass(60);
    expect(await told()).toEqual(['first: All PINs are locked at Register 1']);
    await alerts.acknowledge(again.id, { kind: 'staff', id: '101', requestId: 'r', site: null, device: null } as never);
    expect(await open()).toEqual([]);
  });

  it('is none if it concerns one customer', async () => {
    notices()('inbound-text', { customer: 'cus_1' }, 'A customer sent a text');
    notices()('audit', {}, 'The audit log was altered');
    await until('the other is stored', async () => ((await open()).length > 0 ? true : null));
    expect(await open()).toEqual(['The audit log was altered']);
  });
});

describe('a message', () => {
  let receiver: Server;
  let status: number;
  let received: { body: string; signature: string }[];
  let sent: OutgoingMessage[];
  beforeAll(async () => {
    receiver = createServer((request: IncomingMessage, response: ServerResponse) => {
      void text(request).then((body) => {
        received.push({ body, signature: String(request.headers['washdesk-signature']) });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => void receiver.close(resolve)));
  beforeEach(() => {
    [status, received, sent] = [200, [], []];
  });

  const send = (key: string) =>
    sendAlert({
      db: database.db,
      clock,
      messaging: {
        email: {
          send: async (message) => {
            sent.push(message);
            return { kind: 'accepted', providerId: null };
          },
        },
      },
      webhook: alertWebhook(systemClock),
      secretOf: () => 'whsec_test',
    })({ key, attempts: 1 });
  const messageTo = async (channel: 'webhook' | 'email' | 'sms', address: string) => {
    await database.db.deleteFrom('alert_recipient').execute();
    const { id: recipient } = await database.db
      .transaction()
      .execute((tx) => insertRecipient(tx, { name: 'x', channel, address, list: 'first' }, clock.now(), '1'));
    causes = [broker];
    await round();
    return database.db.selectFrom('alert_message').select('id').where('recipient', '=', recipient).executeTakeFirstOrThrow();
  };

  it('to a webhook is signed, retried after an error of its receiver, and given up after a refusal', async () => {
    const { id } = await messageTo('webhook', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=secret`);
    status = 503;
    expect(await send(id)).toEqual({ kind: 'later', reason: 'The webhook’s receiver answered 503' });
    status = 404;
    expect(await send(id)).toEqual({ kind: 'refused', reason: 'The webhook’s receiver answered 404' });
    status = 200;
    expect(await send(id)).toEqual({ kind: 'done', result: {} });
    expect(await send(id)).toEqual({ kind: 'done', result: {} });
    expect(received).toHaveLength(3);
    const { body, signature } = received[2]!;
    const [, seconds, hash] = /^t=(\d+),v1=(\w+)$/.exec(signature)!;
    expect(createHmac('sha256', 'whsec_test').update(`${seconds}.${body}`).digest('hex')).toBe(hash);
    expect(JSON.parse(body)).toMatchObject({ v: 1, id, kind: 'opened', alerts: [{ cause: 'cloud:broker', level: 'stop', cleared: null }] });
  });

  it('by email names cause and step with the page; without a set-up channel it is refused', async () => {
    const { id } = await messageTo('email', 'it@washdesk.example');
    await send(id);
    expect(sent).toMatchObject([
      {
        subject: '[Washdesk] Critical: The broker is unreachable',
        text: 'The broker is unreachable.\n\nWhat to do: Check it.\n\nhttps://desk.example/admin/alerts',
      },
    ]);
    await database.db.deleteFrom('alert').execute();
    const textMessage = await messageTo('sms', '+18155550100');
    expect(await send(textMessage.id)).toEqual({ kind: 'refused', reason: 'Text messages aren’t set up' });
  });

  it('by text names the next step of a single alert', async () => {
    const { id } = await messageTo('sms', '+18155550100');
    const texts: OutgoingMessage[] = [];
    const sms = {
      send: async (message: OutgoingMessage) => {
        texts.push(message);
        return { kind: 'accepted' as const, providerId: null };
      },
    };
    const parts = { db: database.db, clock, webhook: alertWebhook(systemClock), secretOf: () => 'whsec_test' };
    await sendAlert({ ...parts, messaging: { sms } })({ key: id, attempts: 1 });
    expect(texts.map((message) => message.text)).toEqual(['Washdesk: Critical: The broker is unreachable. Check it.']);
  });

  it('of a removed recipient is not sent', async () => {
    const { id } = await messageTo('email', 'it@washdesk.example');
    await database.db.deleteFrom('alert_recipient').execute();
    expect(await send(id)).toEqual({ kind: 'done', result: {} });
    expect(sent).toEqual([]);
  });
});
