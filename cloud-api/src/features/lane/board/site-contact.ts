import type { SiteLink, SiteObserver } from '../../../ports/site-link.ts';

/** An agent sends a lease every 2 s. Without one for this long, what its lanes do is unknown. */
const silentAfterMs = 10_000;
/** After such a gap between leases, reports of gates may have been lost. */
const gapMs = 5_000;
const checkMs = 1_000;

interface Contact {
  monotonic: number;
  at: Date;
  isSilent: boolean;
}

interface Options {
  link: Pick<SiteLink, 'connected'>;
  now: () => Date;
  /** Called when a site falls silent, when it is back, and after a gap. */
  onChange: (site: number) => void;
  monotonic?: () => number;
}

/** When each site was last heard, so that no board shows an old state as the present one. */
export class SiteContact implements SiteObserver {
  readonly #options: Options;
  readonly #monotonic: () => number;
  readonly #contacts = new Map<number, Contact>();
  readonly #began: Contact;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#began = { monotonic: this.#monotonic(), at: options.now(), isSilent: false };
  }

  agent(): void {}
  device(): void {}
  revoked(): void {}

  lease(site: number): void {
    const before = this.#contacts.get(site);
    const monotonic = this.#monotonic();
    this.#contacts.set(site, { monotonic, at: this.#options.now(), isSilent: false });
    if (before === undefined || before.isSilent || monotonic - before.monotonic > gapMs) this.#options.onChange(site);
  }

  start(): void {
    this.#timer = setInterval(() => this.check(), checkMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Reports the sites that have fallen silent. */
  check(): void {
    for (const [site, contact] of this.#contacts) {
      if (contact.isSilent || this.#monotonic() - contact.monotonic <= silentAfterMs) continue;
      contact.isSilent = true;
      this.#options.onChange(site);
    }
  }

  /** Returns when a silent site was last heard; null for one that is connected. */
  silentSince(site: number): Date | null {
    const { monotonic, at } = this.#contacts.get(site) ?? this.#began;
    const isHeard = this.#options.link.connected() && this.#monotonic() - monotonic <= silentAfterMs;
    return isHeard ? null : at;
  }
}
