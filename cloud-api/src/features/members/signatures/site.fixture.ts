import type { SignatureRequest } from '@washdesk/contracts/members/signature';
import { Role } from '@washdesk/rules/company/roles';
import { drawSignature } from '@washdesk/simulators/tablet/drawn-signature';
import { EnrolledTablet, type CloudAnswer } from '@washdesk/simulators/tablet/enrolled-tablet';
import { signedIn, type Headers } from '../../../testing/callers.ts';
import { send, type Answer } from '../../../testing/calls.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { signUp, type TestSignUp } from './sign-up.fixture.ts';

export const image = drawSignature().toString('base64');

export const bodyOf = ({ text }: Answer): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

export async function idsAt(tablet: EnrolledTablet): Promise<string[]> {
  const { body } = await tablet.ask({ method: 'GET', path: '/signature' });
  return (body as { signatures: SignatureRequest[] }).signatures.map(({ id }) => id);
}

export const submitSignature = (tablet: EnrolledTablet, id: string, signature = image): Promise<CloudAnswer> =>
  tablet.ask({ method: 'PUT', path: '/signature', body: { id, signature } });

/** The headers of a call that the tablet makes. */
export const cookieOf = ({ enrolment }: EnrolledTablet): Headers => ({ cookie: enrolment?.cookie ?? '' });

/** Enrolls a tablet at site 12 by a one-time link. */
export async function enrolTablet({ url }: Cloud, admin: Headers, terminal: string | null): Promise<EnrolledTablet> {
  const body = JSON.stringify({ kind: 'tablet', name: 'Tablet', site: 12, terminal });
  const link = bodyOf(await send(url, { method: 'POST', path: '/device/enrolment', headers: admin, body }))['link'];
  const tablet = new EnrolledTablet(null);
  await tablet.enrol(url, String(link));
  return tablet;
}

export interface TestSite {
  cloud: Cloud;
  cashier: Headers;
  /** A user signed in at site 27. */
  stranger: Headers;
  admin: Headers;
  /** The tablet of Washcashier1. */
  west: EnrolledTablet;
  /** The tablet of Washcashier2. */
  east: EnrolledTablet;
  /** A tablet without a terminal. */
  whole: EnrolledTablet;
  /** Requests a signature as a cashier at that terminal. */
  ask(body: { terminal?: string | null } & Record<string, unknown>, headers?: Headers): Promise<Answer>;
  /** Creates a sign-up with a signature request. */
  asked(terminal?: string): Promise<TestSignUp & { id: string }>;
}

/** Starts a cloud and site 12 with three tablets. */
export async function startTestSite(): Promise<TestSite> {
  const cloud = await startCloud();
  const cashier = await signedIn(cloud, { roles: Role.Cashier });
  const admin = await signedIn(cloud, { roles: Role.Admin });
  const ask: TestSite['ask'] = async ({ terminal = null, ...body }, headers) => {
    const by = headers ?? (await signedIn(cloud, { roles: Role.Cashier, terminal }));
    return send(cloud.url, { method: 'POST', path: '/signature', headers: by, body: JSON.stringify(body) });
  };
  return {
    cloud,
    cashier,
    stranger: await signedIn(cloud, { roles: Role.Cashier, site: 27 }),
    admin,
    west: await enrolTablet(cloud, admin, 'Washcashier1'),
    east: await enrolTablet(cloud, admin, 'Washcashier2'),
    whole: await enrolTablet(cloud, admin, null),
    ask,
    async asked(terminal = 'Washcashier1') {
      const sold = await signUp(cloud.database);
      return { ...sold, id: String(bodyOf(await ask({ customer: sold.customer, terminal }))['id']) };
    },
  };
}
