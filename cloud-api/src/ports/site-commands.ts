import type { CommandName, CommandPayload, ReceivedResult } from '@washdesk/site-protocol/commands';
import type { ReplyErrorCode } from '@washdesk/site-protocol/envelope';

/**
 * How a command to a site ended.
 * - answered: the agent executed it, or returned its reason in the result
 * - refused: the agent replied that it did not do it
 * - unreachable: it was never sent (no connection to the broker, agent offline, no fresh lease)
 * - unknown: it was sent and no reply arrived in time; it may have been done
 */
export type CommandOutcome<N extends CommandName> =
  | { kind: 'answered'; result: ReceivedResult<N> }
  | { kind: 'refused'; code: ReplyErrorCode; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'unknown'; message: string };

/** A command with a caller-chosen id, and the facts of its first sending. */
export interface IdentifiedSending {
  /** UUID; repeating it repeats the same command and never acts twice. */
  id: string;
  /** Whether this id was or may have been sent before. */
  sentBefore: boolean;
  /** How long it is valid from now on; default: the catalog's deadline. */
  expiresInMs?: number;
  /** The journal that `journalOf` returned when the id was first sent; needed for physical actions only. */
  journal?: string | null;
}

export interface SiteCommands {
  /**
   * @param device the device's id at the site, `sitewatch` for its Sitewatch, `agent` for the agent itself
   * @param options.waitMs how long to wait for the reply; default: the catalog's deadline plus a second
   */
  send<N extends CommandName>(
    site: number,
    device: string,
    name: N,
    payload: CommandPayload<N>,
    options?: { waitMs?: number } | (IdentifiedSending & { waitMs?: number }),
  ): Promise<CommandOutcome<N>>;
}

export interface SiteJournals {
  /** Returns the journal of the agent that would receive a physical action now; null if none is connected. */
  journalOf(site: number): string | null;
}
