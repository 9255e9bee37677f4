import { makeWebhookEndpoint } from '../events/webhook-endpoint.ts';
import { listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import { invalidParameter, missingParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/webhook_endpoints';

function urlOf(input: Input): string {
  const url = input.required('url');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw invalidParameter('url', 'Invalid URL: An explicit scheme (such as https) must be provided.');
  return url;
}

function enabledEventsOf(input: Input): string[] {
  const events = input.texts('enabled_events');
  if (events.length === 0) throw missingParameter('enabled_events');
  return events;
}

function statusOf(input: Input): 'enabled' | 'disabled' | undefined {
  const disabled = input.boolean('disabled');
  if (disabled === undefined) return undefined;
  return disabled ? 'disabled' : 'enabled';
}

const create: Operation = {
  method: 'POST',
  path,
  parameters: ['url', 'enabled_events', 'api_version', 'connect', 'description', 'metadata', 'expand'],
  run({ store, newId, now }, { input }) {
    const endpoint = makeWebhookEndpoint({
      id: newId('we'),
      url: urlOf(input),
      secret: newId('whsec'),
      created: now(),
      enabledEvents: enabledEventsOf(input),
      description: input.text('description') || null,
      metadata: mergedMetadata({}, input),
    });
    store.put(endpoint);
    return endpoint;
  },
};

const remove: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: [],
  run({ store }, { path: { id = '' } }) {
    if (!store.get('webhook_endpoint', id)) throw noSuch('webhook endpoint', id);
    store.remove(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  },
};

export const webhookEndpointOperations: readonly Operation[] = [
  create,
  listOperation({ kind: 'webhook_endpoint', named: 'webhook endpoint', path, filters: [], where: () => () => true }),
  retrieveOperation('webhook_endpoint', path, { named: 'webhook endpoint' }),
  updateOperation(
    'webhook_endpoint',
    path,
    ['url', 'enabled_events', 'disabled', 'description', 'metadata'],
    (endpoint, input) => ({
      url: input.has('url') ? urlOf(input) : endpoint.url,
      enabled_events: input.has('enabled_events') ? enabledEventsOf(input) : endpoint.enabled_events,
      status: statusOf(input) ?? endpoint.status,
      description: input.has('description') ? input.text('description') || null : endpoint.description,
      metadata: mergedMetadata(endpoint.metadata, input),
    }),
    { named: 'webhook endpoint' },
  ),
  remove,
];
