import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest';
import { RevokedSerials } from './revoked-serials.ts';

let server: Server;
let listed: string[];
let serials: RevokedSerials;
let waits: MockInstance<typeof setTimeout>;
/** Resolved by the next list that differs. */
let changed: PromiseWithResolvers<void>;

beforeEach(async () => {
  listed = [];
  server = createServer((_request, response) => {
    const version = `"${listed.join()}"`;
    if (_request.headers['if-none-match'] === version) return response.writeHead(304).end();
    return response.setHeader('etag', version).end(JSON.stringify({ certificates: listed.map((serial) => ({ serial, site: 12 })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  waits = vi.spyOn(globalThis, 'setTimeout');
  const { port } = server.address() as AddressInfo;
  serials = new RevokedSerials(`http://127.0.0.1:${port}`, () => undefined);
  changed = Promise.withResolvers();
  serials.start(() => changed.resolve());
});
afterEach(() => {
  serials.stop();
  waits.mockRestore();
  server.closeAllConnections();
  server.close();
});

it('asks for the list every 2 s, and rejects every certificate until it has a list', async () => {
  expect(serials.has('4a')).toBe(true);
  await changed.promise;
  expect(serials.has('4a')).toBe(false);
  changed = Promise.withResolvers();
  listed = ['4a'];
  await changed.promise;
  expect([serials.has('4a'), serials.has('4b')]).toEqual([true, false]);
  expect(waits.mock.calls.map(([, ms]) => ms)).toContain(2_000);
});
