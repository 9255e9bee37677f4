import { apiVersion } from '../wire/api-version.ts';

/** The request that caused the change; both are null for a calendar event. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

export interface Event {
  id: string;
  object: 'event';
  created: number;
  type: string;
  request: Cause;
  /** The event's `data` as JSON text: it never changes, and there are many events. */
  data: string;
  /** Ids of the endpoints that have not accepted it. */
  pendingFor: readonly string[];
}

export function eventView({ pendingFor, data, ...event }: Event) {
  return {
    ...event,
    api_version: apiVersion,
    data: JSON.parse(data) as Record<string, unknown>,
    livemode: false,
    pending_webhooks: pendingFor.length,
  };
}
