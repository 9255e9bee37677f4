import type { RoleName } from '@washdesk/rules/company/roles';
import type { CommandName, CommandPayload, ReceivedResult } from '@washdesk/site-protocol/commands';
import type { Principal } from '../../../common/caller.ts';

/** A device of the selected site as the cloud knows it. */
export interface ConsoleDevice {
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: string;
  reason: string | null;
  since: Date;
}

export interface ConsoleSiteState {
  number: number;
  name: string;
  timeZone: string;
  online: boolean;
  agent: { version: string | null; changed: Date; problems: readonly { code: string; sentence: string }[] } | null;
}

/** The sites as the cloud knows them. */
export interface SiteDirectory {
  sitesWithAgents(): Promise<ConsoleSiteState[]>;
  devicesOf(site: number): Promise<ConsoleDevice[]>;
}

/** Sends a command to the selected site. @throws ConsoleRefusal if it ends without a result */
export type AskSite = <N extends CommandName>(device: string, name: N, payload: CommandPayload<N>) => Promise<ReceivedResult<N>>;

/** A parsed line whose caller may run it. */
export interface ConsoleCall {
  principal: Principal;
  /** The selected site. @throws ConsoleRefusal if none is selected */
  site(): ConsoleSiteState;
  /** The named device, or the only one of its kind. */
  device(): ConsoleDevice;
  values: readonly string[];
  options: Readonly<Record<string, string>>;
  /** Empty for a command that needs none. */
  reason: string;
  ask: AskSite;
}

export interface ConsoleAnswer {
  text: string;
  /** Whether everything was done; default true. */
  ok?: boolean;
  /** The site to select. */
  site?: { number: number; name: string };
}

/** One row of the table of commands. */
export interface ConsoleCommand {
  verb: string;
  summary: string;
  role: RoleName;
  /** The kind of its device; one that is the only one of its kind may be left out. */
  device?: string;
  /** The names of its other words; `any` for any number. */
  values?: readonly string[] | 'any';
  options?: readonly string[];
  /**
   * Set for a command that changes something, which needs a reason: the action of the audit row that is written before it runs. `own`: the
   * service that it calls writes the row.
   */
  audit?: { action: string; subject: (call: ConsoleCall) => string } | 'own';
  /** The label of a button on the page of a site, for a command without `values`. Missing for one of the console alone. */
  button?: string;
  run(call: ConsoleCall): Promise<ConsoleAnswer>;
}

export const anyDevice = 'device';

export const optionsOf = ({ options = [], audit }: ConsoleCommand): readonly string[] => (audit ? [...options, 'reason'] : options);

/** Returns the line as help shows it: `gate open [gate] --reason <text>`. */
export function usageOf(command: ConsoleCommand): string {
  const { verb, device, values = [], options = [], audit } = command;
  const deviceWord = device === anyDevice ? [`<${device}>`] : device ? [`[${device}]`] : [];
  const valueWords = values === 'any' ? ['[command]'] : values.map((value) => `<${value}>`);
  const optionWords = options.map((option) => `[--${option} <number>]`);
  return [verb, ...deviceWord, ...valueWords, ...optionWords, ...(audit ? ['--reason <text>'] : [])].join(' ');
}
