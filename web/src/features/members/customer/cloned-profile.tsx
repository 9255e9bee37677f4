import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { Link } from 'react-router-dom';
import { useCustomerGeneralQuery } from '../../../domain/customers/customer-api.ts';
import { vehicleOf } from '../../../domain/customers/membership.ts';
import { customerPath } from '../../../lib/paths.ts';

/** Leads from a clone to the profile that it was made of, and back; nothing for a customer who has neither. */
export function ClonedProfile({ customer: { metadata } }: { customer: CustomerDetail }) {
  const { [customerKeys.clonedTo]: to, [customerKeys.clonedFrom]: from } = metadata;
  return (
    <>
      {from && <Profile id={from} words="Cloned from" />}
      {to && <Profile id={to} words="Cloned to" />}
    </>
  );
}

/** The other profile under its plate, else its tag, as both bear the same name. */
function Profile({ id, words }: { id: string; words: string }) {
  const { data } = useCustomerGeneralQuery({ params: { id } });
  const codes = data ? vehicleOf(data) : null;
  return (
    <span>
      {words} <Link to={customerPath(id)}>{codes?.plate || codes?.tag || 'another profile'}</Link>
    </span>
  );
}
