import { apiVersion } from '../wire/api-version.ts';

export type WebhookEndpoint = ReturnType<typeof makeWebhookEndpoint>;

interface NewWebhookEndpoint {
  id: string;
  url: string;
  secret: string;
  created: number;
  enabledEvents: readonly string[];
  description: string | null;
  metadata: Record<string, string>;
}

export function makeWebhookEndpoint({ id, url, secret, created, enabledEvents, description, metadata }: NewWebhookEndpoint) {
  return {
    id,
    object: 'webhook_endpoint' as const,
    api_version: apiVersion as string | null,
    application: null,
    created,
    description,
    enabled_events: enabledEvents,
    livemode: false,
    metadata,
    secret,
    status: 'enabled',
    url,
  };
}

/** Returns the endpoint without its secret, which is only in the response that created the endpoint. */
export function webhookEndpointView({ secret: _kept, ...endpoint }: WebhookEndpoint) {
  return endpoint;
}

export function isSubscribedTo({ status, enabled_events }: WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type));
}
