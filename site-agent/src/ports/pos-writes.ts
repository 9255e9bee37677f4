import type { CommandPayload, CommandResult } from '@washdesk/site-protocol/commands';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';

/** The commands that change a point of sale, except the recorded wash, which uses the usage's own id. */
export type PosWrite =
  | 'sitewatch.converge'
  | 'sitewatch.activate-plan'
  | 'sitewatch.switch-code'
  | 'sitewatch.replace-code'
  | 'sitewatch.clear-comment'
  | 'sitewatch.erase-customer'
  | 'sitewatch.deduct-gift-card'
  | 'sitewatch.save-club-plan';

export interface WriteResult<T> {
  result: T;
  /** Whether an earlier call with this id wrote it; `result` is that call's outcome. */
  repeated: boolean;
}

/**
 * Washdesk's writes to a point of sale. Each call is one transaction of the database, executed once per id however often it is called. A
 * rejected call leaves nothing behind and its id free.
 * @throws PosUnavailable | PosTimedOut | PosRefused, and nothing else
 */
export interface PosWrites {
  /** Writes a redeemed wash as a sale. */
  recordUsage(usage: UsageRecord, signal: AbortSignal): Promise<CommandResult<'sitewatch.record-usage'>>;
  /** @param id identifies the one action */
  write<N extends PosWrite>(name: N, id: string, payload: CommandPayload<N>, signal: AbortSignal): Promise<WriteResult<CommandResult<N>>>;
}
