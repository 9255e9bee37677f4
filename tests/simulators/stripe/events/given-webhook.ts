import type { Store } from '../state/store.ts';
import { makeWebhookEndpoint } from './webhook-endpoint.ts';

/** A preset endpoint, with a secret that both sides already have. */
export interface Webhook {
  url: string;
  /** `whsec_…` */
  secret: string;
}

const id = 'we_given';

/** Adds the preset endpoint. A restart with another URL or secret replaces the previous one. */
export function putWebhook(store: Store, { url, secret }: Webhook, now: number): void {
  const created = store.get('webhook_endpoint', id)?.created ?? now;
  store.put(makeWebhookEndpoint({ id, url, secret, created, enabledEvents: ['*'], description: null, metadata: {} }));
}
