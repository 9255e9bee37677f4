import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, isCommandName, verbOf } from '@washdesk/site-protocol/commands';
import { acknowledgement, rosterNotice } from '@washdesk/site-protocol/envelope';
import { laterField, laterMessage } from '@washdesk/site-protocol/testing/later-message';
import { rosterTopic, ackTopic } from '@washdesk/site-protocol/topics';
import { createTestSite, open, site, startTestEnvironment, type TestEnvironment, type TestSite } from './testing/site.ts';

let around: TestEnvironment;
let joliet: TestSite;
beforeAll(async () => {
  around = await startTestEnvironment();
  joliet = await createTestSite(around);
  await joliet.startAgent();
});
afterAll(async () => {
  await joliet.stop();
  await around.stop();
});

/** The devices of the test's site, by the kind in a command's name. */
const devices: Readonly<Record<string, string>> = { agent: 'agent', gate: 'north', sitewatch: 'sitewatch' };
const here = Object.entries(commands).filter(([name, { kind }]) => isCommandName(name) && devices[kind] !== undefined);

describe('an agent that is commanded by a cloud of a later release', () => {
  it.each(here.map(([name]) => name))('understands %s', async (name) => {
    if (!isCommandName(name)) throw new Error(name);
    const { kind, payload } = commands[name];
    const device = devices[kind] ?? '';
    const sent = laterMessage(payload).sent as object;
    const named = { ...sent, ...('device' in sent && { device: 'north' }) };
    const reply = await joliet.cloud.command(device, verbOf(name), named, { more: laterField });
    expect(['bad_payload', 'unknown_verb', 'unknown_device']).not.toContain(reply.ok ? null : reply.code);
  });

  it('takes its acknowledgement of an event', async () => {
    const id = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id, more: laterField });
    const event = await joliet.gateEvent(id);
    const { sent } = laterMessage(acknowledgement);
    await joliet.cloud.publish(ackTopic(site), JSON.stringify({ ...(sent as object), journal: event.journal, upTo: event.seq }));
    const next = randomUUID();
    await joliet.cloud.command('north', 'open', open, { id: next });
    expect(await joliet.gateEvent(next)).toMatchObject({ first: event.seq + 1 });
  });

  it('ignores an unknown message, and receives the roster', async () => {
    await joliet.cloud.publish(rosterTopic(site), JSON.stringify({ ...(laterMessage(rosterNotice).sent as object), seq: 0 }));
    await joliet.cloud.publish(`wash/v1/${site}/cmd/north/later-verb`, JSON.stringify(laterField));
    expect(await joliet.cloud.command('agent', 'ping', {}, { more: laterField })).toMatchObject({ ok: true });
    expect(await joliet.cloud.command('north', 'later-verb', {}, { more: laterField })).toMatchObject({ ok: false, code: 'unknown_verb' });
  });
});
