import type { ColumnType, Generated } from 'kysely';
import type { BigInteger } from './columns.ts';

export interface SiteTable {
  number: number;
  name: string;
  state: string;
  time_zone: string;
  location_id: string | null;
}

export interface SiteAgentTable {
  site: number;
  online: boolean;
  boot: string | null;
  version: string | null;
  roster_seq: ColumnType<number, number | undefined, number>;
  changed: Date;
  problems: ColumnType<SiteProblem[], string | undefined, string>;
}

/** What is wrong at a site besides its devices. */
export interface SiteProblem {
  code: string;
  sentence: string;
}

export interface SiteJournalTable {
  site: number;
  journal: string;
  last_seq: BigInteger;
}

export interface SiteDeviceTable {
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

export interface SiteEmployeeTable {
  site: number;
  number: number;
  first_name: string;
  last_name: string;
  active: boolean;
  seen: Date;
}

export interface SiteTerminalTable {
  site: number;
  name: string;
  type: string;
  ip_address: string | null;
}
