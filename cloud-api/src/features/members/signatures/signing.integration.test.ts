import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawSignature } from '@washdesk/simulators/tablet/drawn-signature';
import { hashOfRequest } from '../../../common/request-hash.ts';
import type { Headers } from '../../../testing/callers.ts';
import { send } from '../../../testing/calls.ts';
import { bodyOf, submitSignature, idsAt, image, startTestSite, type TestSite } from './site.fixture.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.cloud.stop());

const db = () => site.cloud.database.db;
const rowOf = (id: string) => db().selectFrom('signature').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const auditsOf = (id: string) =>
  db().selectFrom('whole_audit').selectAll().where('subject', '=', `signature:${id}`).orderBy('id').execute();

/** The PNG's signature and IHDR chunk, in bytes. */
const endOfHeader = 33;

/** A chunk that readers skip. */
function chunkOf(length: number): Buffer {
  const chunk = Buffer.alloc(12 + length);
  chunk.writeUInt32BE(length, 0);
  chunk.write('prVt', 4, 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + length)), 8 + length);
  return chunk;
}

describe('a signature', () => {
  it('is kept with its hash, once, and audited', async () => {
    const { id, receipt } = await site.asked();
    const first = await submitSignature(site.west, id);
    expect(first).toMatchObject({ status: 200, body: { id, state: 'signed', signed: expect.any(String), remark: null } });
    expect(await submitSignature(site.west, id)).toEqual(first);
    expect(await idsAt(site.west)).not.toContain(id);

    const hash = createHash('sha256').update(Buffer.from(image, 'base64')).digest();
    const row = await rowOf(id);
    expect(row.image?.equals(Buffer.from(image, 'base64'))).toBe(true);
    expect(row.image_hash?.equals(hash)).toBe(true);
    const agreement = hashOfRequest(row.agreement).toString('hex');
    expect(first.body).toMatchObject({ hash: agreement });
    expect(await auditsOf(id)).toMatchObject([
      {
        action: 'signature.signed',
        actor: `device:${row.device}`,
        device: row.device,
        site: 12,
        after: { receipt, agreement, image: hash.toString('hex') },
      },
    ]);
  });

  it('is not replaced by another image', async () => {
    const { id } = await site.asked();
    await submitSignature(site.west, id);
    const again = await submitSignature(site.west, id, drawSignature({ waves: 7 }).toString('base64'));
    expect(again).toMatchObject({ status: 409, body: { code: 'already_signed' } });
  });

  it('of two images that come at once is one', async () => {
    const { id } = await site.asked();
    const images = [3, 5, 7, 9].map((waves) => drawSignature({ waves }).toString('base64'));
    const answers = await Promise.all(images.map((one) => submitSignature(site.west, id, one)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const kept = images[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await rowOf(id)).image?.toString('base64')).toBe(kept);
  });

  it('may be as large as a contract says, and no larger than its limit', async () => {
    const { id } = await site.asked();
    const drawn = drawSignature();
    const large = Buffer.concat([drawn.subarray(0, endOfHeader), chunkOf(290_000), drawn.subarray(endOfHeader)]);
    expect((await submitSignature(site.west, id, large.toString('base64'))).status).toBe(200);
    const body = JSON.stringify({ id, signature: 'A'.repeat(530_000) });
    expect((await send(site.cloud.url, { method: 'PUT', path: '/signature/', headers: site.cashier, body })).status).toBe(413);
  });

  it.each([
    ['no image', Buffer.from('hello').toString('base64')],
    ['an image that is too wide', drawSignature({ width: 2_001 }).toString('base64')],
    ['what is no base64', 'not base64!'],
  ])('is not taken from %s', async (_name, signature) => {
    const { id } = await site.asked();
    const { status, body } = await submitSignature(site.west, id, signature);
    expect([status, body]).toMatchObject([400, { problems: [{ path: 'body.signature' }] }]);
    expect(await rowOf(id)).toMatchObject({ state: 'pending', image: null });
  });

  it('cannot be signed at another terminal or site', async () => {
    const { id } = await site.asked('Washcashier1');
    expect(await submitSignature(site.east, id)).toMatchObject({ status: 404, body: { code: 'signature_not_found' } });
    const body = JSON.stringify({ id, signature: image });
    expect((await send(site.cloud.url, { method: 'PUT', path: '/signature', headers: site.stranger, body })).status).toBe(404);
    const signed = await send(site.cloud.url, { method: 'PUT', path: '/signature', headers: site.cashier, body });
    expect([signed.status, JSON.parse(signed.text)]).toMatchObject([
      200,
      { remark: expect.stringMatching(/^signed at register by Sam Fuller \(\d+\)$/) },
    ]);
    expect(await rowOf(id)).toMatchObject({ device: null });
  });

  it('is not wanted of who has left', async () => {
    const { id, customer } = await site.asked();
    const cancel = (headers: Headers) => send(site.cloud.url, { method: 'DELETE', path: `/signature/${id}`, headers });
    expect((await cancel(site.stranger)).status).toBe(404);
    expect(bodyOf(await cancel(site.cashier))).toMatchObject({ id, state: 'cancelled' });
    expect((await cancel(site.cashier)).status).toBe(200);
    expect(await idsAt(site.west)).not.toContain(id);
    expect(await submitSignature(site.west, id)).toMatchObject({ status: 409, body: { code: 'signature_cancelled' } });
    expect(await auditsOf(id)).toMatchObject([{ action: 'signature.cancelled' }]);
    expect(bodyOf(await site.ask({ customer }))['id']).not.toBe(id);
  });

  it('that was given is not taken back', async () => {
    const { id } = await site.asked();
    await submitSignature(site.west, id);
    const answer = await send(site.cloud.url, { method: 'DELETE', path: `/signature/${id}`, headers: site.cashier });
    expect([answer.status, bodyOf(answer)['code']]).toEqual([409, 'already_signed']);
  });
});

describe('a typed name', () => {
  const type = (id: string, typedName: unknown, more: object = {}) =>
    site.west.ask({ method: 'PUT', path: '/signature', body: { id, typedName, ...more } });

  it('is a signature of its own kind: kept once, shown as typed, and audited', async () => {
    const { id, receipt, customer } = await site.asked();
    const first = await type(id, ' Ada Moore ');
    expect(first).toMatchObject({ status: 200, body: { id, state: 'signed', typedName: 'Ada Moore' } });
    expect(await type(id, 'Ada Moore')).toEqual(first);
    expect(await rowOf(id)).toMatchObject({ image: null, image_hash: null, typed_name: 'Ada Moore' });

    const hash = createHash('sha256').update('Ada Moore').digest('hex');
    expect(await auditsOf(id)).toMatchObject([{ action: 'signature.signed', after: { receipt, typedName: hash, atRegister: false } }]);
    const listed = await send(site.cloud.url, { method: 'GET', path: `/customer/${customer}/signatures`, headers: site.cashier });
    expect(bodyOf(listed)).toMatchObject({ signatures: [{ id, signature: null, typedName: 'Ada Moore' }] });
    const shown = await site.west.ask({ method: 'GET', path: `/receipt/agreement/${id}` });
    expect(shown.body).toMatchObject({ signature: null, typedName: 'Ada Moore' });
  });

  it('neither replaces a drawing nor is replaced by one', async () => {
    const [drawn, typed] = [await site.asked(), await site.asked()];
    await submitSignature(site.west, drawn.id);
    await type(typed.id, 'Ada Moore');
    for (const answer of [await type(drawn.id, 'Ada Moore'), await type(typed.id, 'Ada More'), await submitSignature(site.west, typed.id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'already_signed' } });
  });

  it.each([
    ['nothing', undefined, {}],
    ['one letter', ' A ', {}],
    ['no letters', '12 34', {}],
    ['a name beside a drawing', 'Ada Moore', { signature: image }],
  ])('is not %s', async (_name, typedName, more) => {
    const { id } = await site.asked();
    expect((await type(id, typedName, more)).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ state: 'pending', typed_name: null });
  });
});

