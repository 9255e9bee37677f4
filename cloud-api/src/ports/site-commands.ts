import type { CommandName, CommandPayload, ReceivedResult } from '@washdesk/site-protocol/commands';
import type { ReplyErrorCode } from '@washdesk/site-protocol/envelope';

/**
 * How a command to a site ended.
 * - answered: the agent did it, or gives its reason in the result
 * - refused: the agent answered that it did not do it
 * - unreachable: it was never sent (no connection to the broker, agent offline, no fresh lease)
 * - unknown: it was sent and no answer came in time; it may have been done
 */
export type CommandOutcome<N extends CommandName> =
  | { kind: 'answered'; result: ReceivedResult<N> }
  | { kind: 'refused'; code: ReplyErrorCode; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'unknown'; message: string };

/** A command that bears an id of its own, and what was known when that id was sent first. */
export interface IdentifiedSending {
  /** UUID; repeating it repeats the same command and never acts twice. */
  id: string;
  /** Whether this id was sent, or may have been, before now. */
  sentBefore: boolean;
  /** The journal that `journalOf` named when the id was sent first; needed for physical actions only. */
  journal?: string | null;
}

export interface SiteCommands {
  /**
   * @param device the device's id at the site, `sitewatch` for its Sitewatch, `agent` for the agent itself
   * @param options.waitMs how long to wait for the answer; the catalogue's deadline plus a second where not given
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
  /** The journal of the agent that would get a physical action now; null where it is not heard. */
  journalOf(site: number): string | null;
}
