import type { Logger } from 'pino';
import { acknowledgement, type Acknowledgement, type DurableEvent } from '@washdesk/site-protocol/envelope';
import { eventTopic } from '@washdesk/site-protocol/topics';
import type { Journal } from '../journal/journal.ts';
import { isDiskFault } from '../journal/open-database.ts';
import { backoffDelay } from '../transports/backoff.ts';
import type { BrokerLink } from './connection.ts';

/** Maximum number of sent, unacknowledged events, so that a cloud that was down for a day is not overloaded. */
const windowSize = 64;

/** Wait for an acknowledgment before everything is sent again: the cloud may have been down when it was sent. */
const resend = { minMs: 2_000, maxMs: 60_000 };

/**
 * Sends the journal's events in order until the cloud acknowledges them. At least once: the cloud identifies each by its journal and
 * number.
 */
export class OutboxPublisher {
  readonly #broker: BrokerLink;
  readonly #journal: Journal;
  readonly #log: Logger;
  /** Everything up to this number was acknowledged, or sent on this connection since the last resend. */
  #sentUpTo = 0;
  #unacknowledged = 0;
  #resends = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(broker: BrokerLink, journal: Journal, log: Logger) {
    this.#broker = broker;
    this.#journal = journal;
    this.#log = log;
    broker.onConnected(() => this.#beginAgain());
    journal.onEvent(() => this.#send());
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Handles the cloud's `ack`, sent after its commit. */
  acknowledge(payload: Buffer): void {
    const acknowledged = parseAcknowledgement(payload);
    if (!acknowledged || acknowledged.journal !== this.#journal.outbox.journal || acknowledged.upTo > this.#sentUpTo) {
      this.#log.warn({ acknowledged, sentUpTo: this.#sentUpTo }, 'Ignored an acknowledgment of unsent events');
      return;
    }
    const { upTo } = acknowledged;
    if (!this.#forget(upTo)) return;
    this.#unacknowledged = this.#journal.outbox.after(upTo, windowSize).filter(({ seq }) => seq <= this.#sentUpTo).length;
    this.#resends = 0;
    this.#send();
    this.#watch();
  }

  /** @returns false on a full disk: the events are sent and acknowledged again later */
  #forget(upTo: number): boolean {
    try {
      this.#journal.acknowledge(upTo);
      return true;
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      this.#log.warn({ err: error, upTo }, 'Acknowledged events not deleted');
      return false;
    }
  }

  #beginAgain(): void {
    this.#sentUpTo = 0;
    this.#unacknowledged = 0;
    this.#send();
  }

  #send(): void {
    if (!this.#broker.connected) return;
    const events = this.#journal.outbox.after(this.#sentUpTo, windowSize - this.#unacknowledged);
    for (const event of events) this.#publish(event);
    if (events.length > 0) this.#watch();
  }

  #publish(event: DurableEvent): void {
    this.#sentUpTo = event.seq;
    this.#unacknowledged += 1;
    this.#broker
      .publish(eventTopic(event.site, event.kind, event.source), event, { qos: 1 })
      .catch((error: unknown) => this.#log.debug({ err: error, seq: event.seq }, 'Event not sent, retrying'));
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#unacknowledged === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#resends += 1;
        this.#beginAgain();
      },
      backoffDelay(this.#resends, resend, Math.random()),
    );
  }
}

function parseAcknowledgement(payload: Buffer): Acknowledgement | null {
  try {
    return acknowledgement.safeParse(JSON.parse(payload.toString())).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
