import { differenceKinds, type CopyName, type DifferenceKindName, type Repair } from '@washdesk/rules/reconcile/difference-kinds';
import type { ComparedCopy, ComparedPlace } from '../../../mirror/compare/compared-copy.ts';

export type Copies = Readonly<Record<CopyName, ComparedCopy>>;

/** Which copy finds and repairs a kind; the lanes' comparison also finds codes that only a person can separate. */
const copyOfRepair: Readonly<Record<Repair, CopyName>> = {
  'read-from-stripe': 'stripe',
  'update-roster': 'roster',
  person: 'roster',
  'update-sitewatch': 'sitewatch',
  'person-at-site': 'sitewatch',
  'update-loyalty': 'loyalty',
};

export const copyOf = (kind: DifferenceKindName): CopyName => copyOfRepair[differenceKinds[kind].repair];

const names = Object.keys(differenceKinds) as DifferenceKindName[];

export const kindsOf = (copy: CopyName): DifferenceKindName[] => names.filter((kind) => copyOf(kind) === copy);

/** Every place where a customer is compared. */
export const placesOf = (customer: string, sites: readonly number[]): (ComparedPlace & { copy: CopyName })[] => [
  { copy: 'stripe', customer, site: null },
  { copy: 'roster', customer, site: null },
  { copy: 'loyalty', customer, site: null },
  ...sites.map((site) => ({ copy: 'sitewatch' as const, customer, site })),
];
