import { notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recipientByLink } from './messages.store.ts';
import { optOut } from './opt-outs.store.ts';

const page = (content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Emails</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 32em; margin: 4em auto; padding: 0 1em } button { font: inherit; min-height: 44px; padding: 0 1em }</style>
${content}
</html>
`;

const question = page(
  '<p>Unsubscribe from these emails? You’ll still get receipts you ask for.</p><form method="post"><button>Unsubscribe</button></form>',
);
const thanks = page('<p>You’re unsubscribed from these emails.</p>');

/**
 * The page behind the link in an email. Opening it changes nothing, because mail programs open links automatically. The button or a mail
 * program's one-click request (RFC 8058) unsubscribes.
 */
export class Unsubscribe {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws Failure 404 `link_not_found` */
  async show(token: string): Promise<string> {
    await this.#recipient(token);
    return question;
  }

  /** @throws Failure 404 `link_not_found` */
  async end(token: string): Promise<string> {
    await optOut(this.#db, 'email', await this.#recipient(token), this.#clock.now());
    return thanks;
  }

  async #recipient(token: string): Promise<string> {
    const recipient = await recipientByLink(this.#db, token);
    if (!recipient) throw notFound('link_not_found', 'Unknown link');
    return recipient;
  }
}
