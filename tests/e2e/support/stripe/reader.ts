import type { BrowserContext, Page } from '@playwright/test';
import { Stripe } from 'stripe';
import type { ReaderCard } from '@washdesk/stripe-simulator/readers/reader-cards';
import { until } from '@washdesk/test-support/until';
import { chooseReader } from '../register.ts';
import type { OpenWorkbench } from '../run-workbench.ts';
import { goodCard, type GoodCard } from './cards.ts';
import { routeToStripeStandIn } from './stripe-shop.ts';

/** The actions of a customer and a cable at the reader beside the browser. */
export class CardReader {
  readonly id: string;
  readonly card: GoodCard;
  readonly #workbench: OpenWorkbench;

  constructor(workbench: OpenWorkbench, { id, site }: { id: string; site: number }) {
    this.id = id;
    this.card = goodCard(site);
    this.#workbench = workbench;
  }

  /** Waits until the reader requests a card. Without a name it is the card of this site, which pays. */
  async tap(card: ReaderCard = this.card.tap): Promise<void> {
    await this.asks();
    await this.#order({ tap: card });
  }

  /** Presses the red button. */
  async cancel(): Promise<void> {
    await this.asks();
    await this.#order({ cancel: true });
  }

  async goOffline(): Promise<void> {
    await this.#order({ online: false });
  }

  async goOnline(): Promise<void> {
    await this.#order({ online: true });
  }

  async asks(): Promise<void> {
    await until('the reader to ask for a card', async () => ((await this.#view()).asks ? true : undefined));
  }

  /** Waits until the previous request is withdrawn: otherwise it would count as the next one. */
  async asksNothing(): Promise<void> {
    await until('the reader to ask for nothing', async () => ((await this.#view()).asks ? undefined : true));
  }

  /** Returns the amount on the display, in dollars; null if there is none. */
  async amount(): Promise<string | null> {
    return (await this.#view()).amount;
  }

  async #view(): Promise<{ asks: boolean; amount: string | null }> {
    const response = await fetch(`${stripeUrl(this.#workbench)}/readers/${this.id}/view`);
    return (await response.json()) as { asks: boolean; amount: string | null };
  }

  async #order(order: object): Promise<void> {
    const body = JSON.stringify({ reader: this.id, ...order });
    const response = await fetch(`${this.#workbench.control('stripe')}/readers`, { method: 'POST', body });
    if (!response.ok) throw new Error(`The reader rejected the call: ${await response.text()}`);
  }
}

const stripeUrl = (workbench: OpenWorkbench): string => `http://127.0.0.1:${workbench.port('stripe')}`;

/**
 * Puts a working reader beside the browser, instead of No Terminal. Call it after `staff`, before the first page; it sets the reader
 * online.
 */
export async function placeReader(context: BrowserContext, workbench: OpenWorkbench, site: number): Promise<CardReader> {
  const beside = workbench.company.readers.find((reader) => reader.site === site && reader.online);
  if (!beside) throw new Error(`No reader of site ${site} is online`);
  await routeToStripeStandIn(context, stripeUrl(workbench));
  await chooseReader(context, workbench, site, beside.id);
  const reader = new CardReader(workbench, beside);
  await reader.goOnline();
  return reader;
}

/** Serves Stripe's scripts for the on-screen form, with No Terminal. */
export async function placeCardForm(context: BrowserContext, workbench: OpenWorkbench): Promise<void> {
  await routeToStripeStandIn(context, stripeUrl(workbench));
}

/** Types a card into the on-screen form and sends it with Enter; `page` shows the form. */
export async function typeCard(page: Page, number: string, { cvc = '123', zip = '60601' } = {}): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expiration date').fill('12 / 34');
  await page.getByLabel('Security code').fill(cvc);
  await page.getByLabel('ZIP code').fill(zip);
  await page.getByLabel('ZIP code').press('Enter');
}

/** Sets faults of the simulator (see its README). A test that switches one on switches it off again. */
export async function stripeBehaves(workbench: OpenWorkbench, behaviour: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${workbench.control('stripe')}/behaviour`, { method: 'POST', body: JSON.stringify(behaviour) });
  if (!response.ok) throw new Error(`The simulator rejected the call: ${await response.text()}`);
}

/** Reads Stripe's objects by its own SDK. */
export function stripeOf(workbench: OpenWorkbench): Stripe {
  return new Stripe('sk_test_looks', { host: '127.0.0.1', port: workbench.port('stripe'), protocol: 'http', telemetry: false });
}
