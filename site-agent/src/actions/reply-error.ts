import type { ReplyErrorCode } from '@washdesk/site-protocol/envelope';
import { CommandRefused } from '../ports/commands.ts';
import { DeviceUnavailable } from '../ports/device.ts';
import { PosRefused, PosTimedOut, PosUnavailable } from '../ports/pos-database.ts';
import { CommandExpired } from '../ports/write-deadline.ts';
import { DeadlinePassed } from './deadline.ts';
import { withoutPaths } from './without-paths.ts';

/**
 * Returns what the cloud may conclude from an error: `unavailable` and `expired` nothing was done and a retry is allowed; `timeout` the outcome is
 * unknown; `rejected` a retry would be rejected again; `failed` an internal error.
 */
export function replyCode(error: unknown): ReplyErrorCode {
  if (error instanceof CommandRefused) return error.code;
  if (error instanceof CommandExpired) return 'expired';
  if (error instanceof DeviceUnavailable || error instanceof PosUnavailable) return 'unavailable';
  if (error instanceof DeadlinePassed || error instanceof PosTimedOut) return 'timeout';
  if (error instanceof PosRefused) return 'rejected';
  return 'failed';
}

/** Returns a message for people. Internal errors are written to the log instead. */
export function replyMessage(error: unknown): string {
  return replyCode(error) !== 'failed' && error instanceof Error ? withoutPaths(error.message) : 'The site couldn’t do this; see its log';
}
