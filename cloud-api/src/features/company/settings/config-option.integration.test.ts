import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientAs } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';

let cloud: Cloud;
beforeAll(async () => void (cloud = await startCloud()));
afterAll(() => cloud.stop());

interface Config {
  configOptions: { AllowManualEntry: boolean };
}

it('an Admin switches an option by either call, every role reads it, and each change is audited once', async () => {
  const admin = await clientAs(cloud, 'Admin');
  const option = async () => (await admin.get<Config>('/config/')).body.configOptions.AllowManualEntry;
  expect(await option()).toBe(false);
  expect(await admin.post('/config/AllowManualEntry/true')).toMatchObject({
    status: 200,
    body: { option: 'AllowManualEntry', value: true },
  });
  expect(await admin.post('/config/AllowManualEntry/true')).toMatchObject({ status: 200 });
  expect(await option()).toBe(true);
  expect(await admin.post('/admin/set/AllowManualEntry/false')).toMatchObject({ status: 200, body: { value: false } });
  expect(await option()).toBe(false);
  const audit = await cloud.database.db
    .selectFrom('whole_audit')
    .select(['before', 'after'])
    .where('subject', '=', 'setting:AllowManualEntry')
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { before: { value: false }, after: { value: true } },
    { before: { value: true }, after: { value: false } },
  ]);
  expect((await admin.post('/config/Everything/true')).status).toBe(400);
  expect((await admin.post('/config/AllowManualEntry/maybe')).status).toBe(400);
  const cashier = await clientAs(cloud, 'PriceManager');
  expect((await cashier.post('/config/AllowManualEntry/true')).status).toBe(403);
  expect((await cashier.post('/admin/set/AllowManualEntry/true')).status).toBe(403);
});

it('an Admin sets the system message for all users, and removes it', async () => {
  const admin = await clientAs(cloud, 'Admin');
  const message = async () => (await fetch(`${cloud.url}/api/communication/systemmessage`)).json();
  expect(await message()).toEqual({ message: null });
  expect(await admin.put('/communication/systemmessage', { message: ' Stripe is down until noon ' })).toMatchObject({
    status: 200,
    body: { message: 'Stripe is down until noon' },
  });
  expect(await message()).toEqual({ message: 'Stripe is down until noon' });
  expect((await admin.put('/communication/systemmessage', { message: '' })).body).toEqual({ message: null });
  expect(await message()).toEqual({ message: null });
  const audit = await cloud.database.db
    .selectFrom('whole_audit')
    .select(['before', 'after'])
    .where('subject', '=', 'setting:systemMessage')
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { before: { value: null }, after: { value: 'Stripe is down until noon' } },
    { before: { value: 'Stripe is down until noon' }, after: { value: null } },
  ]);
  expect((await (await clientAs(cloud, 'PriceManager')).put('/communication/systemmessage', { message: 'x' })).status).toBe(403);
});

it('flags are saved by a user who saw their current values; a stale save reverts nothing', async () => {
  const admin = await clientAs(cloud, 'Admin');
  const flag = (name: string, value: boolean, was?: boolean) => ({
    name,
    description: `About ${name}`,
    value,
    ...(was !== undefined && { was }),
  });
  const put = (...flags: object[]) => admin.put<unknown>('/config/flags', flags);
  expect(await put(flag('gatecontrol', true), flag('dxtrfid', false))).toMatchObject({ status: 200 });
  expect(await put(flag('gatecontrol', false, true), flag('dxtrfid', false, false))).toMatchObject({
    status: 200,
    body: [flag('gatecontrol', false), flag('dxtrfid', false)],
  });
  const stale = await put(flag('gatecontrol', true, true), flag('dxtrfid', true, false));
  expect(stale).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', details: { fields: [{ field: 'gatecontrol', now: false, wanted: true }] } },
  });
  expect(await put(flag('gatecontrol', false, false))).toMatchObject({
    status: 409,
    body: { details: { fields: [{ field: 'dxtrfid', now: false, wanted: null }] } },
  });
  expect((await admin.get('/config/flags')).body).toEqual([flag('gatecontrol', false), flag('dxtrfid', false)]);
  // a client written to the specification does not send the state that it saw
  expect(await put(flag('gatecontrol', true))).toMatchObject({ status: 200, body: [flag('gatecontrol', true)] });
});
