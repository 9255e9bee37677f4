import { Link } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { useCustomerGeneralQuery } from '../../../domain/customers/customer-api.ts';
import { vehicleOf } from '../../../domain/customers/membership.ts';
import { customerPath } from '../../../lib/paths.ts';

/** Links a clone to its original profile and back; renders nothing for other customers. */
export function ClonedProfile({ customer: { metadata } }: { customer: CustomerDetail }) {
  const { [customerKeys.clonedTo]: to, [customerKeys.clonedFrom]: from } = metadata;
  return (
    <>
      {from && <Profile id={from} words="Cloned from" />}
      {to && <Profile id={to} words="Cloned to" />}
    </>
  );
}

/** Links to the other profile by its plate, or its tag if it has none, because both have the same name. */
function Profile({ id, words }: { id: string; words: string }) {
  const { data } = useCustomerGeneralQuery({ params: { id } });
  const codes = data ? vehicleOf(data) : null;
  return (
    <span>
      {words} <Link to={customerPath(id)}>{codes?.plate || codes?.tag || 'another profile'}</Link>
    </span>
  );
}
