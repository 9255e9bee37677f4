import type { CustomerForm } from '@washdesk/contracts/members/customer-edit';
import { formatPlate, parsePlate } from '@washdesk/rules/codes/plates';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { plateMovableFrom } from '@washdesk/rules/plans/self-service';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { lastPlateMove } from './member-view.store.ts';

/** Saves a customer as at the counter; `check` runs once nothing else of the customer is under way. */
export type SaveCustomer = (
  by: Principal,
  key: string,
  customer: string,
  form: CustomerForm & { base: CustomerForm },
  check: () => Promise<void>,
) => Promise<unknown>;

interface Options {
  db: Db;
  clock: Clock;
  saveCustomer: SaveCustomer;
}

/** Washes and interior plans are told apart by the state (docs/rules/billing.md#plate-and-plan): a move keeps the kind. */
function stateFor(wanted: string, current: string): string {
  if (parsePlate(current)?.state === interiorState) return interiorState;
  if (wanted === interiorState) throw new Failure(409, 'plate_mismatch', 'A plate of Hawaii can’t be entered here. Ask at the wash');
  return wanted;
}

const interiorState = 'HI';

/** The counter sees whose plate it is; a member does not. */
export const plateTaken = () => new Failure(409, 'plate_taken', 'This plate is on another plan. Check it, or ask at the wash');

const withPlate = (plate: string): CustomerForm => ({ metadata: { [customerKeys.plate]: plate } });

/** Moves a member's plan to another car. */
export class MemberPlates {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns from when the plate may be moved; null for now. */
  async movableFrom(customer: string): Promise<Date | null> {
    const { db, clock } = this.#options;
    const from = plateMovableFrom(await lastPlateMove(db, customer));
    return from !== null && from > clock.now() ? from : null;
  }

  /** @throws Failure 409 `plate_moved_recently` with the date, `plate_taken`, `plate_mismatch`, `changed` */
  async move(wanted: { plate: string; state: string }, customer: string, by: Principal, key: string): Promise<{ plate: string }> {
    const { db, saveCustomer } = this.#options;
    const current = (await liveCustomer(db, customer)).metadata?.[customerKeys.plate] ?? '';
    const plate = formatPlate(wanted.plate, stateFor(wanted.state, current));
    if (plate === current) return { plate };
    try {
      await saveCustomer(by, key, customer, { ...withPlate(plate), base: withPlate(current) }, () => this.#refuseTooSoon(customer));
    } catch (error) {
      throw error instanceof Failure && error.code === 'code_taken' ? plateTaken() : error;
    }
    return { plate };
  }

  async #refuseTooSoon(customer: string): Promise<void> {
    const from = await this.movableFrom(customer);
    if (from === null) return;
    const details = { from: from.toISOString() };
    throw new Failure(409, 'plate_moved_recently', 'A plan moves to another car once every 6 months', { details });
  }
}
