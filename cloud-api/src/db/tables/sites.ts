import type { ColumnType, Generated } from 'kysely';
import type { PersonalTables } from '../personal-data.ts';

interface SiteTable {
  number: number;
  name: string;
  state: string;
  time_zone: string;
  location_id: string | null;
}

interface SiteAgentTable {
  site: number;
  online: boolean;
  boot: string | null;
  version: string | null;
  roster_seq: ColumnType<number, number | undefined, number>;
  changed: Date;
  problems: ColumnType<SiteProblem[], string | undefined, string>;
  /** The configuration that it runs, as it reports it (`runningConfiguration`). */
  configuration: ColumnType<unknown, string | null | undefined, string | null>;
}

/** A problem at a site other than its devices. */
export interface SiteProblem {
  code: string;
  sentence: string;
}

interface SiteDeviceTable {
  site: number;
  id: string;
  kind: string;
  name: string;
  lane: number | null;
  health: string;
  reason: string | null;
  since: Date;
  terminals: Generated<string[]>;
}

/** What is or was wrong with a device, or with the site (faults.store.ts). */
interface SiteFaultTable {
  site: number;
  source: string;
  cause: string | null;
  changed: Date;
  /** Causes that ended lately, with the time. */
  ended: ColumnType<Record<string, string>, string, string>;
}

interface SiteEmployeeTable {
  site: number;
  number: number;
  first_name: string;
  last_name: string;
  active: boolean;
  seen: Date;
}

interface SiteTerminalTable {
  site: number;
  name: string;
  type: string;
  ip_address: string | null;
}

declare module '../schema.ts' {
  interface Database {
    site: SiteTable;
    site_agent: SiteAgentTable;
    site_device: SiteDeviceTable;
    site_fault: SiteFaultTable;
    site_employee: SiteEmployeeTable;
    site_terminal: SiteTerminalTable;
  }
}

export const personalData = {
  site: {
    plain: ['number', 'name', 'state', 'time_zone', 'location_id'],
  },
  site_agent: {
    plain: ['site', 'online', 'boot', 'version', 'roster_seq', 'problems', 'changed', 'configuration'],
  },
  site_device: {
    plain: ['site', 'id', 'kind', 'name', 'lane', 'health', 'reason', 'since', 'terminals'],
  },
  site_fault: {
    plain: ['site', 'source', 'cause', 'changed', 'ended'],
  },
  site_employee: {
    plain: ['site', 'number', 'first_name', 'last_name', 'active', 'seen'],
  },
  site_terminal: {
    plain: ['site', 'name', 'type', 'ip_address'],
  },
} satisfies PersonalTables;
