import type { KindName } from '@washdesk/simulators/kinds';
import type { AgentConfigInput } from '@washdesk/site-agent/config';

/** A device's row on the page workbench. */
export interface DeviceRow {
  readonly label: string;
  readonly mark: { readonly tone: 'go' | 'calm' | 'wait' | 'stop'; readonly text: string };
  readonly note?: string;
  /** The simulator's own page, and its newest picture, which changes with `version`. */
  readonly page?: {
    readonly text: string;
    readonly url: string;
    readonly picture: { readonly url: string; readonly version: number } | null;
  };
  /** Agreements waiting for a signature, oldest first. */
  readonly agreements?: readonly { readonly id: string; readonly plate: string | null; readonly item: string }[];
}

/** A fault that a press on the page switches on and off. */
export interface DeviceFault<State = unknown> {
  /** With letters and hyphens, for the address. */
  readonly name: string;
  readonly label: string;
  readonly on: object;
  readonly off: object;
  isOn(state: State): boolean;
}

/** A device at every wash site of the workbench. `State` is what the simulator's control server returns. */
export interface SiteDevice<State = unknown> {
  /** With the site's number, names the service, its port and its control server. */
  readonly simulator: KindName;
  /**
   * @param at.file the simulator may store there what survives its end
   * @param at.receiver the address at which the site's agent receives posts
   */
  flags?(at: { readonly file: string; readonly publicUrl: string; readonly receiver: string }): Readonly<Record<string, string>>;
  /** Returns the entries in the agent's configuration. */
  agentDevices?(address: { readonly host: string; readonly port: number }, siteName: string): NonNullable<AgentConfigInput['devices']>;
  /** @param state null while the simulator does not respond */
  rows?(state: State | null, control: string): DeviceRow[];
  readonly faults?: readonly DeviceFault<State>[];
}

export const noAnswer = { tone: 'stop', text: 'no answer' } as const;

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
