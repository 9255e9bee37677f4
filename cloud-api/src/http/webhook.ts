import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { Failure } from '../common/failure.ts';

/** Receives an event as sent. @throws Failure 400 if it is not the provider's */
export type ReceiveEvent = (body: Buffer, signature: string) => Promise<void>;

const address = '/api/webhook/stripe';
const longestBody = 1_048_576;

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) throw new Failure(413, 'too_large', 'The event is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * The address to which Stripe delivers its events. The signature covers the body's bytes, so they are read before any parser. There is no
 * signed-in caller and no limit, because Stripe limits itself.
 * @param receive null if no secret is configured: then the address does not exist
 */
export function webhook(receive: ReceiveEvent | null) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!receive || ctx.method !== 'POST' || ctx.path.toLowerCase().replace(/\/$/, '') !== address) return next();
    ctx.state['pattern'] = '/webhook/stripe';
    await receive(await bytesOf(ctx.req), ctx.get('stripe-signature'));
    ctx.body = { received: true };
    return undefined;
  };
}
