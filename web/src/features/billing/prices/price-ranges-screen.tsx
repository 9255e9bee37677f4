import { Button } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { savePriceRange, type PriceRange } from '@washdesk/contracts/company/reference';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { usePriceRangesQuery, useSavePriceRangeMutation } from './prices-api.ts';
import styles from './prices.module.css';

/** The allowed prices of each product class; each row is saved separately (docs/rules/billing.md#price-ranges). */
export function PriceRangesScreen() {
  const { data, error, refetch } = usePriceRangesQuery({ query: { mode: 'raw' } });
  if (!data && !error) return <PageSkeleton />;
  return (
    <Page title="Price Range Configuration">
      <p className={styles.legend}>
        In cents per month: 2299 is $22.99. Members keep their current price until it is changed. The $29.99 downgrade price is always
        allowed.
      </p>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.priceranges.length === 0 && <p role="status">No price ranges. Prices aren’t limited.</p>}
      <div className={styles.ranges}>
        {data?.priceranges.map((range) => (
          <Section key={range.id} title={range.product_class}>
            <RangeForm range={range} />
          </Section>
        ))}
      </div>
    </Page>
  );
}

type LimitName = Exclude<keyof PriceRange, 'id' | 'product_class'>;
const labels: Readonly<Record<LimitName, string>> = {
  min_price: 'Lowest price',
  max_car: 'Highest, car',
  max_truck: 'Highest, truck',
  max_car_commercial: 'Highest, commercial car',
  max_truck_commercial: 'Highest, commercial truck',
};
const names = Object.keys(labels) as LimitName[];

const digits = /^\d{1,8}$/;
const cents = z.string().trim().regex(digits, 'Enter whole cents, such as 2299').transform(Number);
const typed = z
  .object({ min_price: cents, max_car: cents, max_truck: cents, max_car_commercial: cents, max_truck_commercial: cents })
  .pipe(savePriceRange.body);

type Limits = Pick<PriceRange, LimitName>;
const limitsOf = (range: Limits) => Object.fromEntries(names.map((name) => [name, range[name]])) as Limits;

const textsOf = (range: PriceRange) => Object.fromEntries(names.map((name) => [name, String(range[name])])) as Record<LimitName, string>;

/** Formats the typed text as dollars; a dash if it is invalid. */
const dollarsOf = (text: string): string => (digits.test(text.trim()) ? centsToDollars(Number(text)) : '–');

function RangeForm({ range }: { range: PriceRange }) {
  const [save, { error, isLoading }] = useSavePriceRangeMutation();
  const [isSaved, setSaved] = useState(false);
  const seen = useSeen(limitsOf(range));
  const form = useZodForm({
    schema: typed,
    initial: textsOf(range),
    failure: isLoading ? null : error,
    onChange: () => setSaved(false),
    onSubmit: async (body) => {
      const { data, error: refused } = await save({ params: { id: String(range.id) }, body: { ...body, was: seen.was } });
      seen.refused(refused);
      if (!data) return;
      form.reset(textsOf(data));
      seen.saved(limitsOf(data));
      setSaved(true);
    },
  });
  const values = useValues(form.control);
  const isChanged = names.some((name) => values[name].trim() !== String(seen.was[name]));
  return (
    <form noValidate className={styles.range} aria-label={`Price range of ${range.product_class}`} onSubmit={form.submit}>
      {names.map((name) => (
        <TextField
          key={name}
          control={form.control}
          name={name}
          label={labels[name]}
          inputMode="numeric"
          maxLength={8}
          suffix={<span className={styles.muted}>{dollarsOf(values[name])}</span>}
        />
      ))}
      <Button
        type="primary"
        htmlType="submit"
        size="large"
        aria-label={`Save ${range.product_class}`}
        disabled={!isChanged}
        loading={isLoading}
      >
        Save
      </Button>
      <div aria-live="polite" className={styles.outcome}>
        {isSaved && !isChanged && `Price range saved: ${range.product_class}`}
        {error && !isLoading && <Failure title="Couldn’t save the price range" error={error} />}
      </div>
    </form>
  );
}
