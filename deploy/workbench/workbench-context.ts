import type { ExistingFirebird, PrivateFirebird } from '@washdesk/local-servers/firebird-distribution';
import type { PortBlock } from '@washdesk/local-servers/port-block';
import type { TestBrokerName } from '@washdesk/local-servers/test-broker';
import type { AgentConfigInput } from '@washdesk/site-agent/config';
import type { Secrets } from './secrets.ts';
import type { SiteCertificates } from './site-certificates.ts';

/** Settings of a proof or a benchmark that differ from `npm start`. */
export interface Overrides {
  /** Extra settings of cloud-api, which override its ordinary ones. */
  readonly cloud?: Readonly<Record<string, string>>;
  /** Changes each agent's configuration before it is written. Every agent then has a service account. */
  readonly agent?: (config: AgentConfigInput) => AgentConfigInput;
  /** If false, a commit does not wait for the disk, which is faster, for a workbench that does not have to survive a power failure. */
  readonly durableDatabase?: boolean;
  /** If false, the company's time cannot be moved, and no process reads its file. */
  readonly movableClock?: boolean;
  /** Debian's Mosquitto in place of our broker. It has no listener for enrolled sites here, so every agent has a service account. */
  readonly broker?: TestBrokerName;
}

/** The start context of every service of a workbench. */
export interface WorkbenchContext {
  /** The folder of everything that a workbench stores. */
  readonly folder: string;
  /** Logs and pid records of its services. */
  readonly run: string;
  readonly ports: PortBlock;
  readonly secrets: Secrets;
  readonly firebird: PrivateFirebird | ExistingFirebird | null;
  /** The address of cloud-api, which serves the app and the API. */
  readonly url: string;
  /** The address in browsers. */
  readonly publicUrl: string;
  readonly brokerUrl: string;
  readonly commandKeyId: string;
  /** The file that moves the company's time; cloud-api and the agents read it. */
  readonly clockFile: string;
  /** PEM files of the sites' CA and of the broker's certificate for them. */
  readonly siteCertificates: SiteCertificates;
  /** Whether pages load Stripe's scripts from the simulator. */
  readonly stripeScripts: boolean;
  readonly overrides: Overrides;
  /** Returns the service account of a site's agent. */
  agentAccount(site: number): { readonly clientId: string; readonly secret: string };
  /** Whether the sites' agents are enrolled by a code. Otherwise they have a service account, as sites configured by hand. */
  readonly isEnrolledByCode: boolean;
  /** Returns the content of an agent's file with a one-time code, once cloud-api is ready. */
  agentCode(site: number): Promise<string>;
}
