import type { CommandResult, SitewatchCustomer, SitewatchEmployee, SitewatchTerminal, UsageRecord } from '@washdesk/site-protocol/commands';
import type { DeviceHealth, HealthListener, Unsubscribe } from './device.ts';

/** Nothing was done, and it may be tried again at any time: the database is away, busy or does not allow writing. */
export class PosUnavailable extends Error {
  override readonly name = 'PosUnavailable';
}

/** The answer did not come in time: a read may be asked again; a write may have happened and is repeated only with its own id. */
export class PosTimedOut extends Error {
  override readonly name = 'PosTimedOut';
}

/** The database understood and said no. The same call will be refused again. */
export class PosRefused extends Error {
  override readonly name = 'PosRefused';
}

/**
 * The point of sale of one site. Every call ends soon after its `signal` aborts.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and nothing else
 */
export interface PosDatabase {
  /** Begins to look for the database. Returns at once; one that is away is tried for ever. */
  start(): void;
  stop(): Promise<void>;
  /** Null: no employee bears this number. */
  employee(number: number, signal: AbortSignal): Promise<SitewatchEmployee | null>;
  /** All employees, those who left too, by number. */
  employees(signal: AbortSignal): Promise<SitewatchEmployee[]>;
  /** The site's own active terminals, by name. */
  terminals(signal: AbortSignal): Promise<SitewatchTerminal[]>;
  /** Null: no customer bears exactly this code at this site. */
  customerByCode(code: string, signal: AbortSignal): Promise<SitewatchCustomer | null>;
  /** Writes a redeemed wash as a sale. A usage id that was written before answers what was written then, `repeated`. */
  recordUsage(usage: UsageRecord, signal: AbortSignal): Promise<CommandResult<'sitewatch.record-usage'>>;
  health(): DeviceHealth;
  onHealth(listener: HealthListener): Unsubscribe;
}
