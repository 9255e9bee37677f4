import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { noticeDays } from '@washdesk/rules/plans/bulk-increase';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { Field } from '../../../components/input/field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useKeyedRequest } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { emptyIncrease, increaseForm, nextPrices, requestOf, shownPrices, sumOf, type PriceFilter } from './increase-form.ts';
import { increasePath, increasesPath } from './increase-paths.ts';
import { PaidPricesTable } from './paid-prices-table.tsx';
import { useCreateIncreaseMutation, useIncreaseOptionsQuery } from './price-increases-api.ts';
import styles from './price-increases.module.css';

/** /office/increase/new: selects the members, new prices and start of an increase. Selecting changes no price. */
export function NewIncreaseScreen() {
  const { data, error, isLoading, refetch } = useIncreaseOptionsQuery();
  const [create] = useCreateIncreaseMutation();
  const request = useKeyedRequest({ kind: 'price-increase' });
  const navigate = useNavigate();
  const [filter, setFilter] = useState<PriceFilter>({ site: null, productClass: null });
  const { state } = request;
  const submit = async (typed: z.output<typeof increaseForm>): Promise<void> => {
    const body = requestOf(typed);
    const made = await request.send(JSON.stringify(body), (idempotencyKey) => create({ body, idempotencyKey }));
    if (made) await navigate(increasePath(made.id));
  };
  const form = useZodForm({
    schema: increaseForm,
    initial: emptyIncrease,
    onSubmit: submit,
    failure: state.kind === 'refused' ? state.failure : null,
  });
  const { prices: chosen } = useValues(form.control);
  if (isLoading) return <PageSkeleton />;
  const prices = data?.prices ?? [];
  const shown = shownPrices(prices, filter);
  const classes = [...new Set(prices.map(({ productClass }) => productClass))];
  const { members, more } = sumOf(prices, chosen);
  return (
    <Page title="New price increase" actions={<LinkButton to={increasesPath}>All Increases</LinkButton>}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <Section title="Details">
          <div className={styles.fields}>
            <TextField control={form.control} name="name" label="Name" hint="Shown in the list of increases" maxLength={80} />
            <FormField
              control={form.control}
              name="effectiveDate"
              label="Effective date"
              hint={`The 1st of a month, at least ${noticeDays} days from now`}
            >
              {({ value, ...bound }) => (
                <Select
                  {...bound}
                  size="large"
                  value={value || null}
                  placeholder="Select a date"
                  options={(data?.dates ?? []).map((date) => ({ value: date, label: formatDateUs(date) }))}
                />
              )}
            </FormField>
            <TextField control={form.control} name="signedUpFrom" label="Signed up from" hint="Optional" placeholder="MM/DD/YYYY" />
            <TextField control={form.control} name="signedUpBefore" label="Signed up before" hint="Optional" placeholder="MM/DD/YYYY" />
          </div>
        </Section>
        <Section title="Prices" flush>
          <div className={styles.filters}>
            <SiteField value={filter.site} onChange={(site) => setFilter({ ...filter, site })} />
            <Field label="Product class">
              {(control) => (
                <Select
                  {...control}
                  size="large"
                  value={filter.productClass ?? ''}
                  options={[{ value: '', label: 'Any class' }, ...classes.map((value) => ({ value, label: value }))]}
                  onChange={(productClass: string) => setFilter({ ...filter, productClass: productClass || null })}
                />
              )}
            </Field>
            <div className={styles.fill}>
              <Button onClick={() => form.change({ prices: { ...chosen, ...nextPrices(shown) } })}>Next Price for All Shown</Button>
              <Button disabled={Object.keys(chosen).length === 0} onClick={() => form.change({ prices: {} })}>
                Clear
              </Button>
            </div>
          </div>
          <PaidPricesTable
            prices={data && shown}
            failed={error !== undefined}
            chosen={chosen}
            onChoose={(next) => form.change({ prices: next })}
          />
        </Section>
        <div className={styles.end}>
          <p className={styles.sum} role="status">
            {members === 0
              ? 'No prices selected yet.'
              : `${members.toLocaleString('en-US')} members pay these prices. Increase: ${centsToDollars(more)} a month before tax, if none are skipped.`}
          </p>
          {form.formState.errors.prices && <Alert type="error" showIcon title="Choose a new price for at least one plan" />}
          {state.kind === 'refused' && <Failure title="Couldn’t select the members" error={state.failure} />}
          {state.kind === 'unknown' && (
            <Alert type="warning" showIcon title="Checking whether the increase was created. Press again to check." />
          )}
          <Button type="primary" size="large" htmlType="submit" loading={state.kind === 'sending'}>
            Choose Members
          </Button>
          <p className={styles.muted}>No prices change yet. The next page lists the members and their new prices.</p>
        </div>
      </form>
    </Page>
  );
}
