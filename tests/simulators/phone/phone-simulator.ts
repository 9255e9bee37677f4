import { createServer } from 'node:http';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { postInbound, type InboundAddress } from './inbound-post.ts';
import { Provider, type Account, type PhoneBehaviour } from './provider.ts';
import type { TextMessage } from './text-message.ts';

const behaviourChange = z.strictObject({
  refuse: z.boolean().optional(),
  fail: z.boolean().optional(),
  hang: z.boolean().optional(),
  loseAnswers: z.int().min(0).optional(),
  dead: z.array(z.string()).optional(),
});
const reply = z.strictObject({ from: z.string(), body: z.string() });

export interface PhoneOptions extends Account {
  port?: number;
  /** Where inbound texts are delivered. If omitted, they are not delivered. */
  inbound?: InboundAddress;
}

export interface PhoneSimulator extends RunningSimulator {
  state(): { texts: TextMessage[]; optedOut: string[]; behaviour: PhoneBehaviour };
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
  /** Sends a text from a person to the company. @returns the company's response status; null if texts are not delivered */
  reply(from: string, body: string): Promise<number | null>;
  /** Delivers further inbound texts to this address. */
  deliverTo(inbound: InboundAddress): void;
}

/** Starts people's phones and the provider between them and the company, with Twilio's wire format. */
export async function startPhoneSimulator(options: PhoneOptions): Promise<PhoneSimulator> {
  const provider = new Provider(options);
  // clients may disconnect in the middle of a request
  const http = createServer((request, response) => void provider.answer(request, response).catch(() => response.destroy()));
  const server = new DeviceServer(options.port ?? 0, (socket) => http.emit('connection', socket));
  await server.listen();
  const { carrier, behaviour } = provider;
  let { inbound } = options;
  const behave = async (change: z.infer<typeof behaviourChange>): Promise<void> => {
    Object.assign(behaviour, change);
    await (behaviour.refuse ? server.close() : server.listen());
    if (!behaviour.hang) provider.letGo();
  };
  const hear = async (from: string, body: string): Promise<number | null> => {
    const text = carrier.hear(from, body);
    return inbound ? postInbound(inbound, options, text) : null;
  };
  return {
    port: server.port,
    state: () => ({ texts: carrier.texts, optedOut: [...carrier.optedOut], behaviour }),
    behave,
    reply: hear,
    deliverTo: (address) => {
      inbound = address;
    },
    posts: {
      behaviour: (body) => behave(behaviourChange.parse(body)),
      reply: async (body) => {
        const { from, body: text } = reply.parse(body);
        return { answered: await hear(from, text) };
      },
    },
    stop: () => server.close(),
  };
}
