/** What people at the counter can notice of the cloud. */
export interface CloudStatus {
  /** Whether Stripe accepts calls. */
  cards: boolean;
  /** Whether the cloud reaches the sites. */
  sites: boolean;
  mail: boolean;
}

export interface SiteStatus {
  name: string;
  /** Null if no agent was ever connected: its devices are not Washdesk's. */
  online: boolean | null;
  /** Null without Sitewatch. */
  sitewatch: boolean | null;
  gates: { all: number; working: number };
  printers: { all: number; working: number };
  /** The lane of each tag reader that fails, unless another reader of the lane works; null for a reader without a lane. */
  unreadLanes: (number | null)[];
}

export interface StatusLine {
  works: boolean;
  /** What works and what doesn't, and what follows for the person at the counter. */
  sentences: string[];
}

const inWords = new Intl.ListFormat('en-US');
const allWorks = 'Everything works.';

/** Returns the sentences about the parts that all sites use (docs/rules/company.md#status). */
export function cloudStatus({ cards, sites, mail }: CloudStatus): StatusLine {
  const wrong = [
    ...(sites ? [] : ['The connection to the sites doesn’t work: gates, receipts and Sitewatch wait.']),
    ...(mail ? [] : ['Emails are delayed.']),
  ];
  const all = [cards ? 'Cards work.' : 'Cards don’t work: sign-ups and payments have to wait.', ...wrong];
  const works = cards && wrong.length === 0;
  return { works, sentences: works ? [allWorks] : all };
}

/** Returns the sentences about one site. Nothing is said of its parts while it is offline. */
export function siteStatus({ name, online, sitewatch, gates, printers, unreadLanes }: SiteStatus): StatusLine {
  if (online === null) return { works: true, sentences: [] };
  if (!online)
    return {
      works: false,
      sentences: [`${name} is offline: gates don’t open from Washdesk, receipts aren’t printed, and sign-ups will be completed later.`],
    };
  const sentences = [
    ...(sitewatch === false ? [`Sitewatch at ${name} doesn’t work: sign-ups will be completed later.`] : []),
    ...partly(gates, 'gate', `at ${name} can’t be opened from Washdesk.`),
    ...partly(printers, 'printer', `at ${name} doesn’t work: send receipts by email or text.`),
    ...ofReaders(unreadLanes, name),
  ];
  return { works: sentences.length === 0, sentences };
}

function partly({ all, working }: { all: number; working: number }, one: string, rest: string): string[] {
  if (working >= all) return [];
  return [
    all === 1
      ? `The ${one} ${rest}`
      : `${all - working} of ${all} ${one}s ${all - working === 1 ? rest : rest.replace('doesn’t', 'don’t')}`,
  ];
}

function ofReaders(unreadLanes: SiteStatus['unreadLanes'], name: string): string[] {
  const lanes = unreadLanes.filter((lane) => lane !== null);
  const others = unreadLanes.length - lanes.length;
  const follows = 'enter tags or plates by hand.';
  return [
    ...(lanes.length === 1 ? [`The tag reader of lane ${lanes[0]} at ${name} doesn’t read: ${follows}`] : []),
    ...(lanes.length > 1 ? [`The tag readers of lanes ${inWords.format(lanes.map(String))} at ${name} don’t read: ${follows}`] : []),
    ...(others === 1 ? [`A tag reader at ${name} doesn’t read: ${follows}`] : []),
    ...(others > 1 ? [`${others} tag readers at ${name} don’t read: ${follows}`] : []),
  ];
}

/** Returns the line of one site: what all sites use first. */
export function statusLine(cloud: CloudStatus, site: SiteStatus): StatusLine {
  const [common, own] = [cloudStatus(cloud), siteStatus(cloud.sites ? site : { ...site, online: null })];
  if (common.works && own.works) return { works: true, sentences: [allWorks] };
  return { works: false, sentences: [...(common.works ? ['Cards work.'] : common.sentences), ...own.sentences] };
}
