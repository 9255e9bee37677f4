import { differingFields, type Difference } from './difference-kinds.ts';

/** A member as a site's Sitewatch has it, or must have it. */
export interface ComparedSitewatchMember {
  name: string;
  plate: string | null;
  tag: string | null;
  /** The class of the running Stripe plan; null without one. */
  productClass: string | null;
  /** The first day on which the plan is no longer valid. */
  expires: string | null;
}

/** @param found null for a member that the site does not have */
export function compareSitewatch(wanted: ComparedSitewatchMember | null, found: ComparedSitewatchMember | null): Difference[] {
  if (!found) {
    const isMissing = wanted !== null && wanted.productClass !== null;
    return isMissing ? [{ kind: 'sitewatch-missing', about: '', fields: [{ name: 'Plan', right: wanted.productClass, wrong: null }] }] : [];
  }
  if (wanted === null || wanted.productClass === null) {
    const fields = [{ name: 'Plan', right: null, wrong: found.productClass }];
    return found.productClass === null ? [] : [{ kind: 'sitewatch-ended', about: '', fields }];
  }
  const differences: Difference[] = [
    { kind: 'sitewatch-name', about: '', fields: differingFields({ name: wanted.name }, { name: found.name }, { name: 'Name' }) },
    {
      kind: 'sitewatch-codes',
      about: '',
      fields: differingFields(
        { plate: wanted.plate, tag: wanted.tag },
        { plate: found.plate, tag: found.tag },
        { plate: 'Plate', tag: 'Tag' },
      ),
    },
    {
      kind: 'sitewatch-plan',
      about: '',
      fields: differingFields(planOf(wanted), planOf(found), { productClass: 'Class', expires: 'Valid until' }),
    },
  ];
  return differences.filter(({ fields }) => fields.length > 0);
}

const planOf = ({ productClass, expires }: ComparedSitewatchMember) => ({ productClass, expires });

/** A member as the loyalty system has it, or must have it. */
export interface ComparedLoyaltyMember {
  groups: readonly string[];
  card: string | null;
  lastName: string | null;
  firstName: string | null;
  email: string | null;
  cellPhone: string | null;
}

/** @param found null for a member that the loyalty system does not have */
export function compareLoyalty(wanted: ComparedLoyaltyMember, found: ComparedLoyaltyMember | null): Difference[] {
  if (!found) {
    const isMissing = wanted.groups.length > 0 || wanted.card !== null;
    return isMissing
      ? [{ kind: 'loyalty-missing', about: '', fields: [{ name: 'Groups', right: groupsIn(wanted) ?? wanted.card, wrong: null }] }]
      : [];
  }
  const differences: Difference[] = [
    {
      kind: 'loyalty-groups',
      about: '',
      fields: differingFields({ groups: groupsIn(wanted) }, { groups: groupsIn(found) }, { groups: 'Groups' }),
    },
    { kind: 'loyalty-card', about: '', fields: differingFields({ card: wanted.card }, { card: found.card }, { card: 'Card' }) },
  ];
  // the holder is stored with the card
  if (wanted.card !== null && wanted.card === found.card)
    differences.push({ kind: 'loyalty-holder', about: '', fields: holderFields(wanted, found) });
  return differences.filter(({ fields }) => fields.length > 0);
}

const groupsIn = ({ groups }: ComparedLoyaltyMember): string | null => groups.toSorted().join(', ') || null;

const holderOf = ({ lastName, firstName, email, cellPhone }: ComparedLoyaltyMember) => ({ lastName, firstName, email, cellPhone });

const holderFields = (wanted: ComparedLoyaltyMember, found: ComparedLoyaltyMember) =>
  differingFields(holderOf(wanted), holderOf(found), {
    lastName: 'Last name',
    firstName: 'First name',
    email: 'Email',
    cellPhone: 'Cell phone',
  });
