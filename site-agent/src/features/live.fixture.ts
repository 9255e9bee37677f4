import type { LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';
import type { LiveEvents } from '../ports/reports.ts';

/** Remembers live events. */
export class TestLive implements LiveEvents {
  readonly heard: { kind: LiveEventKind; source: string; payload: unknown }[] = [];

  publish<K extends LiveEventKind>(kind: K, source: string, payload: LivePayload<K>): void {
    this.heard.push({ kind, source, payload });
  }
}
