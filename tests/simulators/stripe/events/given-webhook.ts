import type { Store } from '../state/store.ts';
import { makeWebhookEndpoint } from './webhook-endpoint.ts';

/** An endpoint given from outside, with a secret that both sides know beforehand. */
export interface Webhook {
  url: string;
  /** `whsec_…` */
  secret: string;
}

const id = 'we_given';

/** A restart with another address or secret replaces the former one. */
export function putWebhook(store: Store, { url, secret }: Webhook, now: number): void {
  const created = store.get('webhook_endpoint', id)?.created ?? now;
  store.put(makeWebhookEndpoint({ id, url, secret, created, enabledEvents: ['*'], description: null, metadata: {} }));
}
