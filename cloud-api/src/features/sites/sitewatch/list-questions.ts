import type { z } from 'zod';
import { siteDate } from '@washdesk/rules/dates/dates';
import { commands, sitewatchDevice, type CommandName, type CommandPayload, type ReceivedResult } from '@washdesk/site-protocol/commands';
import type { SitewatchSite, SitewatchTerminal } from '@washdesk/site-protocol/sitewatch';
import type { NamedSite } from '../../../db/named-sites.ts';
import type { SiteCommands } from '../../../ports/site-commands.ts';

const topSellersDays = 30;
const topSellersMost = 20;
const dayMs = 86_400_000;

/** The row type of each list, in responses of sites and in the copy. */
export interface ListRows {
  makes: { ID: number; NAME: string };
  models: { ID: number; NAME: string; MAKE: number };
  colors: { ID: number; NAME: string };
  sites: SitewatchSite;
  terminals: SitewatchTerminal;
  topsellers: { OBJID: number; NAME: string };
}
export type ListKind = keyof ListRows;

type Ask = <N extends CommandName, R>(
  name: N,
  payload: CommandPayload<N>,
  rowsOf: (result: ReceivedResult<N>) => R[],
) => Promise<R[] | null>;

const questions: { [K in ListKind]: (ask: Ask, thirtyDaysAgo: string) => Promise<ListRows[K][] | null> } = {
  makes: (ask) => ask('sitewatch.makes', {}, ({ makes }) => makes),
  models: (ask) => ask('sitewatch.models', { make: null }, ({ models }) => models),
  colors: (ask) => ask('sitewatch.colors', {}, ({ colors }) => colors),
  sites: (ask) => ask('sitewatch.sites', {}, ({ sites }) => sites),
  terminals: (ask) => ask('sitewatch.terminals', {}, ({ terminals }) => terminals),
  topsellers: (ask, since) => ask('sitewatch.top-sellers', { since, most: topSellersMost }, ({ items }) => items),
};

export const listKinds = Object.keys(questions) as ListKind[];

const rowSchemas: { [K in ListKind]: z.ZodType<ListRows[K][]> } = {
  makes: commands['sitewatch.makes'].reply.shape.makes,
  models: commands['sitewatch.models'].reply.shape.models,
  colors: commands['sitewatch.colors'].reply.shape.colors,
  sites: commands['sitewatch.sites'].reply.shape.sites,
  terminals: commands['sitewatch.terminals'].reply.shape.terminals,
  topsellers: commands['sitewatch.top-sellers'].reply.shape.items,
};

/** Parses the stored rows of a list like a site's response; null for another format, such as another release's. */
export const rowsOfList = <K extends ListKind>(kind: K, stored: unknown): ListRows[K][] | null =>
  rowSchemas[kind].safeParse(stored).data ?? null;

/** Returns the current list of the site's Sitewatch; null without a response. @param waitMs the command's own deadline by default */
export function askForList<K extends ListKind>(
  sites: SiteCommands,
  place: NamedSite,
  kind: K,
  now: Date,
  waitMs?: number,
): Promise<ListRows[K][] | null> {
  const ask: Ask = async (name, payload, rowsOf) => {
    const outcome = await sites.send(place.number, sitewatchDevice, name, payload, waitMs === undefined ? {} : { waitMs });
    return outcome.kind === 'answered' ? rowsOf(outcome.result) : null;
  };
  return questions[kind](ask, siteDate(new Date(now.getTime() - topSellersDays * dayMs), place.timeZone));
}
