import type { AgentConfigInput } from '@washdesk/site-agent/config';
import type { ExistingFirebird, PrivateFirebird } from '@washdesk/local-servers/firebird-distribution';
import type { PortBlock } from '@washdesk/local-servers/port-block';
import type { Secrets } from './secrets.ts';

/** Settings in which a proof or a benchmark differs from `npm start`. */
export interface Overrides {
  /** Settings of cloud-api besides its ordinary ones, which they override. */
  readonly cloud?: Readonly<Record<string, string>>;
  /** Changes the configuration of each agent before it is written. */
  readonly agent?: (config: AgentConfigInput) => AgentConfigInput;
  /** False: a commit does not wait for the disk, which is quicker, for a workbench that need not survive a power cut. */
  readonly durableDatabase?: boolean;
}

/** What every service of a workbench is started with. */
export interface WorkbenchContext {
  /** The folder of everything that a workbench stores. */
  readonly folder: string;
  /** Logs and pid records of its services. */
  readonly run: string;
  readonly ports: PortBlock;
  readonly secrets: Secrets;
  readonly firebird: PrivateFirebird | ExistingFirebird | null;
  /** Where cloud-api serves the app and the API. */
  readonly url: string;
  /** The address that browsers show. */
  readonly publicUrl: string;
  readonly brokerUrl: string;
  readonly commandKeyId: string;
  /** What moves the company's time; cloud-api and the agents read it. */
  readonly clockFile: string;
  /** Pages get Stripe's scripts from its stand-in. */
  readonly stripeScripts: boolean;
  readonly overrides: Overrides;
  /** The service account of a site's agent. */
  agentAccount(site: number): { readonly clientId: string; readonly secret: string };
}
