import type { MailHealth } from '../../ports/mail-health.ts';
import type { Messaging, SendOutcome } from '../../ports/messaging.ts';

/** A rejection that no later message has disproved counts this long. */
const refusalMs = 600_000;

interface CheckedMessaging extends Messaging {
  /** @returns why the server refuses; null if it accepts */
  check(): Promise<string | null>;
}

interface Problem {
  since: Date;
  reason: string;
  until: number;
}

/** Notes how the mail server answers, for the faults of the cloud. Addresses that are wrong or opted out are no fault of the server. */
export class WatchedMail implements Messaging, MailHealth {
  readonly #mail: CheckedMessaging;
  #problem: Problem | null = null;

  constructor(mail: CheckedMessaging) {
    this.#mail = mail;
  }

  async send(message: Parameters<Messaging['send']>[0]): Promise<SendOutcome> {
    const outcome = await this.#mail.send(message);
    if (outcome.kind === 'accepted') this.#problem = null;
    else if (outcome.kind === 'refused' && outcome.because !== 'bad_address' && outcome.because !== 'opted_out')
      this.#note(outcome.reason, performance.now() + refusalMs);
    else if (outcome.kind === 'unavailable') this.#note(outcome.reason, Number.POSITIVE_INFINITY);
    return outcome;
  }

  async check(): Promise<void> {
    const reason = await this.#mail.check();
    if (reason !== null) this.#note(reason, Number.POSITIVE_INFINITY);
    else if (this.#problem?.until === Number.POSITIVE_INFINITY) this.#problem = null;
  }

  problem(): { since: string; reason: string } | null {
    if (this.#problem && this.#problem.until < performance.now()) this.#problem = null;
    return this.#problem && { since: this.#problem.since.toISOString(), reason: this.#problem.reason };
  }

  #note(reason: string, until: number): void {
    this.#problem = { since: this.#problem?.since ?? new Date(), reason, until };
  }
}
