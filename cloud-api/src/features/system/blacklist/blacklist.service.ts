import { epochSeconds } from '@washdesk/rules/dates/dates';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { networksOf, plainAddress, plainNetwork } from '../../../common/networks.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import { addBlocked, listBlocked, removeBlocked, seenDevices } from './blacklist.store.ts';

interface Options {
  db: Db;
  clock: Clock;
}

interface Block {
  ip: string;
  confirmed: boolean;
  /** Addresses that must not be blocked: the caller's and the proxy's. */
  own: readonly string[];
}

/** Addresses that get only 403, as last read from the table. Every server reads it every few seconds (docs/rules/company.md#blacklist). */
export class Blacklist {
  readonly #options: Options;
  #blocked: ReadonlyMap<string, number> = new Map();
  #onChange: () => void = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  isBlocked(address: string): boolean {
    return this.#blocked.size > 0 && namesOf(address).some((name) => this.#blocked.has(name));
  }

  /** @param tell called after the list has changed */
  onChange(tell: () => void): void {
    this.#onChange = tell;
  }

  async refresh(): Promise<void> {
    const rows = await listBlocked(this.#options.db);
    const before = this.#blocked;
    this.#blocked = new Map(rows.map(({ address, since }) => [address, epochSeconds(since)]));
    if (rows.some(({ address }) => !before.has(address))) this.#onChange();
  }

  list(): Record<string, number> {
    return Object.fromEntries(this.#blocked);
  }

  /** @throws Failure 409 `own_address`, `address_in_use` */
  async block(by: AuditedPrincipal, { ip, confirmed, own }: Block): Promise<void> {
    const { db, clock } = this.#options;
    const address = nameOf(ip);
    if (own.flatMap(namesOf).includes(address))
      throw new Failure(409, 'own_address', 'This is your own address. Blocking it would lock you out');
    const names = confirmed ? [] : await this.#seenAt(address);
    if (names.length > 0)
      throw new Failure(409, 'address_in_use', `${names.join(', ')} ${names.length === 1 ? 'works' : 'work'} from this address`, {
        details: { names },
      });
    const at = clock.now();
    await db.transaction().execute(async (tx) => {
      if (!(await addBlocked(tx, address, at, by.id))) return;
      const after = { since: at.toISOString(), by: by.id };
      await writeAudit(tx, { ...auditBy(by), action: 'address.blocked', subject: `address:${address}`, after, at });
    });
    await this.refresh();
  }

  async unblock(by: AuditedPrincipal, ip: string): Promise<void> {
    const { db, clock } = this.#options;
    const address = nameOf(ip);
    await db.transaction().execute(async (tx) => {
      const blocked = await removeBlocked(tx, address);
      if (!blocked) return;
      const before = { since: blocked.since.toISOString(), by: blocked.blocked_by };
      await writeAudit(tx, { ...auditBy(by), action: 'address.unblocked', subject: `address:${address}`, before, at: clock.now() });
    });
    await this.refresh();
  }

  /** Returns the names of devices and clients seen at the address or in the network. */
  async #seenAt(address: string): Promise<string[]> {
    const seen = await seenDevices(this.#options.db);
    const names = seen.filter((one) => namesOf(one.address).includes(address)).map(({ name }) => name);
    return [...new Set(names)].slice(0, mostNames);
  }
}

/** Maximum number of names in the message. */
const mostNames = 10;

/** Returns the entries that would block an address: its normalized form and its networks. */
const namesOf = (address: string): string[] => [plainAddress(address), ...networksOf(address)];

/** Normalizes an address that the contract accepted to the list's form. */
function nameOf(given: string): string {
  const name = plainNetwork(given);
  if (name === null) throw new Error(`${given} isn’t an address, or a network of a size that can be blocked`);
  return name;
}
