import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { couponImage } from './coupon-image.ts';

const order = z.object({
  vendor_id: z.string().min(1),
  first_name: z.string().min(1),
  last_name: z.string().min(1),
  custom_1: z.string().min(1),
  custom_2: z.string(),
  sku: z.string().min(1),
  email: z.email(),
});
export type FetchappOrder = z.infer<typeof order>;

export interface FetchappBehaviour {
  /** Connections are refused. */
  refuse: boolean;
  /** Responds 500 and creates nothing. */
  fail: boolean;
  /** Accepts requests and never responds. */
  hang: boolean;
  /** The number of orders that are created while their responses are lost. */
  loseAnswers: number;
  /** Responds with a page instead of an image. */
  garble: boolean;
  /** Products that it does not sell. */
  unknownSkus: string[];
}

const behaviourChange = z.strictObject({
  refuse: z.boolean().optional(),
  fail: z.boolean().optional(),
  hang: z.boolean().optional(),
  loseAnswers: z.int().min(0).optional(),
  garble: z.boolean().optional(),
  unknownSkus: z.array(z.string()).optional(),
});

export interface FetchappOptions {
  port?: number;
  key: string;
  token: string;
}

export interface FetchappSimulator extends RunningSimulator {
  state(): { orders: FetchappOrder[]; behaviour: FetchappBehaviour };
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

interface Answer {
  status: number;
  type: string;
  body: Buffer | string;
}

const image = (vendorId: string): Answer => ({ status: 200, type: 'image/png', body: couponImage(vendorId) });
const refusal = (status: number, message: string): Answer => ({ status, type: 'application/json', body: JSON.stringify({ message }) });

/** Starts FetchApp: it creates a wash coupon for each order and identifies an order by its `vendor_id`. */
export async function startFetchappSimulator({ port = 0, key, token }: FetchappOptions): Promise<FetchappSimulator> {
  const orders = new Map<string, FetchappOrder>();
  const behaviour: FetchappBehaviour = { refuse: false, fail: false, hang: false, loseAnswers: 0, garble: false, unknownSkus: [] };
  const hanging = new Set<ServerResponse>();
  const account = `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`;

  const make = (body: string): Answer => {
    const parsed = order.safeParse(JSON.parse(body));
    if (!parsed.success) return refusal(422, `${parsed.error.issues[0]?.path.join('.')} is invalid`);
    const wanted = parsed.data;
    if (behaviour.unknownSkus.includes(wanted.sku)) return refusal(422, `There is no product ${wanted.sku}`);
    if (orders.has(wanted.vendor_id)) return refusal(422, `Vendor has already been taken: ${wanted.vendor_id}`);
    orders.set(wanted.vendor_id, wanted);
    return image(wanted.vendor_id);
  };
  const done = (request: IncomingMessage, body: string): Answer => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.authorization !== account) return refusal(401, 'HTTP Basic: Access denied.');
    if (behaviour.fail) return refusal(500, 'Internal server error');
    if (behaviour.garble) return { status: 200, type: 'text/html', body: '<html>Down for maintenance</html>' };
    if (request.method === 'POST' && /^\/orders\/?$/.test(pathname)) return make(body);
    const [, vendorId] = /^\/orders\/([^/]+)$/.exec(pathname) ?? [];
    const known = request.method === 'GET' && vendorId !== undefined ? orders.get(decodeURIComponent(vendorId)) : undefined;
    return known ? image(known.vendor_id) : refusal(404, 'Not found');
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    if (behaviour.hang) return void hanging.add(response);
    const { status, type, body: sent } = done(request, body);
    if (request.method === 'POST' && status === 200 && behaviour.loseAnswers > 0) {
      behaviour.loseAnswers -= 1;
      return void response.destroy();
    }
    response.writeHead(status, { 'content-type': type }).end(sent);
  };
  // clients may disconnect in the middle of a request
  const http = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const server = new DeviceServer(port, (socket) => http.emit('connection', socket));
  await server.listen();
  const behave = async (change: z.infer<typeof behaviourChange>): Promise<void> => {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
    if (behaviour.hang) return;
    for (const response of hanging) response.destroy();
    hanging.clear();
  };
  return {
    port: server.port,
    state: () => ({ orders: [...orders.values()], behaviour }),
    behave,
    posts: { behaviour: (body) => behave(behaviourChange.parse(body)) },
    stop: () => server.close(),
  };
}
