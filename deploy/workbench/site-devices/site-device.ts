import type { KindName } from '@washdesk/simulators/kinds';
import type { AgentConfigInput } from '@washdesk/site-agent/config';

/** What the page workbench shows of a device, a row each. */
export interface DeviceRow {
  readonly label: string;
  readonly mark: { readonly tone: 'go' | 'calm' | 'wait' | 'stop'; readonly text: string };
  readonly note?: string;
  /** A page of the simulator's own, and its newest picture, which changes with `version`. */
  readonly page?: {
    readonly text: string;
    readonly url: string;
    readonly picture: { readonly url: string; readonly version: number } | null;
  };
  /** What customers are asked to sign, the oldest first. */
  readonly agreements?: readonly { readonly id: string; readonly plate: string | null; readonly item: string }[];
}

/** A device that every wash site of the workbench has. `State` is what the simulator's control server answers. */
export interface SiteDevice<State = unknown> {
  /** With the site's number it names the service, its port and its control server. */
  readonly simulator: KindName;
  /** @param file where the simulator may keep what outlives it */
  flags?(at: { readonly file: string; readonly publicUrl: string }): Readonly<Record<string, string>>;
  /** The entries in the agent's configuration. */
  agentDevices?(address: { readonly host: string; readonly port: number }, siteName: string): NonNullable<AgentConfigInput['devices']>;
  /** @param state null while the simulator does not answer */
  rows?(state: State | null, control: string): DeviceRow[];
}

export const noAnswer = { tone: 'stop', text: 'no answer' } as const;

export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