describe('an agreement', () => {
  it.each([
    ['the image', { image: Buffer.from('x'), image_hash: createHash('sha256').update('x').digest() }],
    ['what was agreed', { agreement: '{}' }],
    ['its hash', { agreement_hash: Buffer.alloc(32) }],
    ['a typed name', { typed_name: 'Ada Moore' }],
    ['its state', { state: 'pending', image: null, image_hash: null, signed_at: null }],
    ['the customer', { customer: 'cus_other' }],
  ])('that is signed stays: the database refuses to change %s', async (_name, change) => {
    const { id } = await site.asked();
    await submitSignature(site.west, id);
    await expect(db().updateTable('signature').set(change).where('id', '=', id).execute()).rejects.toThrow('is not changed');
    await expect(db().deleteFrom('signature').where('id', '=', id).execute()).rejects.toThrow('is kept');
  });

  it('that waits does not change either, and is signed with an image that is its hash', async () => {
    const { id } = await site.asked();
    const change = (set: object) => db().updateTable('signature').set(set).where('id', '=', id).execute();
    await expect(change({ agreement: '{}' })).rejects.toThrow('is not changed');
    const otherHash = { state: 'signed', image: Buffer.from('x'), image_hash: Buffer.alloc(32), signed_at: new Date() };
    await expect(change(otherHash)).rejects.toThrow('check constraint');
    await expect(change({ state: 'signed' })).rejects.toThrow('check constraint');
    await expect(change({ typed_name: 'Ada Moore' })).rejects.toThrow('check constraint');
    const twice = {
      state: 'signed',
      image: Buffer.from('x'),
      image_hash: createHash('sha256').update('x').digest(),
      signed_at: new Date(),
    };
    await expect(change({ ...twice, typed_name: 'Ada Moore' })).rejects.toThrow('check constraint');
  });
});

describe("a customer's signatures", () => {
  it('are all there, the newest first, with what was drawn', async () => {
    const { id, customer } = await site.asked();
    await submitSignature(site.west, id);
    const { id: again } = bodyOf(await site.ask({ customer }));
    const of = (who: string) =>
      send(site.cloud.url, { method: 'GET', path: `/customer/${who}/signatures?noCache=true`, headers: site.cashier });
    expect(bodyOf(await of(customer))).toMatchObject({
      count: 2,
      next_page: null,
      signatures: [
        { id: again, state: 'pending', signature: null },
        { id, state: 'signed', signature: `data:image/png;base64,${image}` },
      ],
    });
    expect((await of('cus_none')).status).toBe(404);
  });
});
