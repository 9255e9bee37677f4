import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { vehicleOf } from '../../../domain/customers/membership.ts';
import { useSuggestCustomersQuery } from './search-api.ts';
import styles from './not-found-card.module.css';

/** Customers whose plate, tag or name differs by one typo. Empty while loading and without results, so that the sign-up does not wait. */
export function Suggestions({ term }: { term: string }) {
  const { data } = useSuggestCustomersQuery({ params: { term } });
  if (!data || data.customers.length === 0) return null;
  return (
    <section className={styles.suggestions} aria-label="Did you mean">
      <h3 className={styles.question}>Did you mean</h3>
      <ul>
        {data.customers.map((customer) => {
          const { plate, tag } = vehicleOf(customer);
          const code = plate || tag;
          return (
            <li key={customer.id}>
              {code && <VehicleCode code={code} />}
              <CustomerLink id={customer.id} name={customer.name} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
