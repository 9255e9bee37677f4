import { apiVersion } from '../wire/api-version.ts';

/** What asked for the change; both are null when the calendar did it. */
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
  /** The event's `data` as JSON text: it never changes, and there are many of them. */
  data: string;
  /** Ids of the endpoints that have not taken it yet. */
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
