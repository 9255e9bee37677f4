import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteDate } from '@washdesk/rules/dates/dates';
import { sitewatchMember, type SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { seed } from '@washdesk/test-support/sizes';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { PlanSummary } from '../../../mirror/projection/memberships.ts';
import { memberAt, type Link, type MirroredMember } from './member.ts';

const timeZone = 'America/Chicago';
const now = new Date('2026-11-21T12:00:00Z');
const place = { now, timeZone, placeholderEmailDomain: 'no-email.invalid' };

const ada: ProviderCustomer = {
  id: 'cus_ada',
  name: 'Moore, Ada',
  email: 'ada@moore.test',
  phone: '815-555-0101',
  tax_exempt: 'exempt',
  address: { line1: null, city: 'Joliet', state: 'il', postal_code: '60435', country: null },
  metadata: { CustomerCode: 'aaa111-il', SecondaryCode: '12345+123456', CarMake: 'FORD', CarColor: 'Red', isCommercial: 'true' },
};
const runningPlan: PlanSummary = {
  customer: ada.id,
  name: ada.name ?? null,
  subscription: 'sub_1',
  schedule: null,
  plan_name: 'Super Kiss 29.99',
  product_class: 'Super Kiss',
  status: 'active',
  period_end: new Date('2026-12-01T10:00:00Z'),
  good_until: new Date('2026-12-08T10:00:00Z'),
  price_increase: false,
  groups: [],
};

const mirroredMember = (more: Partial<MirroredMember> = {}): MirroredMember => ({
  customer: ada,
  plan: runningPlan,
  codeHolder: () => ada.id,
  ...more,
});
const named = (customer: Partial<ProviderCustomer>) => mirroredMember({ customer: { ...ada, ...customer } });

function told(from: MirroredMember, link: Link | null = null, at = place): SitewatchMember {
  const result = memberAt(from, link, at);
  if (result.kind !== 'member') throw new Error(`Expected a member, got ${JSON.stringify(result)}`);
  return result.member;
}

describe('a member as a site must know them', () => {
  it('is the customer with plate, tag, vehicle and plan', () => {
    expect(told(mirroredMember())).toEqual({
      objid: null,
      known: [],
      firstName: 'Ada',
      lastName: 'Moore',
      email: 'ada@moore.test',
      phone: '815-555-0101',
      city: 'Joliet',
      state: 'IL',
      zip: '60435',
      country: 'US',
      make: 'FORD',
      model: null,
      color: 'Red',
      isCommercial: true,
      taxExempt: true,
      plate: { now: 'AAA111-IL', was: null },
      tag: { now: '12345+123456', was: null },
      plan: { productClass: 'Super Kiss', expires: '2026-12-09' },
      today: '2026-11-21',
    });
  });

  it('names what the site was told last', () => {
    const { objid, known, plate, tag } = told(mirroredMember(), { objid: 17, plate: 'OLD1-IL', tag: null, codes: ['OLD1-IL', 'OLDER-IL'] });
    expect([objid, known, plate, tag]).toEqual([
      17,
      ['OLD1-IL', 'OLDER-IL'],
      { now: 'AAA111-IL', was: 'OLD1-IL' },
      { now: '12345+123456', was: null },
    ]);
  });

  it('has a name even if none was given, and never the placeholder address', () => {
    expect(told(named({ name: null, email: 'x@NO-EMAIL.invalid' }))).toMatchObject({
      firstName: 'No FirstName',
      lastName: 'No LastName',
      email: null,
    });
  });

  it('leaves to another customer the code that means them', () => {
    const codeHolder = (code: string) => (code === 'AAA111-IL' ? 'cus_other' : ada.id);
    expect(told(mirroredMember({ codeHolder }), { objid: 17, plate: 'AAA111-IL', tag: null, codes: [] }).plate).toEqual({
      now: null,
      was: null,
    });
  });

  it('is found under the code that a site still has, even if it belongs to another member already', () => {
    const moved = mirroredMember({ codeHolder: (code) => (code === 'OLD1-IL' ? 'cus_other' : ada.id) });
    expect(told(moved, { objid: null, plate: 'OLD1-IL', tag: null, codes: [] }).plate).toEqual({ now: 'AAA111-IL', was: 'OLD1-IL' });
  });

  it('has no plan where nothing admits, and gives free codes up once it was deleted', () => {
    expect(told(mirroredMember({ plan: { ...runningPlan, status: 'canceled', good_until: null } })).plan).toBeNull();
    const deleted = told(mirroredMember({ plan: null, codeHolder: () => null }), { objid: 17, plate: 'AAA111-IL', tag: null, codes: [] });
    expect(deleted).toMatchObject({ plan: null, plate: { now: null, was: 'AAA111-IL' }, tag: { now: null, was: null } });
  });

  it('finds a deleted customer who was never sent to the site by the customer’s former codes', () => {
    const { plate, tag } = told(mirroredMember({ plan: null, codeHolder: () => null }));
    expect([plate, tag]).toEqual([
      { now: null, was: 'AAA111-IL' },
      { now: null, was: '12345+123456' },
    ]);
  });

  it('is nothing to a site without any code, and no site can know a plan without a class', () => {
    expect(memberAt(named({ metadata: {} }), null, place)).toEqual({ kind: 'nothing' });
    expect(memberAt(mirroredMember({ plan: { ...runningPlan, product_class: null } }), null, place)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Super Kiss 29.99'),
    });
  });

  it('whose plate or tag Sitewatch could not hold, or would take for one that is switched off, is refused', () => {
    for (const CustomerCode of ['A'.repeat(41), 'AAA111-IL~17'])
      expect(memberAt(named({ metadata: { CustomerCode } }), null, place)).toEqual({
        kind: 'refused',
        reason: `${CustomerCode.slice(0, 40)} isn’t a valid plate or tag in Sitewatch`,
      });
  });

  it('is admitted there on exactly the days that a lane would', () => {
    const span = { min: now, max: new Date('2028-01-01T00:00:00Z'), noInvalidDate: true } as const;
    const zones = fc.constantFrom('America/Chicago', 'America/Indiana/Indianapolis', 'Pacific/Honolulu', 'UTC');
    fc.assert(
      fc.property(fc.date(span), fc.date(span), zones, (until, at, zone) => {
        const { plan } = told(mirroredMember({ plan: { ...runningPlan, good_until: until } }), null, {
          ...place,
          now: at,
          timeZone: zone,
        });
        // at some moment of today a lane still admits the member
        const admitted = siteDate(new Date(until.getTime() - 1), zone) >= siteDate(at, zone);
        expect(plan !== null && plan.expires > siteDate(at, zone)).toBe(admitted);
        const lastDay = plan && siteDate(new Date(Date.parse(plan.expires) - 1), 'UTC');
        expect([null, siteDate(new Date(until.getTime() - 1), zone)]).toContain(lastDay);
      }),
      { seed },
    );
  });

  it('always has the form of the protocol, whatever people have typed', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 120 });
    const metadata = fc.record({ CustomerCode: fc.constant('B1-IL'), CarMake: anyText, CarModel: anyText, CarColor: anyText });
    const address = fc.record({ line1: anyText, city: anyText, state: anyText, postal_code: anyText, country: anyText });
    const customers = fc.record({ name: anyText, email: anyText, phone: anyText, address, metadata });
    fc.assert(
      fc.property(customers, (customer) => {
        const member = told(named(customer));
        expect(sitewatchMember.safeParse(member).error).toBeUndefined();
        expect(JSON.stringify(member).isWellFormed()).toBe(true);
      }),
      { seed },
    );
  });
});
