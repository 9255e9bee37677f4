import type { Company } from '@washdesk/tests/simulators/company/company';
import type { Member } from '@washdesk/tests/simulators/company/member-model';

/** Hands out members of the plainest kind, each once: a redeem shuts its member out for five minutes. */
export function unusedMembers({ members, edgeCases }: Company): () => Member {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const plain = members.filter(
    ({ id, deleted, subscription }) => !deleted && subscription?.status === 'active' && !subscription.increase && !special.has(id),
  );
  const turns = plain.values();
  return () => {
    const { value: member } = turns.next();
    if (!member) throw new Error('Every plain member of the company has been used');
    return member;
  };
}

/** Somebody whose plan has ended, of the plainest kind. */
export function formerMember({ members, edgeCases }: Company): Member {
  const special = new Set(Object.values(edgeCases).map(({ customer }) => customer));
  const former = members.find(
    ({ id, deleted, subscription, tag, plate, site }) =>
      !deleted &&
      subscription?.status === 'canceled' &&
      !subscription.leftOwing &&
      !special.has(id) &&
      tag &&
      site === 12 &&
      plate.endsWith('-IL'),
  );
  if (!former) throw new Error('The company has no plain former member');
  return former;
}

/** The next member who has a tag. */
export function taggedMember(next: () => Member): Member & { tag: string } {
  for (;;) {
    const member = next();
    const { tag } = member;
    if (tag) return { ...member, tag };
  }
}
